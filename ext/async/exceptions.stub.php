<?php

/** @generate-class-entries */

namespace Async;

/** Something about coroutines or pools went wrong. */
class AsyncException extends \Exception
{
}

class PoolException extends AsyncException
{
}

/** The channel is closed. */
class ChannelException extends AsyncException
{
}

/** acquire() timed out: the pool is well, but busy. */
class PoolTimeoutException extends PoolException
{
}

/** A circuit breaker is open. */
class ServiceUnavailableException extends AsyncException
{
}

/** The cause that a timeout() token gives. */
class TimeoutException extends \Exception
{
}

/** An Error, so that catch (\Exception) does not swallow it. */
class AsyncCancellation extends \Error
{
}

/** A wait was given up because its cancellation token was tripped; the cause is in getPrevious(). */
class OperationCanceledException extends AsyncCancellation
{
}

/** Every coroutine waits and nothing can wake one. */
class DeadlockError extends \Error
{
}

/** Several exceptions at once. The first of them is also in getPrevious(). */
final class CompositeException extends \Exception
{
    private array $exceptions = [];

    public function addException(\Throwable $exception): void {}

    /** @return array<int, \Throwable> */
    public function getExceptions(): array {}
}
