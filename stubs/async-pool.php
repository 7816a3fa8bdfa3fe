<?php

/**
 * The classes, functions and constants of ext/async and of pooled PDO, for IDEs and static analysis. Never included.
 * Written by scripts/docs from the stubs.
 */

namespace Async {

    /**
     * Queues a coroutine that calls $task with $args; the caller goes on.
     *
     * It runs when the caller waits or ends. An exception that nobody awaits is reported like an uncaught one, at the
     * latest at the end of the script.
     */
    function spawn(callable $task, mixed ...$args): Coroutine {}

    /**
     * Lets every other coroutine that is ready run first.
     *
     * @throws AsyncException where nothing can be suspended: in error handlers and output handlers, for instance
     */
    function suspend(): void {}

    /**
     * Waits for $ms milliseconds; 0 is a plain suspend().
     *
     * @throws \ValueError when $ms is negative
     */
    function delay(int $ms): void {}

    /**
     * Waits for the end of $awaitable: gives its result, or throws its exception. What has ended already answers at once.
     *
     * $cancellation ends the wait early, not what is awaited: timeout(500), for instance, or another coroutine.
     *
     * @throws OperationCanceledException when $cancellation ends first; its cause is in getPrevious()
     * @throws \Error when a coroutine awaits itself
     */
    function await(Completable $awaitable, ?Completable $cancellation = null): mixed {}

    /**
     * A token that completes in $ms milliseconds, to limit a wait: await($coroutine, timeout(500)).
     *
     * @throws \ValueError when $ms is not positive
     */
    function timeout(int $ms): Completable {}

    /** Calls $closure; a cancellation that comes meanwhile takes effect when it has ended. Gives the result of $closure. */
    function protect(\Closure $closure): mixed {}

    /** The coroutine that runs. The main script is one, too. */
    function current_coroutine(): Coroutine {}

    /**
     * All coroutines that have not ended, the main script among them.
     *
     * @return array<int, Coroutine>
     */
    function get_coroutines(): array {}

    /**
     * Waits for all of $triggers: gives [results, exceptions], both by the keys of $triggers. No exception of theirs is thrown.
     *
     * With $preserveKeyOrder results stand in the order of $triggers, else in that in which they came. With $fillNull a
     * trigger that failed has null among the results.
     *
     * @return array{array, array}
     */
    function await_all(iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

    /**
     * Waits for all of $triggers and gives their results by key; throws the first exception instead.
     */
    function await_all_or_fail(iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true): array {}

    /**
     * Waits for the first of $triggers that ends, and gives its result or throws its exception.
     */
    function await_any_or_fail(iterable $triggers, ?Completable $cancellation = null): mixed {}

    /**
     * Waits for the first of $triggers that succeeds: gives [result, exceptions of those that failed before].
     *
     * @throws CompositeException when all have failed
     */
    function await_first_success(iterable $triggers, ?Completable $cancellation = null): mixed {}

    /**
     * Waits until $count of $triggers have succeeded, or all have ended: gives [results, exceptions] by key.
     *
     * @return array{array, array}
     */
    function await_any_of(int $count, iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

    /**
     * Waits until $count of $triggers have succeeded, and gives their results by key; throws the first exception instead.
     */
    function await_any_of_or_fail(int $count, iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

    /** Something that await() can wait for. Implemented by classes of extensions only. */
    interface Awaitable
    {
    }

    /** An Awaitable that ends once and for all, and that can be asked to end early. */
    interface Completable extends Awaitable
    {
        /** Asks it to end early, with $cancellation or an AsyncCancellation. One that has ended does not care. */
        public function cancel(?AsyncCancellation $cancellation = null): void;

        /** Has it ended, in whatever way? */
        public function isCompleted(): bool;

        /** Has it ended because it was cancelled? */
        public function isCancelled(): bool;
    }

    /**
     * What timeout() returns: completes with a TimeoutException when its time has passed.
     */
    final class Timeout implements Completable
    {
        /** Completes it now, with the cancellation instead of a TimeoutException. */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /** Is its time over, or was it cancelled? */
        public function isCompleted(): bool {}

        /** Was it cancelled before its time was over? */
        public function isCancelled(): bool {}
    }

    /**
     * Values from coroutines to coroutines, first in, first out. With capacity 0 a sender waits for its receiver.
     */
    final class Channel implements \Countable, \IteratorAggregate
    {
        /**
         * @throws \ValueError when $capacity is negative
         */
        public function __construct(int $capacity = 0) {}

        /**
         * Waits for room, or for a receiver. $cancellation is asked only when it has to wait.
         *
         * @throws ChannelException when the channel is closed, also while it waits
         */
        public function send(mixed $value, ?Completable $cancellation = null): void {}

        /**
         * The oldest value; waits for one.
         *
         * @throws ChannelException when the channel is closed and empty
         */
        public function recv(?Completable $cancellation = null): mixed {}

        /** Nothing more can be sent. What is in the channel can still be received. */
        public function close(): void {}

        /** Was close() called? */
        public function isClosed(): bool {}

        /** How many values it holds before a sender waits. */
        public function capacity(): int {}

        /** How many values are in it. */
        public function count(): int {}

        /** Would a receiver have to wait? */
        public function isEmpty(): bool {}

        /** Would a sender have to wait? */
        public function isFull(): bool {}

        /** Receives until the channel is closed and empty. */
        public function getIterator(): \Iterator {}
    }

    /**
     * What spawn() returns: a function that runs until it waits, goes on when it need not wait any more, and ends once.
     */
    final class Coroutine implements Completable
    {
        private function __construct() {}

        /** A number that no other coroutine of this process has. */
        public function getId(): int {}

        /** What the task returned; null before its end, and when it threw. Does not wait: await() does. */
        public function getResult(): mixed {}

        /** What ended it; null before its end, and when it returned. Asking counts as awaiting: it is not reported. */
        public function getException(): mixed {}

        /** Where it is, as debug_backtrace() says it; null when it does not wait and is not the one that asks. */
        public function getTrace(int $options = DEBUG_BACKTRACE_PROVIDE_OBJECT, int $limit = 0): ?array {}

        /** Where it was spawned: [file, line]. */
        public function getSpawnFileAndLine(): array {}

        /** The same as "file:line", or "unknown". */
        public function getSpawnLocation(): string {}

        /** Where it waits: [file, line]; [null, 0] when it does not. */
        public function getSuspendFileAndLine(): array {}

        /** The same as "file:line", or "unknown". */
        public function getSuspendLocation(): string {}

        /** Has its code begun to run? */
        public function isStarted(): bool {}

        /** Is it ready, and waits for its turn? */
        public function isQueued(): bool {}

        /** Is it the one that runs now? */
        public function isRunning(): bool {}

        /** Has it begun, and is at rest? */
        public function isSuspended(): bool {}

        /** Was it ended by its cancellation? */
        public function isCancelled(): bool {}

        /** Was cancel() called? */
        public function isCancellationRequested(): bool {}

        /** Has it ended, in whatever way? */
        public function isCompleted(): bool {}

        /** What it waits for, in words, for people; empty when that is not known. */
        public function getAwaitingInfo(): array {}

        /** Asks it to end: one that has not started never runs, one that waits wakes with the cancellation. */
        public function cancel(?AsyncCancellation $cancellation = null): void {}

        /** Calls $callback with the coroutine when it has ended; at once when it has. */
        public function finally(\Closure $callback): void {}
    }

    /** Something about coroutines or pools went wrong. */
    class AsyncException extends \Exception
    {
    }

    /** A pool is closed, or was used wrongly: something was released that is not out of it, for instance. */
    class PoolException extends AsyncException
    {
    }

    /** A channel is closed: nothing can be sent, or nothing is left to receive. */
    class ChannelException extends AsyncException
    {
    }

    /** acquire() timed out. The message says how many waited, were in use and were being made, and for how long. */
    class PoolTimeoutException extends PoolException
    {
    }

    /** The circuit breaker of a pool is INACTIVE. */
    class ServiceUnavailableException extends AsyncException
    {
    }

    /** The cause that a timeout() token gives. */
    class TimeoutException extends \Exception
    {
    }

    /** What a cancelled coroutine wakes with. An Error, so that catch (\Exception) does not swallow it. */
    class AsyncCancellation extends \Error
    {
    }

    /** A wait was given up because its cancellation token was tripped; the cause is in getPrevious(). */
    class OperationCanceledException extends AsyncCancellation
    {
    }

    /** Every coroutine waits and nothing can wake one. The message says what they wait for, and since which line. */
    class DeadlockError extends \Error
    {
    }

    /** Several exceptions at once. The first of them is also in getPrevious(). */
    final class CompositeException extends \Exception
    {
        private array $exceptions = [];

        /** Adds one at the end. */
        public function addException(\Throwable $exception): void {}

        /**
         * All of them, in the order in which they were added.
         *
         * @return array<int, \Throwable>
         */
        public function getExceptions(): array {}
    }

    /** ACTIVE: everybody is served. INACTIVE: nobody is. RECOVERING: one at a time, to try. */
    enum CircuitBreakerState
    {
        case ACTIVE;
        case INACTIVE;
        case RECOVERING;
    }

    /** Something that can be switched off for a while, when what is behind it does not answer. */
    interface CircuitBreaker
    {
        /** How it is switched now. */
        public function getState(): CircuitBreakerState;

        /** Back to ACTIVE. */
        public function activate(): void;

        /** To INACTIVE: whoever waits is sent away with a ServiceUnavailableException. */
        public function deactivate(): void;

        /** To RECOVERING. */
        public function recover(): void;
    }

    /**
     * Hears of successes and failures, and switches its breaker.
     *
     * It may also have a method shouldRecover(): bool. While the breaker is INACTIVE it is asked at each acquire, at most
     * once a millisecond; true makes the breaker RECOVERING. What a strategy throws never breaks the pool.
     */
    interface CircuitBreakerStrategy
    {
        /** A resource came back and beforeRelease accepted it. $source is the breaker. */
        public function reportSuccess(mixed $source): void;

        /** The factory failed, beforeRelease refused a resource, or one was discarded. */
        public function reportFailure(mixed $source, \Throwable $error): void;
    }

    /**
     * Keeps resources that are expensive to make, and lends them to coroutines: at most max, first come first served.
     *
     * All callables may wait. One that throws where nobody could catch it is reported as a warning.
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
}

namespace {

    class PDO
    {
        /** The object pools its connections. The constructor then connects only for ATTR_POOL_MIN. */
        public const int ATTR_POOL_ENABLED = 900;

        /** Connections that the constructor makes; a healthcheck, idle time or lifetime replaces them. */
        public const int ATTR_POOL_MIN = 901;

        /** Connections that there may be at once. */
        public const int ATTR_POOL_MAX = 902;

        /** ms between two checks of idle connections; 0: none. */
        public const int ATTR_POOL_HEALTHCHECK_INTERVAL = 903;

        /** ms that a call may wait for a connection; 0: no limit. */
        public const int ATTR_POOL_ACQUIRE_TIMEOUT = 904;

        /** ms for the roll-back, and for the reset, of what a coroutine left behind; 0: no limit. */
        public const int ATTR_POOL_CLEAN_TIMEOUT = 905;

        /** When a session is reset: POOL_RESET_AUTO, POOL_RESET_ALWAYS or POOL_RESET_NONE. */
        public const int ATTR_POOL_RESET = 906;

        /** SQL, a list of SQL, or callable(PDO): void, run on each new connection. */
        public const int ATTR_POOL_INIT = 907;

        /** Whose settings become those of all connections; null: what the main script sets first. */
        public const int ATTR_POOL_ADOPT_SETUP = 908;

        /** ms after which an idle connection is closed, down to ATTR_POOL_MIN; 0: none. */
        public const int ATTR_POOL_IDLE_TIMEOUT = 909;

        /** ms after which a connection is closed when it is not in use; 0: none. */
        public const int ATTR_POOL_MAX_LIFETIME = 910;

        /** Coroutines that may wait in line; another one fails at once; 0: no limit. */
        public const int ATTR_POOL_MAX_WAITERS = 911;

        /** ms after which a connection that is held is reported, once; 0: none. */
        public const int ATTR_POOL_LEAK_THRESHOLD = 912;

        /** The name of the pool in getStats() and in the log. */
        public const int ATTR_POOL_NAME = 913;

        /** callable(): array that gives user and password, asked at each connect. */
        public const int ATTR_POOL_CREDENTIALS = 914;

        /** ms for each call on the database; 0: no limit. */
        public const int ATTR_POOL_QUERY_TIMEOUT = 915;

        /** Prepared statements that each connection keeps; 0: none. */
        public const int ATTR_POOL_STMT_CACHE_SIZE = 916;

        /** Reset what is known or suspected to be changed, when its coroutine ends. */
        public const int POOL_RESET_AUTO = 0;

        /** Reset at every change of hands, too: for databases whose triggers or views change the session. */
        public const int POOL_RESET_ALWAYS = 1;

        /** Only roll back. */
        public const int POOL_RESET_NONE = 2;

        /** The pool of this object, for statistics, circuit breaker and close(); null when it has none. It lends nothing. */
        public function getPool(): ?\Async\Pool {}
    }
}

namespace Pdo {

    class Pgsql
    {
        /** Statements of different coroutines that one connection carries at the same time; 1: off. */
        public const int ATTR_POOL_PIPELINE = 917;

        /** Milliseconds; behind a statement that runs longer no other is put. */
        public const int ATTR_POOL_PIPELINE_DELAY = 918;
    }
}
