<?php

/** @generate-class-entries */

namespace Async;

/**
 * What spawn() returns: a function that runs until it waits, goes on when it need not wait any more, and ends once.
 *
 * @strict-properties
 * @not-serializable
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
