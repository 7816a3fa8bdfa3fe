<?php

/** @generate-class-entries */

namespace Async;

/**
 * Values from coroutines to coroutines, first in, first out. With capacity 0 a sender waits for its receiver.
 *
 * @strict-properties
 * @not-serializable
 */
final class Channel implements \Countable, \IteratorAggregate
{
    public function __construct(int $capacity = 0) {}

    /** Waits for room, or for a receiver. */
    public function send(mixed $value, ?Completable $cancellation = null): void {}

    public function recv(?Completable $cancellation = null): mixed {}

    /** Nothing more can be sent. What is in the channel can still be received. */
    public function close(): void {}

    public function isClosed(): bool {}

    public function capacity(): int {}

    public function count(): int {}

    public function isEmpty(): bool {}

    public function isFull(): bool {}

    /** Receives until the channel is closed and empty. */
    public function getIterator(): \Iterator {}
}
