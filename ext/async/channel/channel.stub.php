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
