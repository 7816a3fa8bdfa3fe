/*
   +----------------------------------------------------------------------+
   | Copyright (c) The PHP Group                                          |
   +----------------------------------------------------------------------+
   | This source file is subject to version 3.01 of the PHP license,      |
   | that is bundled with this package in the file LICENSE, and is        |
   | available through the world-wide-web at the following url:           |
   | https://www.php.net/license/3_01.txt                                 |
   | If you did not receive a copy of the PHP license and are unable to   |
   | obtain it through the world-wide-web, please send a note to          |
   | license@php.net so we can mail you a copy immediately.               |
   +----------------------------------------------------------------------+
*/

/* Waiting in line for a resource. The waiter is on the stack of the coroutine that waits, and is
 * off the queue before this returns. Serving it is done in pool_places.c. */

#include "pool_aside.h"
#include "pool_call.h"
#include "pool_entry.h"
#include "zend_hrtime.h"

static bool can_wait(const async_pool_t *pool)
{
	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		return false;
	}
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		async_pool_throw_cannot_wait(pool);
		return false;
	}
	return true;
}

static void count_wait(async_pool_t *pool, uint64_t since_ns)
{
	uint64_t waited = zend_hrtime() - since_ns;

	pool->stats.wait_total_ns += waited;
	pool->stats.wait_buckets[zend_async_time_bucket(waited)]++;
	if (waited > pool->stats.wait_max_ns) {
		pool->stats.wait_max_ns = waited;
	}
}

/* Suspends until the waiter's state changes, the limit is reached or an exception comes. */
static zend_result park(async_pool_acquire_t *call, zend_async_pool_waiter_t *waiter)
{
	zend_result ok = SUCCESS;
	bool timed_out = false;

	while (ok == SUCCESS && !timed_out && waiter->state == ZEND_ASYNC_POOL_WAITER_PARKED) {
		zend_long remaining = zend_async_deadline_left_ms(call->deadline);
		if (remaining == 0) {
			break;
		}
		waiter->coroutine->awaiting = &call->pool->base.event;
		ok = ZEND_ASYNC_SUSPEND_FOR(remaining, &timed_out);
	}
	return ok;
}

/* The pool may have been closed between the hand-off and the coroutine's turn. */
static async_pool_entry_t *take_served(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (UNEXPECTED(async_pool_is_closed(pool))) {
		async_pool_give_back(pool, entry);
		async_pool_throw_closed();
		return NULL;
	}
	return entry;
}

static void throw_failure(zend_async_pool_waiter_t *waiter, zend_result ok)
{
	if (ok == SUCCESS && !waiter->is_error_shared) {
		async_pool_throw_here(waiter->error);
		return;
	}
	if (ok == SUCCESS) {
		async_pool_throw_copy(waiter->error);
	}
	OBJ_RELEASE(waiter->error);
}

/* What follows from the end of a wait; ok is FAILURE when an exception ended it. */
static async_pool_entry_t *leave_line(
		async_pool_acquire_t *call, zend_async_pool_waiter_t *waiter, zend_result ok)
{
	async_pool_t *pool = call->pool;

	switch (waiter->state) {
		case ZEND_ASYNC_POOL_WAITER_PARKED:
			/* The message counts this waiter, too. */
			if (ok == SUCCESS) {
				async_pool_throw_timeout(pool, call->started_ns);
			}
			async_pool_queue_remove(&pool->waiters, waiter);
			if (async_pool_queue_is_empty(&pool->waiters)) {
				async_pool_stop_retrying(pool);
			}
			if (ok == FAILURE) {
				async_pool_note_cancelled(pool);
			}
			return NULL;
		case ZEND_ASYNC_POOL_WAITER_SERVED:
			if (ok == SUCCESS) {
				call->is_accepted = waiter->is_fresh;
				return take_served(pool, waiter->served);
			}
			async_pool_give_back(pool, waiter->served);
			return NULL;
		case ZEND_ASYNC_POOL_WAITER_CLOSED:
			if (ok == SUCCESS) {
				async_pool_throw_closed();
			}
			return NULL;
		case ZEND_ASYNC_POOL_WAITER_UNAVAILABLE:
			if (ok == SUCCESS) {
				async_pool_throw_unavailable();
			}
			return NULL;
		case ZEND_ASYNC_POOL_WAITER_FAILED:
			throw_failure(waiter, ok);
			return NULL;
		case ZEND_ASYNC_POOL_WAITER_FORGOTTEN:
			ZEND_ASSERT(ok == FAILURE && "Only unwound");
			return NULL;
	}
	ZEND_UNREACHABLE();
}

/* Those for whom a resource can be made do not count as waiting for others. */
static uint32_t count_places(const async_pool_t *pool)
{
	return pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE
		? async_pool_free_places(pool) : 0;
}

static bool is_turned_away(async_pool_t *pool)
{
	if (EXPECTED(!pool->max_waiters)
			|| pool->waiters.count < pool->max_waiters + count_places(pool)) {
		return false;
	}
	pool->stats.turned_away++;
	async_pool_throw_too_many(pool);
	return true;
}

static void join_line(async_pool_acquire_t *call, zend_async_pool_waiter_t *waiter, bool in_front)
{
	async_pool_t *pool = call->pool;

	waiter->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	waiter->is_limited = call->deadline != ZEND_ASYNC_NO_DEADLINE;
	if (in_front) {
		async_pool_queue_push_front(&pool->waiters, waiter);
	} else {
		async_pool_queue_push(&pool->waiters, waiter);
	}
	async_pool_watch_garbage();
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE) {
		async_pool_connect_for_waiters(pool);
	}
}

async_pool_entry_t *async_pool_wait_in_line(async_pool_acquire_t *call, bool in_front)
{
	async_pool_t *pool = call->pool;
	zend_async_pool_waiter_t waiter = {0};
	bool has_place = pool->waiters.count < count_places(pool);
	uint64_t since_ns;
	zend_result ok;

	if (!can_wait(pool) || is_turned_away(pool)
			|| (call->deadline == ZEND_ASYNC_NO_DEADLINE && async_pool_refuses_to_wait(pool))) {
		return NULL;
	}
	join_line(call, &waiter, in_front);
	if (has_place) {
		ok = park(call, &waiter);
	} else {
		pool->stats.waited++;
		since_ns = zend_hrtime();
		ok = park(call, &waiter);
		count_wait(pool, since_ns);
	}
	return leave_line(call, &waiter, ok);
}
