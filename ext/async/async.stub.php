<?php

/**
 * @generate-function-entries
 * @setting async.threadpool_size Threads for what can only be done by blocking one: names, ODBC, the C client library
 *     of MySQL. 1 to 1024, per process, read once.
 * @setting async.scheduler_seed In debug builds only: a number other than 0 makes orders of coroutines that are rare
 *     otherwise, the same ones for the same number.
 */

namespace Async;

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
