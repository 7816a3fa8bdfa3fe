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

/* What a pool tells those who operate it: getStats(), and a line in the error log for each event,
 * when pdo.pool_log is on. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"

#define NS_PER_MS 1000000

/* {{{ Times */

void pdo_pool_count_time(pdo_pool_times *times, zend_hrtime_t time)
{
	times->count++;
	times->sum += time;
	times->max = MAX(times->max, time);
	times->buckets[zend_async_time_bucket(time)]++;
}

/* The buckets have their bound as key, the last one "inf"; none contains another. */
static void add_times(zval *stats, const char *name, const pdo_pool_times *times)
{
	zval array, buckets;

	array_init_size(&buckets, ZEND_ASYNC_TIME_BUCKETS);
	for (size_t i = 0; i < ZEND_ASYNC_TIME_BUCKETS - 1; i++) {
		add_index_long(&buckets, zend_async_time_bounds[i], (zend_long) times->buckets[i]);
	}
	add_assoc_long(&buckets, "inf", (zend_long) times->buckets[ZEND_ASYNC_TIME_BUCKETS - 1]);
	array_init_size(&array, 4);
	add_assoc_long(&array, "count", (zend_long) times->count);
	add_assoc_double(&array, "total_ms", (double) times->sum / NS_PER_MS);
	add_assoc_double(&array, "max_ms", (double) times->max / NS_PER_MS);
	add_assoc_zval(&array, "buckets_ms", &buckets);
	add_assoc_zval(stats, name, &array);
}
/* }}} */

/* How long it took to get a connection: those that found one at once are in the first bucket. */
static void add_wait_times(zval *stats, zend_async_pool_t *async)
{
	zend_async_pool_stats_t counts;
	pdo_pool_times times = {0};

	ZEND_ASYNC_POOL_STATS(async, &counts);
	memcpy(times.buckets, counts.wait_buckets, sizeof(times.buckets));
	times.buckets[0] += counts.acquired > counts.waited ? counts.acquired - counts.waited : 0;
	for (size_t i = 0; i < ZEND_ASYNC_TIME_BUCKETS; i++) {
		times.count += times.buckets[i];
	}
	times.sum = counts.wait_total_ns;
	times.max = counts.wait_max_ns;
	add_times(stats, "wait", &times);
}

/* {{{ getStats() */
static const char *const reasons[PDO_POOL_CLOSE_REASON_COUNT] = {
	[PDO_POOL_CLOSED] = "closed",
	[PDO_POOL_LOST] = "lost",
	[PDO_POOL_INTERRUPTED] = "interrupted",
	[PDO_POOL_ROLLBACK_FAILED] = "rollback_failed",
	[PDO_POOL_RESET_FAILED] = "reset_failed",
	[PDO_POOL_DIRTY] = "dirty",
	[PDO_POOL_IDLE_TOO_LONG] = "idle",
	[PDO_POOL_EXPIRED] = "expired",
	[PDO_POOL_READ_ONLY] = "read_only",
	[PDO_POOL_RETIRED] = "retired",
	[PDO_POOL_UNHEALTHY] = "unhealthy",
	[PDO_POOL_FORKED] = "forked",
};

static void add_name(zval *stats, const pdo_pool_t *pool)
{
	if (pool->name) {
		add_assoc_str(stats, "name", zend_string_copy(pool->name));
	} else {
		add_assoc_null(stats, "name");
	}
}

static void add_cache(zval *stats, const pdo_pool_t *pool)
{
	zval cache;

	array_init_size(&cache, 3);
	add_assoc_long(&cache, "hits", (zend_long) pool->cache_hits);
	add_assoc_long(&cache, "misses", (zend_long) pool->cache_misses);
	add_assoc_long(&cache, "evicted", (zend_long) pool->cache_evicted);
	add_assoc_zval(stats, "stmt_cache", &cache);
}

void pdo_pool_stats(zend_async_pool_t *async, zval *stats)
{
	const pdo_pool_t *pool = async->user_data;
	zval destroyed;

	array_init_size(&destroyed, PDO_POOL_CLOSE_REASON_COUNT);
	for (int reason = PDO_POOL_CLOSED; reason < PDO_POOL_CLOSE_REASON_COUNT; reason++) {
		add_assoc_long(&destroyed, reasons[reason], (zend_long) pool->closed[reason]);
	}
	zend_hash_str_update(Z_ARRVAL_P(stats), "destroyed", sizeof("destroyed") - 1, &destroyed);
	add_assoc_long(stats, "rolled_back", (zend_long) pool->rolled_back);
	add_assoc_long(stats, "resets", (zend_long) pool->resets);
	add_assoc_long(stats, "query_timeouts", (zend_long) pool->query_timeouts);
	add_assoc_long(stats, "leaks", (zend_long) pool->leaks);
	add_cache(stats, pool);
	add_assoc_long(stats, "pipelined", (zend_long) pool->line.num_carried);
	add_wait_times(stats, async);
	add_times(stats, "use", &pool->use);
	add_times(stats, "connect", &pool->connect);
	add_name(stats, pool);
}
/* }}} */

/* {{{ The log */
void pdo_pool_log(const pdo_pool_t *pool, const char *format, ...)
{
	zend_string *event, *line;
	va_list args;

	if (EXPECTED(!zend_ini_parse_bool(zend_ini_str_ex(ZEND_STRL("pdo.pool_log"), false, NULL)))) {
		return;
	}
	va_start(args, format);
	event = zend_vstrpprintf(0, format, args);
	va_end(args);
	line = zend_strpprintf(0, "PDO pool %s: %s",
		pool->name ? ZSTR_VAL(pool->name) : pool->driver->driver_name, ZSTR_VAL(event));
	php_log_err(ZSTR_VAL(line));
	zend_string_release(line);
	zend_string_release(event);
}

void pdo_pool_log_close(const pdo_pool_t *pool, pdo_pool_close_reason reason)
{
	pdo_pool_log(pool, "connection closed, reason: %s", reasons[reason]);
}
/* }}} */
