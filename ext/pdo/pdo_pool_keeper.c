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

/* How long a connection may live, be idle, and be held. While a pool with such a limit has
 * connections, a timer that keeps nothing alive looks at them, ten times within the shortest of the
 * limits. When something is to be done, an internal coroutine does it: the keeper. An expired
 * connection that is taken before the keeper comes is refused by pdo_pool_before_acquire(). */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "ext/random/php_random_csprng.h"
#include "zend_exceptions.h"

#define NS_PER_MS 1000000
/* Of the timer, in milliseconds. */
#define LEAST_INTERVAL 10
#define GREATEST_INTERVAL 1000

/* {{{ The limits of a connection */

/* A limit less up to a tenth of it, another part for each connection: those that were made at the
 * same time do not all go at the same time. */
static zend_hrtime_t spread(const pdo_pool_conn_t *conn, zend_long limit_ms)
{
	zend_hrtime_t limit = (zend_hrtime_t) limit_ms * NS_PER_MS;
	return limit - limit / 10 / UINT16_MAX * conn->jitter;
}

void pdo_pool_limit_life(pdo_pool_conn_t *conn)
{
	const pdo_pool_config *config = &conn->pool->config;

	if (config->idle_timeout || config->max_lifetime) {
		/* Without random numbers they do go at the same time. */
		(void) php_random_bytes_silent(&conn->jitter, sizeof(conn->jitter));
	}
	if (config->max_lifetime) {
		conn->expires_at = zend_hrtime() + spread(conn, config->max_lifetime);
	}
}

static bool is_idle_too_long(const pdo_pool_conn_t *conn, zend_hrtime_t now)
{
	zend_long limit_ms = conn->pool->config.idle_timeout;
	return limit_ms && now >= conn->idle_since + spread(conn, limit_ms);
}

static bool is_held_too_long(const pdo_pool_conn_t *conn, zend_hrtime_t now)
{
	zend_long limit_ms = conn->pool->config.leak_threshold;

	return limit_ms && !conn->is_leak_reported
		&& (conn->state == PDO_POOL_CONN_HELD || conn->state == PDO_POOL_CONN_LEFT)
		&& now >= conn->held_since + (zend_hrtime_t) limit_ms * NS_PER_MS;
}
/* }}} */

/* {{{ Idle connections that go */
static uint32_t total(const pdo_pool_t *pool)
{
	zend_async_pool_stats_t stats;

	ZEND_ASYNC_POOL_STATS(pool->async, &stats);
	return stats.idle + stats.active + stats.connecting;
}

/* PDO_POOL_OPEN: it stays. Idle ones go down to the minimum; expired ones go, and are replaced. */
static pdo_pool_close_reason reason_to_evict(const pdo_pool_conn_t *conn, zend_hrtime_t now)
{
	if (conn->state != PDO_POOL_CONN_IDLE || conn->close_reason != PDO_POOL_OPEN) {
		return PDO_POOL_OPEN;
	}
	if (pdo_pool_has_expired(conn, now)) {
		return PDO_POOL_EXPIRED;
	}
	return is_idle_too_long(conn, now) && total(conn->pool) > conn->pool->async->min_size
		? PDO_POOL_IDLE_TOO_LONG : PDO_POOL_OPEN;
}

/* One that is on its way to a coroutine is not idle for the async pool, and stays. */
static bool evict(pdo_pool_conn_t *conn, pdo_pool_close_reason reason) /* may suspend */
{
	zend_async_pool_t *async = conn->pool->async;
	zval resource;

	ZVAL_PTR(&resource, conn);
	if (!ZEND_ASYNC_POOL_PREFER(async, &resource)) {
		return false;
	}
	pdo_pool_conn_condemn(conn, reason);
	return ZEND_ASYNC_POOL_EVICT(async, &resource);
}

/* false: there is none. Others may have come and gone meanwhile. */
static bool evict_one(pdo_pool_t *pool) /* may suspend */
{
	zend_hrtime_t now = zend_hrtime();

	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		pdo_pool_close_reason reason = reason_to_evict(conn, now);

		if (reason != PDO_POOL_OPEN && evict(conn, reason)) {
			return true;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return false;
}
/* }}} */

/* {{{ Connections that are held too long */

/* Raised for the line that took it: a coroutine that forgot it has no line of its own now. */
static void report_leak(pdo_pool_conn_t *conn, zend_hrtime_t now) /* may suspend */
{
	uint64_t held_ms = (now - conn->held_since) / NS_PER_MS;
	zend_string *file = conn->taken_in_file ? zend_string_copy(conn->taken_in_file) : NULL;
	uint32_t line = conn->taken_on_line;

	conn->is_leak_reported = true;
	conn->pool->leaks++;
	pdo_pool_log(conn->pool, "a connection is held for %" PRIu64 " ms, taken in %s on line %u",
		held_ms, file ? ZSTR_VAL(file) : "Unknown", line);
	zend_error_at(E_WARNING, file, line, "A connection of the pool that was taken here is held "
		"for %" PRIu64 " ms now, longer than PDO::ATTR_POOL_LEAK_THRESHOLD", held_ms);
	if (file) {
		zend_string_release(file);
	}
	/* An error handler that throws has no one here to tell. */
	zend_clear_exception();
}

static bool report_one_leak(pdo_pool_t *pool) /* may suspend */
{
	zend_hrtime_t now = zend_hrtime();

	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		if (is_held_too_long(conn, now)) {
			report_leak(conn, now);
			return true;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return false;
}
/* }}} */

/* {{{ The keeper */
static void forget_keeper(pdo_pool_t *pool)
{
	zend_coroutine_t *keeper = pool->keeper;

	if (keeper) {
		pool->keeper = NULL;
		keeper->internal_data = NULL;
		OBJ_RELEASE(ZEND_ASYNC_COROUTINE_OBJECT(keeper));
	}
}

/* Body of the keeper. The PDO object may go while it waits: internal_data is NULL then. */
static void keep(zend_coroutine_t *coroutine, void *data)
{
	pdo_pool_t *pool;

	while ((pool = coroutine->internal_data) && !EG(exception)
			&& (evict_one(pool) || report_one_leak(pool))) {
	}
	if (pool) {
		forget_keeper(pool);
		if (!EG(exception) && ZEND_ASYNC_POOL_REFILL(pool->async) == FAILURE) {
			zend_clear_exception();
		}
	}
}

static void start_keeper(pdo_pool_t *pool)
{
	zend_object *in_flight = EG(exception);

	pool->keeper = ZEND_ASYNC_SPAWN_INTERNAL(keep, pool, ZEND_COROUTINE_F_BACKGROUND);
	if (pool->keeper) {
		pool->keeper_forks = pdo_pool_forks;
		GC_ADDREF(ZEND_ASYNC_COROUTINE_OBJECT(pool->keeper));
	} else {
		pdo_pool_forget_exception(in_flight);
	}
}
/* }}} */

/* {{{ The timer */
static bool is_anything_due(pdo_pool_t *pool)
{
	zend_hrtime_t now = zend_hrtime();

	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		if (reason_to_evict(conn, now) != PDO_POOL_OPEN || is_held_too_long(conn, now)) {
			return true;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return total(pool) < pool->async->min_size;
}

/* The next connection that is made starts it again. */
static bool is_timer_needed(const pdo_pool_t *pool)
{
	return !ZEND_ASYNC_POOL_IS_CLOSED(pool->async)
		&& (!zend_async_list_is_empty(&pool->conns) || pool->async->min_size > 0);
}

/* Runs inside the reactor. */
static void on_timer(zend_async_event_t *event, zend_async_callback_t *callback, zval *result,
	zend_object *exception)
{
	pdo_pool_t *pool = ZEND_CONTAINER_OF(callback, pdo_pool_t, on_keeper_timer);

	/* There is no async pool yet while its first connections are made. */
	if (pool->async && !is_timer_needed(pool)) {
		ZEND_ASYNC_EVENT_STOP(event);
		return;
	}
	ZEND_ASYNC_EVENT_ADD_CALLBACK(event, callback);
	/* A keeper of the parent's does not run in a forked child. */
	if (pool->keeper && pool->keeper_forks != pdo_pool_forks) {
		forget_keeper(pool);
	}
	if (pool->async && !pool->keeper && is_anything_due(pool)) {
		start_keeper(pool);
	}
}

/* 0: no limit is set. */
static zend_long timer_interval(const pdo_pool_config *config)
{
	const zend_long limits[] = {
		config->idle_timeout, config->max_lifetime, config->leak_threshold};
	zend_long shortest = 0;

	for (size_t i = 0; i < sizeof(limits) / sizeof(limits[0]); i++) {
		if (limits[i] && (!shortest || limits[i] < shortest)) {
			shortest = limits[i];
		}
	}
	return shortest ? MIN(MAX(shortest / 10, LEAST_INTERVAL), GREATEST_INTERVAL) : 0;
}

static bool make_timer(pdo_pool_t *pool, zend_long interval)
{
	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		return false;
	}
	pool->keeper_timer = ZEND_ASYNC_NEW_TIMER_EVENT((zend_ulong) interval, true);
	if (!pool->keeper_timer) {
		return false;
	}
	pool->keeper_timer->event.flags |= ZEND_ASYNC_EVENT_UNREF;
	pool->on_keeper_timer.notify = on_timer;
	return true;
}

/* A timer that cannot be had does not keep a connection from being made. */
void pdo_pool_start_keeping(pdo_pool_t *pool)
{
	zend_long interval = timer_interval(&pool->config);

	/* A connect may end after the PDO object is gone, and its keeper with it. */
	if (!pool->config.object) {
		return;
	}
	if (!interval || (!pool->keeper_timer && !make_timer(pool, interval))) {
		zend_clear_exception();
		return;
	}
	if (!zend_async_callback_is_linked(&pool->on_keeper_timer)) {
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&pool->keeper_timer->event, &pool->on_keeper_timer);
		ZEND_ASYNC_EVENT_START(&pool->keeper_timer->event);
	}
}

void pdo_pool_end_keeping(pdo_pool_t *pool)
{
	forget_keeper(pool);
	if (pool->keeper_timer) {
		ZEND_ASYNC_EVENT_DISPOSE(&pool->keeper_timer->event);
		pool->keeper_timer = NULL;
	}
}
/* }}} */
