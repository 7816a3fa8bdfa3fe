<?php

/**
 * @generate-class-entries
 * @undocumentable
 */

namespace ZendAsyncTest;

/** How many blocks were allocated since start_counting_allocations(). */
function start_counting_allocations(): void {}

function stop_counting_allocations(): int {}

/** Starts a round of healthchecks now, as its timer would. */
function check_health(\Async\Pool $pool): void {}

/** From now on its factory is called in coroutines of the pool's own. */
function connect_aside(\Async\Pool $pool): void {}

/**
 * A place where one coroutine waits until another lets it go on.
 *
 * @strict-properties
 * @not-serializable
 */
final class Gate
{
    public function wait(): void {}

    /** True if somebody was waiting. */
    public function open(): bool {}
}

/** What a call of an internal method costs at least. */
final class EmptyMethods
{
    public function nothing(): void {}

    public function echo(mixed $value): void {}
}

/**
 * A pool of numbered connections that exist in C only, made with the public C ABI.
 *
 * @strict-properties
 * @not-serializable
 */
final class ConnectionPool
{
    /** With $bare the hooks do nothing, so that cycle() measures the pool. */
    public function __construct(int $min = 0, int $max = 10, int $healthcheckInterval = 0, bool $bare = false) {}

    /** The number of a connection that is ours until release(). */
    public function acquire(int $timeout = 0): int {}

    public function tryAcquire(): ?int {}

    public function release(int $number): void {}

    /** Instead of release(): it is broken. */
    public function discard(int $number): void {}

    /** The next acquire() gives this one, if it is idle. */
    public function prefer(int $number): bool {}

    /** It leaves the pool and is destroyed, if it is idle. */
    public function evict(int $number): bool {}

    public function close(): void {}

    public function getPool(): \Async\Pool {}

    /** Suspends the handler ("factory", "destructor", ...) this long at every call. */
    public function setDelay(string $handler, int $milliseconds): void {}

    /** The next $times calls of the handler fail, by an exception or by their result. */
    public function setFailing(string $handler, int $times, bool $throwing = false): void {}

    /** A strategy written in C: so many failures in a row deactivate, one success activates again. */
    public function setStrategy(int $failures): void {}

    /** The calls of handlers since the last time, as "handler number". */
    public function takeLog(): array {}

    /** Acquires and releases that often, in C. */
    public function cycle(int $times): void {}

    /** Calls the hooks of acquire and release that often, without the pool. */
    public function callHooks(int $times): void {}
}
