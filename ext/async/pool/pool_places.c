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

/* The places of a pool: taking one, filling it, emptying it, giving it back, and the hand-off to
 * the coroutine that has waited longest. Acquire and release
 * decide when. */

#include "pool_aside.h"
#include "pool_call.h"
#include "pool_entry.h"
#include "exceptions.h"

/* {{{ Taking */
async_pool_entry_t *async_pool_reserve(async_pool_t *pool)
{
	async_pool_entry_t *entry;

	if (pool->idle.count) {
		entry = async_pool_ring_newest(&pool->idle);
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	} else if (async_pool_total(pool) < pool->base.max_size) {
		entry = async_pool_entry_new(pool);
	} else {
		return NULL;
	}
	if (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING) {
		entry->probe = pool->probing = true;
	}
	return entry;
}

static void report_failure(async_pool_t *pool)
{
	async_pool_inflight_t inflight;

	if (!async_pool_is_interrupted()) {
		async_pool_inflight_begin(&inflight);
		async_pool_note_failure(pool,
			async_pool_judge(pool, inflight.exception), inflight.exception);
		async_circuit_report_failure(pool, inflight.exception);
		async_pool_inflight_end(&inflight);
	}
}

/* A factory that forks returns in the child, too: there it is called once more. One that forks
 * every time must not go on doing so. */
static zend_result call_factory(async_pool_t *pool, async_pool_entry_t *entry, zval *resource)
{
	zend_result ok = async_pool_call_factory(pool, resource);

	for (int again = 1; UNEXPECTED(entry->state == ASYNC_POOL_ENTRY_ABANDONED); again--) {
		if (ok == FAILURE) {
			break;
		}
		async_pool_entry_refuse_foreign(pool, entry, resource);
		if (!again) {
			async_throw(async_ce_pool_exception,
				"The factory of the pool forks each time that it is called");
			return FAILURE;
		}
		ok = async_pool_call_factory(pool, resource);
	}
	return ok;
}

zend_result async_pool_make_resource(async_pool_t *pool, async_pool_entry_t *entry,
	const async_pool_acquire_t *call)
{
	async_pool_alarm_t alarm;
	zval resource;
	zend_result ok;
	bool interrupted;

	async_pool_alarm_set(&alarm, call ? call->deadline : ZEND_ASYNC_NO_DEADLINE);
	ok = call_factory(pool, entry, &resource);
	interrupted = async_pool_alarm_end(&alarm);
	if (ok == SUCCESS) {
		pool->stats.created++;
		async_pool_note_success(pool);
		async_pool_entry_fill(pool, entry, &resource);
		return SUCCESS;
	}
	pool->stats.factory_failures++;
	ZEND_ASSERT((EG(exception) || interrupted) && "Only the alarm takes an exception away");
	/* The message counts the place that the factory had. */
	if (interrupted && !async_pool_is_interrupted()) {
		async_pool_throw_timeout(pool, call->started_ns);
	}
	report_failure(pool);
	async_pool_free_place(pool, entry);
	return FAILURE;
}
/* }}} */

/* {{{ Hand-off */
void async_pool_dismiss(async_pool_t *pool, zend_async_pool_waiter_t *waiter,
	zend_async_pool_waiter_state state)
{
	async_pool_queue_remove(&pool->waiters, waiter);
	waiter->state = state;
	ZEND_ASYNC_RESUME(waiter->coroutine);
}

/* With thousands in line each waiter is on a stack that no cache of the processor holds. */
static void prefetch_next_waiter(const async_pool_t *pool)
{
	if (!async_pool_queue_is_empty(&pool->waiters)) {
		const zend_async_pool_waiter_t *waiter = async_pool_queue_oldest(&pool->waiters);
		ASYNC_PREFETCH(waiter->node.next);
		ASYNC_PREFETCH(waiter->coroutine);
		ASYNC_PREFETCH((const char *) waiter->coroutine + 64);
		ASYNC_PREFETCH((const char *) waiter->coroutine + 128);
	}
}

void async_pool_serve_waiters(async_pool_t *pool)
{
	while (!async_pool_queue_is_empty(&pool->waiters) && async_pool_admits(pool)) {
		zend_async_pool_waiter_t *waiter = async_pool_queue_oldest(&pool->waiters);
		async_pool_entry_t *entry;

		if (!pool->idle.count && (pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE)) {
			async_pool_connect_for_waiters(pool);
			return;
		}
		entry = async_pool_reserve(pool);
		if (!entry) {
			return;
		}
		waiter->served = entry;
		pool->stats.handoffs++;
		async_pool_dismiss(pool, waiter, ZEND_ASYNC_POOL_WAITER_SERVED);
		prefetch_next_waiter(pool);
	}
}

void async_pool_dismiss_waiters(async_pool_t *pool, zend_async_pool_waiter_state state)
{
	while (!async_pool_queue_is_empty(&pool->waiters)) {
		async_pool_dismiss(pool, async_pool_queue_oldest(&pool->waiters), state);
	}
}
/* }}} */

/* {{{ Giving back */
void async_pool_free_place(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_FREE);
	if (UNEXPECTED(pool->is_trimming)) {
		async_pool_note_trimmed(pool);
	}
	async_pool_serve_waiters(pool);
}

void async_pool_discard(
		async_pool_t *pool, async_pool_entry_t *entry, zend_async_pool_reason reason)
{
	async_pool_inflight_t inflight;
	zval resource;

	if (UNEXPECTED(entry->state == ASYNC_POOL_ENTRY_ABANDONED)) {
		async_pool_entry_drop_abandoned(pool, entry);
		return;
	}
	pool->stats.destroyed[reason]++;
	async_pool_inflight_begin(&inflight);
	async_pool_call_destructor(pool, &entry->resource, reason);
	ZVAL_COPY_VALUE(&resource, &entry->resource);
	ZVAL_UNDEF(&entry->resource);
	/* May run a PHP destructor. */
	zval_ptr_dtor(&resource);
	async_pool_report_exception();
	async_pool_inflight_end(&inflight);
}

void async_pool_give_back(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (UNEXPECTED(entry->state == ASYNC_POOL_ENTRY_ABANDONED)) {
		async_pool_entry_drop_abandoned(pool, entry);
		async_pool_free_place(pool, entry);
	} else if (Z_TYPE(entry->resource) == IS_UNDEF) {
		async_pool_free_place(pool, entry);
	} else if (async_pool_is_closed(pool)) {
		async_pool_discard(pool, entry, ZEND_ASYNC_POOL_CLOSED);
		async_pool_free_place(pool, entry);
	} else if (EXPECTED(!pool->is_trimming) || !async_pool_trim(pool, entry)) {
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_IDLE);
		async_pool_serve_waiters(pool);
	}
}
/* }}} */

/* {{{ Idle resources that the owner of the pool names */
bool async_pool_prefer(zend_async_pool_t *base, const zval *resource)
{
	async_pool_t *pool = async_pool_from_base(base);
	uint64_t key = async_pool_index_key(resource);

	for (uint32_t at = pool->idle.count; at-- > 0;) {
		if (async_pool_entry_holds(async_pool_ring_at(&pool->idle, at), resource, key)) {
			async_pool_ring_raise(&pool->idle, at);
			return true;
		}
	}
	return false;
}

bool async_pool_evict(zend_async_pool_t *base, const zval *resource)
{
	async_pool_t *pool = async_pool_from_base(base);
	async_pool_entry_t *entry;

	if (!async_pool_prefer(base, resource)) {
		return false;
	}
	entry = async_pool_ring_newest(&pool->idle);
	async_pool_addref(pool);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_discard(pool, entry, ZEND_ASYNC_POOL_UNHEALTHY);
	async_pool_free_place(pool, entry);
	async_pool_delref(pool);
	return true;
}
/* }}} */

void async_pool_stats(const zend_async_pool_t *base, zend_async_pool_stats_t *stats)
{
	const async_pool_t *pool = (const async_pool_t *) base;

	*stats = pool->stats;
	stats->idle = pool->idle.count;
	stats->active = pool->active;
	stats->connecting = pool->connecting;
	stats->waiting = pool->waiters.count;
}
