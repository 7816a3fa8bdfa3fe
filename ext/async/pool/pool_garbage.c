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

/* What coroutines in line wait for may be held by garbage: a statement in a cycle pins its
 * connection, an object in a cycle gives its resource back in its destructor. It may have become
 * garbage after they began to wait. So garbage is collected while somebody waits, whenever a time
 * has passed and there is something to look at; it takes at most 2 % of the time. And once more
 * before a deadlock is reported. */

#include "pool.h"
#include "zend_exceptions.h"
#include "zend_gc.h"
#include "zend_hrtime.h"

/* Between two looks, at least. A collection of 1 ms pays for 49 ms without one. */
#define INTERVAL_MS 50
#define REST_FACTOR 49

#define NS_PER_MS 1000000

static bool is_anybody_in_line(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(pools), async_pool_t, node, pool) {
		if (!async_pool_queue_is_empty(&pool->waiters)) {
			return true;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return false;
}

/* A collection leaves no possible roots: those that there are have come since. */
static bool may_be_garbage(void)
{
	zend_gc_status status;

	zend_gc_get_status(&status);
	return status.num_roots > 0;
}

/* {{{ The timer. It keeps nothing alive. */
static void set_timer(zend_ulong ms)
{
	zend_async_timer_event_t *timer = ASYNC_G(garbage_timer);

	ZEND_ASYNC_EVENT_STOP(&timer->event);
	timer->timeout_ms = ms;
	if (!zend_async_callback_is_linked(&ASYNC_G(on_garbage_timer))) {
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&timer->event, &ASYNC_G(on_garbage_timer));
	}
	ZEND_ASYNC_EVENT_START(&timer->event);
}

/* Body of the collector, where destructors can be called. */
static void collect(zend_coroutine_t *coroutine, void *data)
{
	zend_hrtime_t begin = zend_hrtime(), taken;

	if (gc_collect_cycles() > 0) {
		ASYNC_G(garbage_was_none) = false;
	}
	taken = zend_hrtime() - begin;
	if (ASYNC_G(garbage_timer)) {
		set_timer(MAX(INTERVAL_MS, (zend_ulong) (REST_FACTOR * taken / NS_PER_MS)));
	}
}

static bool start_collector(void)
{
	if (!ZEND_ASYNC_SPAWN_INTERNAL(collect, NULL, ZEND_COROUTINE_F_BACKGROUND)) {
		zend_clear_exception();
		return false;
	}
	return true;
}

/* Runs inside the reactor. With nobody in line it is not set again. */
static void on_timer(zend_async_event_t *event, zend_async_callback_t *callback, zval *result,
	zend_object *exception)
{
	if (!is_anybody_in_line()) {
		return;
	}
	set_timer(INTERVAL_MS);
	if (may_be_garbage()) {
		start_collector();
	}
}

void async_pool_watch_garbage(void)
{
	if (!ASYNC_G(garbage_timer)) {
		ASYNC_G(garbage_timer) = ZEND_ASYNC_NEW_TIMER_EVENT(INTERVAL_MS, false);
		if (!ASYNC_G(garbage_timer)) {
			zend_clear_exception();
			return;
		}
		ASYNC_G(garbage_timer)->event.flags |= ZEND_ASYNC_EVENT_UNREF;
		ASYNC_G(on_garbage_timer).notify = on_timer;
	}
	if (!(ASYNC_G(garbage_timer)->event.flags & ZEND_ASYNC_EVENT_STARTED)) {
		set_timer(INTERVAL_MS);
	}
}

void async_pool_stop_watching_garbage(void)
{
	zend_async_timer_event_t *timer = ASYNC_G(garbage_timer);

	ASYNC_G(garbage_was_none) = false;
	if (timer) {
		ASYNC_G(garbage_timer) = NULL;
		ZEND_ASYNC_EVENT_DISPOSE(&timer->event);
	}
}
/* }}} */

/* Nothing else runs between a collection that found nothing and the next time that this is asked:
 * then it is a deadlock. */
bool async_pool_collect_before_deadlock(void)
{
	if (ASYNC_G(garbage_was_none)) {
		ASYNC_G(garbage_was_none) = false;
		return false;
	}
	ASYNC_G(garbage_was_none) = is_anybody_in_line() && may_be_garbage() && start_collector();
	return ASYNC_G(garbage_was_none);
}
