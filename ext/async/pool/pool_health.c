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

/* Healthchecks of idle resources, in rounds: a timer that keeps nothing alive starts a
 * coroutine, which checks every resource that was idle when its turn came and then refills the
 * pool to its minimum. The coroutine may suspend as it likes; the timer starts no second one
 * meanwhile. A round without checks just refills. */

#include "pool_aside.h"
#include "pool_call.h"
#include "pool_entry.h"
#include "zend_exceptions.h"

static async_pool_t *pool_of_timer_listener(zend_async_callback_t *callback)
{
	return ZEND_CONTAINER_OF(callback, async_pool_t, on_health_timer);
}

static async_pool_t *pool_of_end_listener(zend_async_callback_t *callback)
{
	return ZEND_CONTAINER_OF(callback, async_pool_t, on_health_end);
}

/* {{{ A round */

/* FAILURE: the coroutine has to end, EG(exception) says why. */
static zend_result check(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_verdict verdict;

	entry->health_round = pool->health_round;
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	verdict = async_pool_call_healthcheck(pool, &entry->resource);
	if (verdict == ASYNC_POOL_REFUSED && !async_pool_is_closed(pool)) {
		async_pool_discard(pool, entry, ZEND_ASYNC_POOL_UNHEALTHY);
	}
	async_pool_give_back(pool, entry);
	return EG(exception) ? FAILURE : SUCCESS;
}

/* Oldest first; one that was checked goes back to the new end, so the round is over when the oldest
 * has been seen. */
static zend_result check_idle(async_pool_t *pool)
{
	pool->health_round++;
	while (pool->idle.count
			&& async_pool_ring_oldest(&pool->idle)->health_round != pool->health_round) {
		if (check(pool, async_pool_ring_oldest(&pool->idle)) == FAILURE) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* Only while the circuit breaker is ACTIVE. A failure is not lost: the strategy has heard of it,
 * and the next acquire gets the same from the factory. */
static void refill(async_pool_t *pool)
{
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE) {
		async_pool_connect_minimum(pool);
		return;
	}
	while (!async_pool_is_closed(pool)
	 && pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE
	 && async_pool_total(pool) < pool->base.min_size) {
		async_pool_entry_t *entry = async_pool_entry_new(pool);
		if (async_pool_make_resource(pool, entry, NULL) == FAILURE) {
			if (!async_pool_is_interrupted()) {
				zend_clear_exception();
			}
			return;
		}
		async_pool_give_back(pool, entry);
	}
}

static void run_round(zend_coroutine_t *coroutine, void *data)
{
	async_pool_t *pool = data;

	bool checks = pool->round_checks && pool->base.healthcheck.fcall;

	if (!checks || check_idle(pool) == SUCCESS) {
		refill(pool);
	}
	/* Ended by cancellation: this needs no report. */
	coroutine->flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
	ZEND_ASYNC_EVENT_DEL_CALLBACK(&coroutine->event, &pool->on_health_end);
	pool->health_coroutine = NULL;
	/* A collection may have taken it for alive because of this round. */
	if (pool->base.wrapper) {
		gc_check_possible_root((zend_refcounted *) pool->base.wrapper);
	}
	async_pool_delref(pool);
}

/* The coroutine ended before it began. */
static void on_unstarted_end(zend_async_event_t *event, zend_async_callback_t *callback,
		zval *result, zend_object *exception)
{
	async_pool_t *pool = pool_of_end_listener(callback);

	pool->health_coroutine->flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
	pool->health_coroutine = NULL;
	async_pool_delref(pool);
}
/* }}} */

/* {{{ The timer */
static zend_result start_round(async_pool_t *pool, bool checks)
{
	zend_coroutine_t *coroutine;

	if (pool->health_coroutine || async_pool_is_closed(pool)) {
		return SUCCESS;
	}
	coroutine = ZEND_ASYNC_SPAWN_INTERNAL(run_round, pool, ZEND_COROUTINE_F_BACKGROUND);
	if (!coroutine) {
		return FAILURE;
	}
	async_pool_addref(pool);
	pool->round_checks = checks;
	pool->health_coroutine = coroutine;
	pool->on_health_end.notify = on_unstarted_end;
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&coroutine->event, &pool->on_health_end);
	return SUCCESS;
}

zend_result async_pool_check_health(zend_async_pool_t *base)
{
	return start_round(async_pool_from_base(base), true);
}

zend_result async_pool_refill(zend_async_pool_t *base)
{
	async_pool_t *pool = async_pool_from_base(base);

	if (base->handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE) {
		async_pool_connect_minimum(pool);
		return SUCCESS;
	}
	return async_pool_total(pool) < base->min_size ? start_round(pool, false) : SUCCESS;
}

static void on_timer(zend_async_event_t *event, zend_async_callback_t *callback, zval *result,
		zend_object *exception)
{
	ZEND_ASYNC_EVENT_ADD_CALLBACK(event, callback);
	if (async_pool_check_health(&pool_of_timer_listener(callback)->base) == FAILURE) {
		zend_clear_exception();
	}
}

zend_result async_pool_health_start(async_pool_t *pool)
{
	if (!pool->health_interval_ms) {
		return SUCCESS;
	}
	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		return FAILURE;
	}
	pool->health_timer = ZEND_ASYNC_NEW_TIMER_EVENT(pool->health_interval_ms, true);
	if (!pool->health_timer) {
		return FAILURE;
	}
	pool->health_timer->event.flags |= ZEND_ASYNC_EVENT_UNREF;
	pool->on_health_timer.notify = on_timer;
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&pool->health_timer->event, &pool->on_health_timer);
	return ZEND_ASYNC_EVENT_START(&pool->health_timer->event);
}

/* A round that runs sees that the pool is closed. */
void async_pool_health_stop(async_pool_t *pool)
{
	if (pool->health_timer) {
		ZEND_ASYNC_EVENT_STOP(&pool->health_timer->event);
		ZEND_ASYNC_EVENT_DISPOSE(&pool->health_timer->event);
		pool->health_timer = NULL;
	}
}

/* The parent's coroutine does not exist here, and its timer belongs to a reactor that will not
 * run. */
void async_pool_health_after_fork(async_pool_t *pool)
{
	if (pool->health_coroutine && pool->health_coroutine != ZEND_ASYNC_CURRENT_COROUTINE) {
		ZEND_ASYNC_EVENT_DEL_CALLBACK(&pool->health_coroutine->event, &pool->on_health_end);
		pool->health_coroutine = NULL;
		pool->refs--;
	}
	async_pool_health_stop(pool);
}
/* }}} */
