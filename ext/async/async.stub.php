<?php

/** @generate-function-entries */

namespace Async;

function spawn(callable $task, mixed ...$args): Coroutine {}

function suspend(): void {}

function delay(int $ms): void {}

function await(Completable $awaitable, ?Completable $cancellation = null): mixed {}

function timeout(int $ms): Completable {}

function protect(\Closure $closure): mixed {}

function current_coroutine(): Coroutine {}

/** @return array<int, Coroutine> */
function get_coroutines(): array {}

function await_all(iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

function await_all_or_fail(iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true): array {}

function await_any_or_fail(iterable $triggers, ?Completable $cancellation = null): mixed {}

function await_first_success(iterable $triggers, ?Completable $cancellation = null): mixed {}

function await_any_of(int $count, iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}

function await_any_of_or_fail(int $count, iterable $triggers, ?Completable $cancellation = null, bool $preserveKeyOrder = true, bool $fillNull = false): array {}
