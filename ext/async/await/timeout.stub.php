<?php

/** @generate-class-entries */

namespace Async;

/**
 * What timeout() returns: completes with a TimeoutException when its time has passed.
 *
 * @strict-properties
 * @not-serializable
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
