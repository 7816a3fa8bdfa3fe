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

/* Statements in garbage cycles hold connections whose coroutine has ended. While a coroutine
 * waits for a place in the pool and such a connection exists, garbage is collected: at once, if
 * that takes at most 2 % of the time, else once as soon as it does, by an internal coroutine. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"
#include "zend_gc.h"

/* A collection of 1 ms pays for 49 ms without one. */
#define REST_FACTOR 49

#define NS_PER_MS 1000000

static bool is_exhausted(const pdo_pool_t *pool)
{
	zend_async_pool_stats_t stats;

	ZEND_ASYNC_POOL_STATS(pool->async, &stats);
	return stats.waiting > 0
		|| (stats.idle == 0 && stats.active + stats.connecting >= pool->async->max_size);
}

static void collect(pdo_pool_t *pool)
{
	zend_hrtime_t begin = zend_hrtime(), end;

	/* The function that others may have wrapped: destructors must not wait in the middle of it. */
	gc_collect_cycles();
	end = zend_hrtime();
	pool->no_gc_before = end + REST_FACTOR * (end - begin);
}

/* Body of the collector. The PDO object may go while it waits: internal_data is NULL then. */
static void collect_later(zend_coroutine_t *coroutine, void *data)
{
	pdo_pool_t *pool = coroutine->internal_data;
	zend_hrtime_t now = zend_hrtime();
	bool timed_out;

	if (pool && now < pool->no_gc_before) {
		zend_long rest_ms = (zend_long) ((pool->no_gc_before - now) / NS_PER_MS) + 1;

		ZEND_ASYNC_SUSPEND_FOR(rest_ms, &timed_out);
		zend_clear_exception();
		pool = coroutine->internal_data;
	}
	if (!pool) {
		return;
	}
	pdo_pool_forget_collector(pool);
	if (pool->conns_in[PDO_POOL_CONN_LEFT] > 0 && is_exhausted(pool)) {
		collect(pool);
	}
}

static void start_collector(pdo_pool_t *pool)
{
	zend_object *in_flight = EG(exception);

	pool->collector = ZEND_ASYNC_SPAWN_INTERNAL(collect_later, pool, ZEND_COROUTINE_F_BACKGROUND);
	if (pool->collector) {
		GC_ADDREF(ZEND_ASYNC_COROUTINE_OBJECT(pool->collector));
	} else {
		pdo_pool_forget_exception(in_flight);
	}
}

void pdo_pool_forget_collector(pdo_pool_t *pool)
{
	zend_coroutine_t *collector = pool->collector;

	if (collector) {
		pool->collector = NULL;
		collector->internal_data = NULL;
		OBJ_RELEASE(ZEND_ASYNC_COROUTINE_OBJECT(collector));
	}
}

void pdo_pool_collect_for_waiters(pdo_pool_t *pool)
{
	if (!pool->collector && pool->async && is_exhausted(pool)) {
		start_collector(pool);
	}
}

void pdo_pool_collect_before_waiting(pdo_pool_t *pool)
{
	if (!is_exhausted(pool)) {
		return;
	}
	if (zend_hrtime() >= pool->no_gc_before) {
		collect(pool);
	} else if (!pool->collector && ZEND_ASYNC_CAN_SUSPEND()) {
		start_collector(pool);
	}
}
