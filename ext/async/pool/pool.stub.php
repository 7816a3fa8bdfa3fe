<?php

/** @generate-class-entries */

namespace Async;

/**
 * Keeps resources that are expensive to make, and lends them to coroutines: at most max, first come first served.
 *
 * All callables may wait. One that throws where nobody could catch it is reported as a warning.
 *
 * @strict-properties
 * @not-serializable
 */
final class Pool implements \Countable, CircuitBreaker
{
    /**
     * Makes $min resources, and no more than $max.
     *
     * @param callable():mixed $factory makes a resource; its exception goes to the one who wanted it
     * @param null|callable(mixed):void $destructor ends a resource
     * @param null|callable(mixed):bool $healthcheck is asked about idle ones every so many ms; false destroys one
     * @param null|callable(mixed):bool $beforeAcquire is asked before an idle one is lent; false destroys it
     * @param null|callable(mixed):bool $beforeRelease is asked when one comes back; false destroys it
     * @throws \ValueError when $min, $max or $healthcheckInterval is out of range
     */
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

    /**
     * A resource: an idle one, a new one while there are fewer than max, or the next that comes back. The limit in
     * milliseconds covers the whole call; 0 means none.
     *
     * @throws PoolTimeoutException when the time is over
     * @throws ServiceUnavailableException when the circuit breaker is INACTIVE
     * @throws PoolException when the pool is closed
     */
    public function acquire(int $timeout = 0): mixed {}

    /** A resource without waiting in line; null when none can be had now: all out, INACTIVE, or closed. */
    public function tryAcquire(): mixed {}

    /**
     * Gives a resource back: to the one who has waited longest, or to the idle ones.
     *
     * @throws PoolException when it is not out of this pool; then nothing has changed
     */
    public function release(mixed $resource): void {}

    /** Instead of release(): destroys the resource, which is broken; beforeRelease is not asked. */
    public function discard(mixed $resource): void {}

    /** Calls $work with a resource, and releases it afterwards, also when $work throws. */
    public function use(callable $work, int $timeout = 0): mixed {}

    /** Ends it. Those in line get a PoolException; what is idle is destroyed, what is out when it comes back. */
    public function close(): void {}

    /**
     * Another maximum. What is too much goes: idle resources at once, others when they come back.
     *
     * @throws \ValueError when $max is less than 1 or than min
     */
    public function setMax(int $max): void {}

    /** Replaces all resources: idle ones are destroyed at once, others when they come back; then min are made. */
    public function retireAll(): void {}

    /** Was close() called? */
    public function isClosed(): bool {}

    /** Idle and active ones. */
    public function count(): int {}

    /** Resources that wait for somebody. */
    public function idleCount(): int {}

    /** Resources that are out, or under a callable. */
    public function activeCount(): int {}

    /**
     * What the pool is doing and has done. The pool of a PDO object has the keys that are marked so, too.
     *
     * @stat min the least number of resources
     * @stat max the greatest
     * @stat idle resources that wait for somebody
     * @stat active resources that are out, or under a callable
     * @stat connecting resources that are being made
     * @stat waiting coroutines in line
     * @stat created resources that were made
     * @stat destroyed resources that were destroyed, by reason
     * @stat factory_failures how often the factory failed
     * @stat acquired how often a resource was lent
     * @stat waited how often somebody had to wait in line for it
     * @stat handoffs how often somebody in line was given a resource or a place
     * @stat timeouts how often an acquire timed out
     * @stat turned_away how often an acquire was refused because too many were in line
     * @stat wait_total_ms time that was spent in line
     * @stat wait_max_ms the longest time in line
     * @pdostat name what PDO::ATTR_POOL_NAME says, or null
     * @pdostat wait the time for which callers waited for a connection: count, total_ms, max_ms, buckets_ms
     * @pdostat use the time from taking a connection until it was given back, likewise
     * @pdostat connect the time that connecting took, likewise
     * @pdostat stmt_cache the statement cache: hits, misses, evicted
     * @pdostat rolled_back transactions that coroutines left open at their end
     * @pdostat resets sessions that were reset
     * @pdostat query_timeouts calls that PDO::ATTR_POOL_QUERY_TIMEOUT ended
     * @pdostat pipelined statements that were sent over connections which others may share
     * @pdostat leaks connections that were held longer than PDO::ATTR_POOL_LEAK_THRESHOLD
     * @reason closed the pool was closed
     * @reason refused_acquire beforeAcquire refused it
     * @reason refused_release beforeRelease refused it
     * @reason unhealthy the healthcheck refused it
     * @reason retired retireAll() or setMax()
     * @reason discarded discard()
     * @pdoreason closed the pool was closed
     * @pdoreason lost by the server or the network
     * @pdoreason interrupted a call on it was cancelled, or took too long
     * @pdoreason rollback_failed a transaction that was left open could not be rolled back
     * @pdoreason reset_failed its session could not be reset or set up
     * @pdoreason dirty its session was changed and cannot be reset
     * @pdoreason idle PDO::ATTR_POOL_IDLE_TIMEOUT
     * @pdoreason expired PDO::ATTR_POOL_MAX_LIFETIME
     * @pdoreason read_only the server said that it takes no writes
     * @pdoreason retired retireAll() or setMax()
     * @pdoreason unhealthy the healthcheck failed
     * @pdoreason forked it was the parent process's
     * @return array<string, mixed>
     */
    public function getStats(): array {}

    /** Who hears of successes and failures from now on; null: nobody. */
    public function setCircuitBreakerStrategy(?CircuitBreakerStrategy $strategy): void {}

    /** The state of the circuit breaker. */
    public function getState(): CircuitBreakerState {}

    /** Everybody is served again. */
    public function activate(): void {}

    /** Nobody is served: those in line, and all who come, get a ServiceUnavailableException. */
    public function deactivate(): void {}

    /** One acquire at a time is let through; the strategy hears how it went. */
    public function recover(): void {}
}
