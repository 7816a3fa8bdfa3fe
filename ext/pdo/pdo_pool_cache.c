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

/* The prepared statements that a connection keeps: see pdo_pool_cache.h. Nothing here talks to a
 * server. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "pdo_pool_verdict.h"

#define MIN_BUCKETS 16
#define MAX_BUCKETS 4096

/* {{{ The container */
static zend_ulong hash_of(zend_string *text, const void *variant, uint32_t variant_size)
{
	zend_ulong hash = zend_string_hash_val(text);

	return variant_size ? hash * 33 + zend_inline_hash_func(variant, variant_size) : hash;
}

static bool is_the_same(const pdo_pool_cached_t *cached, zend_ulong hash, const zend_string *text,
	const void *variant, uint32_t variant_size)
{
	return cached->hash == hash && cached->variant_size == variant_size
		&& zend_string_equals(cached->text, text)
		&& (variant_size == 0 || memcmp(cached->variant, variant, variant_size) == 0);
}

static pdo_pool_cached_t **bucket_of(pdo_pool_cache_t *cache, zend_ulong hash)
{
	return &cache->buckets[(hash ^ (hash >> 16)) & cache->mask];
}

static void make_buckets(pdo_pool_cache_t *cache, uint32_t size)
{
	uint32_t num_buckets = MIN_BUCKETS;

	while (num_buckets < size && num_buckets < MAX_BUCKETS) {
		num_buckets *= 2;
	}
	cache->buckets = ecalloc(num_buckets, sizeof(*cache->buckets));
	cache->mask = num_buckets - 1;
	zend_async_list_init(&cache->by_age);
}

/* The one that was used last comes first: of several, the server has it at hand. */
static void add(pdo_pool_cache_t *cache, pdo_pool_cached_t *cached)
{
	pdo_pool_cached_t **bucket = bucket_of(cache, cached->hash);

	cached->next_in_bucket = *bucket;
	*bucket = cached;
	zend_async_list_add_last(&cache->by_age, &cached->by_age);
	cache->count++;
}

static void take_out(pdo_pool_cache_t *cache, pdo_pool_cached_t **place)
{
	pdo_pool_cached_t *cached = *place;

	*place = cached->next_in_bucket;
	cached->next_in_bucket = NULL;
	zend_async_list_remove(&cached->by_age);
	cache->count--;
}

static pdo_pool_cached_t *take_oldest(pdo_pool_cache_t *cache)
{
	pdo_pool_cached_t *oldest = ZEND_CONTAINER_OF(
		zend_async_list_first(&cache->by_age), pdo_pool_cached_t, by_age);
	pdo_pool_cached_t **place = bucket_of(cache, oldest->hash);

	while (*place != oldest) {
		place = &(*place)->next_in_bucket;
	}
	take_out(cache, place);
	return oldest;
}
/* }}} */

/* {{{ For drivers */
static pdo_pool_cache_t *cache_of(pdo_dbh_t *conn)
{
	return &pdo_pool_conn_of(conn)->cache;
}

/* A forked child does not touch the statements of its parent; what is closed next keeps none. */
PDO_API uint32_t pdo_pool_cache_size(const pdo_dbh_t *conn)
{
	if (pdo_pool_kind(conn) != PDO_POOL_CONNECTION) {
		return 0;
	}
	const pdo_pool_conn_t *c = (const pdo_pool_conn_t *) conn;
	if (EXPECTED(c->pool->config.stmt_cache_size == 0) || c->close_reason != PDO_POOL_OPEN
			|| pdo_pool_conn_is_foreign(c)) {
		return 0;
	}
	return (uint32_t) MIN(c->pool->config.stmt_cache_size, INT32_MAX);
}

PDO_API bool pdo_pool_cache_is_usable(pdo_dbh_t *conn)
{
	return UNEXPECTED(pdo_pool_cache_size(conn) > 0)
		&& pdo_pool_session_of(pdo_pool_conn_of(conn)) == PDO_POOL_SESSION_CLEAN;
}

PDO_API bool pdo_pool_cache_is_distrusted(const pdo_dbh_t *conn)
{
	return pdo_pool_conn_of((pdo_dbh_t *) conn)->pool->config.reset == PDO_POOL_RESET_ALWAYS;
}

static uint32_t judge(const char *sql, size_t length, uint32_t dialect)
{
	static const char *const kept[] = {
		"delete", "insert", "merge", "replace", "select", "table", "update", "values", "with",
	};
	pdo_pool_text text;

	pdo_pool_text_begin(&text, sql, length, dialect);
	pdo_pool_text_next(&text);
	return text.kind == PDO_POOL_TOKEN_WORD && !text.is_versioned
		&& PDO_POOL_TOKEN_IS_IN(&text, kept);
}

PDO_API bool pdo_pool_cache_is_for(const char *sql, size_t length, uint32_t dialect)
{
	return pdo_pool_verdict(sql, length, dialect, judge);
}

PDO_API uint32_t pdo_pool_cache_count(const pdo_dbh_t *conn)
{
	return pdo_pool_kind(conn) == PDO_POOL_CONNECTION
		? ((const pdo_pool_conn_t *) conn)->cache.count : 0;
}

PDO_API pdo_pool_cached_t *pdo_pool_cache_take(pdo_dbh_t *conn, zend_string *text,
	const void *variant, uint32_t variant_size)
{
	pdo_pool_cache_t *cache = cache_of(conn);

	if (cache->count == 0) {
		return NULL;
	}
	const zend_ulong hash = hash_of(text, variant, variant_size);
	pdo_pool_cached_t **place = bucket_of(cache, hash);
	while (*place) {
		pdo_pool_cached_t *cached = *place;

		if (is_the_same(cached, hash, text, variant, variant_size)) {
			take_out(cache, place);
			pdo_pool_conn_of(conn)->pool->cache_hits++;
			cached->was_kept = true;
			return cached;
		}
		place = &cached->next_in_bucket;
	}
	return NULL;
}

PDO_API pdo_pool_cached_t *pdo_pool_cache_new(pdo_dbh_t *conn, zend_string *text,
	const void *variant, uint32_t variant_size)
{
	pdo_pool_cached_t *cached = emalloc(sizeof(*cached) + variant_size);

	memset(cached, 0, sizeof(*cached));
	cached->text = zend_string_copy(text);
	cached->hash = hash_of(text, variant, variant_size);
	cached->epoch = cache_of(conn)->epoch;
	cached->variant_size = variant_size;
	if (variant_size) {
		memcpy(cached->variant, variant, variant_size);
	}
	pdo_pool_conn_of(conn)->pool->cache_misses++;
	return cached;
}

PDO_API void pdo_pool_cached_free(pdo_pool_cached_t *cached)
{
	ZEND_ASSERT(!zend_async_list_is_linked(&cached->by_age));
	zend_string_release(cached->text);
	efree(cached);
}

static pdo_pool_cached_end last_end(const pdo_pool_conn_t *conn)
{
	return pdo_pool_conn_is_foreign(conn) ? PDO_POOL_CACHED_FOREIGN : PDO_POOL_CACHED_CLOSING;
}

static void drop(pdo_dbh_t *conn, pdo_pool_cached_t *cached, pdo_pool_cached_end end)
{
	void *handle = cached->handle;

	pdo_pool_cached_free(cached);
	pdo_pool_conn_of(conn)->pool->hooks.drop_cached(conn, handle, end);
}

PDO_API void pdo_pool_cache_put(pdo_dbh_t *conn, pdo_pool_cached_t *cached)
{
	pdo_pool_cache_t *cache = cache_of(conn);
	const uint32_t size = pdo_pool_cache_size(conn);

	if (UNEXPECTED(size == 0)) {
		drop(conn, cached, last_end(pdo_pool_conn_of(conn)));
		return;
	}
	if (UNEXPECTED(cached->epoch != cache->epoch)) {
		drop(conn, cached, cached->epoch < cache->epoch_on_server
			? PDO_POOL_CACHED_GONE : PDO_POOL_CACHED_EVICTED);
		return;
	}
	if (UNEXPECTED(!cache->buckets)) {
		make_buckets(cache, size);
	}
	add(cache, cached);
	if (cache->count > size) {
		pdo_pool_conn_of(conn)->pool->cache_evicted++;
		drop(conn, take_oldest(cache), PDO_POOL_CACHED_EVICTED);
	}
}

/* While a hook waits, another coroutine may put one in. */
PDO_API void pdo_pool_cache_empty(pdo_dbh_t *conn, pdo_pool_cached_end end)
{
	if (pdo_pool_kind(conn) != PDO_POOL_CONNECTION) {
		return;
	}
	pdo_pool_cache_t *cache = cache_of(conn);
	cache->epoch++;
	if (end == PDO_POOL_CACHED_GONE) {
		cache->epoch_on_server = cache->epoch;
	}
	while (cache->count > 0) {
		drop(conn, take_oldest(cache), end);
	}
}
/* }}} */

void pdo_pool_cache_end(pdo_pool_conn_t *conn)
{
	pdo_pool_cache_empty(&conn->dbh, last_end(conn));
	if (conn->cache.buckets) {
		efree(conn->cache.buckets);
		conn->cache.buckets = NULL;
	}
}
