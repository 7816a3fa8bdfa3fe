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
    public function cancel(?AsyncCancellation $cancellation = null): void;

    public function isCompleted(): bool;

    public function isCancelled(): bool;
}
