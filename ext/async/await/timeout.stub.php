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

    public function isCompleted(): bool {}

    public function isCancelled(): bool {}
}
