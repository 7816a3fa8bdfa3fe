<?php

/** @generate-class-entries */

namespace Async;

/**
 * @strict-properties
 * @not-serializable
 */
final class Pool implements \Countable, CircuitBreaker
{
    public function __construct(
        callable $factory,
        ?callable $destructor = null,
        ?callable $healthcheck = null,
        ?callable $beforeAcquire = null,
        ?callable $beforeRelease = null,
        int $min = 0,
        int $max = 10,
        int $healthcheckInterval = 0
    ) {}

    public function acquire(int $timeout = 0): mixed {}

    public function tryAcquire(): mixed {}

    public function release(mixed $resource): void {}

    /** Instead of release(): destroys the resource, which is broken. */
    public function discard(mixed $resource): void {}

    /** Calls $work with a resource, and releases it afterwards, also when $work throws. */
    public function use(callable $work, int $timeout = 0): mixed {}

    public function close(): void {}

    public function setMax(int $max): void {}

    public function retireAll(): void {}

    public function isClosed(): bool {}

    public function count(): int {}

    public function idleCount(): int {}

    public function activeCount(): int {}

    public function getStats(): array {}

    public function setCircuitBreakerStrategy(?CircuitBreakerStrategy $strategy): void {}

    public function getState(): CircuitBreakerState {}

    public function activate(): void {}

    public function deactivate(): void {}

    public function recover(): void {}
}
