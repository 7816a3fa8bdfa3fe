<?php

/** @generate-class-entries */

namespace Async;

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
