--TEST--
Classes, interfaces and methods of the coroutine API
--EXTENSIONS--
async
--FILE--
<?php
foreach (['Async\Awaitable', 'Async\Completable', 'Async\Coroutine', 'Async\Timeout'] as $name) {
    $class = new ReflectionClass($name);
    $interfaces = $class->getInterfaceNames();
    sort($interfaces);
    echo implode(' ', Reflection::getModifierNames($class->getModifiers())), $class->isInterface() ? ' interface ' : ' class ', $name,
        $interfaces ? ' : ' . implode(', ', $interfaces) : '', "\n";
    foreach ($class->getMethods(ReflectionMethod::IS_PUBLIC) as $method) {
        $parameters = array_map(fn($p) => $p->getType() . ' $' . $p->getName(), $method->getParameters());
        echo '    ', $method->getName(), '(', implode(', ', $parameters), '): ', $method->getReturnType(), "\n";
    }
}
?>
--EXPECT--
 interface Async\Awaitable
 interface Async\Completable : Async\Awaitable
    cancel(?Async\AsyncCancellation $cancellation): void
    isCompleted(): bool
    isCancelled(): bool
final class Async\Coroutine : Async\Awaitable, Async\Completable
    getId(): int
    getResult(): mixed
    getException(): mixed
    getTrace(int $options, int $limit): ?array
    getSpawnFileAndLine(): array
    getSpawnLocation(): string
    getSuspendFileAndLine(): array
    getSuspendLocation(): string
    isStarted(): bool
    isQueued(): bool
    isRunning(): bool
    isSuspended(): bool
    isCancelled(): bool
    isCancellationRequested(): bool
    isCompleted(): bool
    getAwaitingInfo(): array
    cancel(?Async\AsyncCancellation $cancellation): void
    finally(Closure $callback): void
final class Async\Timeout : Async\Awaitable, Async\Completable
    cancel(?Async\AsyncCancellation $cancellation): void
    isCompleted(): bool
    isCancelled(): bool
