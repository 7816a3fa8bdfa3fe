<?php

/** @generate-class-entries */

namespace Async;

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
