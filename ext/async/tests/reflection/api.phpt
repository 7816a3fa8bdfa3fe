--TEST--
The API is the one of the design
--EXTENSIONS--
async
--FILE--
<?php
$extension = new ReflectionExtension('async');
$type = fn($t) => (string) $t;
foreach ($extension->getFunctions() as $name => $function) {
    if (!str_starts_with($name, 'Async\\')) {
        continue;
    }
    $parameters = array_map(fn($p) => $p->getType() . ' ' . ($p->isVariadic() ? '...' : '') . '$' . $p->getName()
        . ($p->isDefaultValueAvailable() ? ' = ' . var_export($p->getDefaultValue(), true) : ''), $function->getParameters());
    echo $name, '(', implode(', ', $parameters), '): ', $function->getReturnType(), "\n";
}
?>
--EXPECT--
Async\spawn(callable $task, mixed ...$args): Async\Coroutine
Async\suspend(): void
Async\delay(int $ms): void
Async\await(Async\Completable $awaitable, ?Async\Completable $cancellation = NULL): mixed
Async\timeout(int $ms): Async\Completable
Async\protect(Closure $closure): mixed
Async\current_coroutine(): Async\Coroutine
Async\get_coroutines(): array
Async\await_all(Traversable|array $triggers, ?Async\Completable $cancellation = NULL, bool $preserveKeyOrder = true, bool $fillNull = false): array
Async\await_all_or_fail(Traversable|array $triggers, ?Async\Completable $cancellation = NULL, bool $preserveKeyOrder = true): array
Async\await_any_or_fail(Traversable|array $triggers, ?Async\Completable $cancellation = NULL): mixed
Async\await_first_success(Traversable|array $triggers, ?Async\Completable $cancellation = NULL): mixed
Async\await_any_of(int $count, Traversable|array $triggers, ?Async\Completable $cancellation = NULL, bool $preserveKeyOrder = true, bool $fillNull = false): array
Async\await_any_of_or_fail(int $count, Traversable|array $triggers, ?Async\Completable $cancellation = NULL, bool $preserveKeyOrder = true, bool $fillNull = false): array
