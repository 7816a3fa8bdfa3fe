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

/* What a pool knows of the peer that its factory connects to, and when the factory may be called
 * again after it has failed. A peer that has been reached is trusted: as many connect at the same
 * time as the maximum allows. One that was never reached, or that a resource was lost to, is
 * doubtful: one connects at a time. After a failure nobody does for a while, which doubles with
 * each further failure; a rejection is not counted so, for it depends on the credentials and not on
 * time.
 *
 * Meanwhile callers without a time limit get a copy of the last error at once. Those with a limit
 * wait within it. When the peer is full, they all wait, as long as the pool has something that can
 * be given back. */

#include "pool_aside.h"
#include "ext/random/php_random_csprng.h"
#include "zend_exceptions.h"
#include "zend_hrtime.h"

#define NS_PER_MS 1000000u

/* 100 ms, 200 ms, and so on up to 3.2 s; each longer by up to a quarter, by chance. */
#define FIRST_DELAY_MS 100
#define MOST_DOUBLINGS 5

static bool is_backing_off(const async_pool_t *pool)
{
	return pool->backoff.failures > 0;
}

/* {{{ Failures and successes */
zend_async_pool_failure async_pool_judge(async_pool_t *pool, const zend_object *error)
{
	return pool->base.judge ? pool->base.judge(&pool->base, error) : ZEND_ASYNC_POOL_FAILED;
}

static void forget_error(async_pool_t *pool)
{
	zend_object *error = pool->backoff.error;

	pool->backoff.error = NULL;
	if (error) {
		OBJ_RELEASE(error);
	}
}

static uint64_t next_delay_ns(uint32_t doublings)
{
	uint64_t delay_ns = ((uint64_t) FIRST_DELAY_MS << doublings) * NS_PER_MS;
	uint8_t chance = 0;

	/* Without random numbers it is not spread. */
	(void) php_random_bytes_silent(&chance, sizeof(chance));
	return delay_ns + delay_ns / 4 / UINT8_MAX * chance;
}

void async_pool_note_failure(async_pool_t *pool, zend_async_pool_failure failure,
	const zend_object *error)
{
	async_pool_backoff_t *backoff = &pool->backoff;
	zend_object *copy;

	if (failure == ZEND_ASYNC_POOL_FAILED) {
		return;
	}
	copy = async_pool_copy_error(error);
	forget_error(pool);
	backoff->error = copy;
	backoff->is_full = failure == ZEND_ASYNC_POOL_FULL;
	backoff->is_doubtful = true;
	if (failure == ZEND_ASYNC_POOL_REJECTED) {
		backoff->failures = 1;
	} else if (is_backing_off(pool) && zend_hrtime() < backoff->not_before) {
		/* Those that were made at the same time fail at the same time: that is one failure. */
		return;
	} else if (backoff->failures <= MOST_DOUBLINGS) {
		backoff->failures++;
	}
	backoff->not_before = zend_hrtime() + next_delay_ns(backoff->failures - 1);
}

void async_pool_note_success(async_pool_t *pool)
{
	pool->backoff.failures = 0;
	pool->backoff.is_doubtful = false;
	pool->backoff.is_full = false;
	pool->backoff.was_reached = true;
	forget_error(pool);
	async_pool_stop_retrying(pool);
}

void async_pool_reached(zend_async_pool_t *base)
{
	async_pool_t *pool = async_pool_from_base(base);

	async_pool_note_success(pool);
	async_pool_serve_waiters(pool);
}

void async_pool_doubt(zend_async_pool_t *base)
{
	async_pool_t *pool = async_pool_from_base(base);

	pool->backoff.is_doubtful = base->judge != NULL;
}
/* }}} */

/* {{{ Who may connect, who waits */
bool async_pool_may_connect(const async_pool_t *pool)
{
	if (EXPECTED(!pool->backoff.is_doubtful)) {
		return true;
	}
	return pool->connecting == 0
		&& (!is_backing_off(pool) || zend_hrtime() >= pool->backoff.not_before);
}

bool async_pool_may_connect_here(const async_pool_t *pool)
{
	if (is_backing_off(pool) && !async_pool_may_connect(pool)) {
		async_pool_throw_copy(pool->backoff.error);
		return false;
	}
	return true;
}

bool async_pool_refuses_to_wait(const async_pool_t *pool)
{
	const async_pool_backoff_t *backoff = &pool->backoff;

	if (EXPECTED(!is_backing_off(pool)) || async_pool_may_connect(pool)
			|| (backoff->is_full && pool->active > 0) || pool->active >= pool->base.max_size) {
		return false;
	}
	async_pool_throw_copy(backoff->error);
	return true;
}
/* }}} */

/* {{{ The next try */

/* Runs inside the reactor. */
static void on_timer(zend_async_event_t *event, zend_async_callback_t *callback, zval *result,
	zend_object *exception)
{
	async_pool_serve_waiters(ZEND_CONTAINER_OF(callback, async_pool_t, backoff.on_timer));
}

/* While somebody waits a timer counts: this is no deadlock. */
void async_pool_retry_later(async_pool_t *pool)
{
	async_pool_backoff_t *backoff = &pool->backoff;
	zend_async_deadline_t due = backoff->not_before;

	if (zend_async_callback_is_linked(&backoff->on_timer)) {
		return;
	}
	async_pool_stop_retrying(pool);
	backoff->timer = ZEND_ASYNC_NEW_TIMER_EVENT(
		(zend_ulong) MAX(zend_async_deadline_left_ms(due), 1), false);
	if (backoff->timer) {
		backoff->on_timer.notify = on_timer;
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&backoff->timer->event, &backoff->on_timer);
		ZEND_ASYNC_EVENT_START(&backoff->timer->event);
	}
}

void async_pool_stop_retrying(async_pool_t *pool)
{
	zend_async_timer_event_t *timer = pool->backoff.timer;

	if (timer) {
		pool->backoff.timer = NULL;
		ZEND_ASYNC_EVENT_DISPOSE(&timer->event);
	}
}

void async_pool_backoff_free(async_pool_t *pool)
{
	ZEND_ASSERT(!pool->backoff.timer && "Stopped when the pool was closed");
	forget_error(pool);
}
/* }}} */
