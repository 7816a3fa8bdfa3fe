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

/* Prepared statements that a pooled connection keeps for the next prepare() of the same text
 * (PDO::ATTR_POOL_STMT_CACHE_SIZE). This is the container: the most recently used are kept, found
 * by their text and by what else the driver says changes its meaning. What a kept statement is on
 * the server or in the client library is the driver's, and so is the decision which ones to keep.
 *
 * A statement is in the cache only while no PDOStatement uses it. Who takes it out owns it, and
 * puts it back when the PDOStatement goes; two that live at the same time have two. So a cache
 * never holds more than its size, and a connection never has more statements on the server than
 * that and the PDOStatements that live. */

#ifndef PDO_POOL_CACHE_H
#define PDO_POOL_CACHE_H

#include "pdo_pool.h"
#include "pdo_pool_text.h"
#include "Zend/zend_async_list.h"

BEGIN_EXTERN_C()

typedef struct _pdo_pool_cached_t pdo_pool_cached_t;
struct _pdo_pool_cached_t {
	/* In the order of their last use, while it is in the cache. */
	zend_async_list_node_t by_age;
	pdo_pool_cached_t *next_in_bucket;

	/* Of the driver, which frees it in the hook drop_cached. */
	void *handle;

	zend_string *text;
	zend_ulong hash;
	/* The cache had been emptied so many times when it was made. */
	uint32_t epoch;
	/* It has been in the cache before. */
	bool was_kept;
	/* What the meaning of the text depends on: bytes of the driver's choice. */
	uint32_t variant_size;
	char variant[1];
};

/* Of one connection. All zero is an empty one. */
typedef struct _pdo_pool_cache_t {
	pdo_pool_cached_t **buckets;
	uint32_t mask;
	uint32_t count;
	/* How many times it was emptied; what was made before the last time that the server had closed
	 * all statements has an epoch below epoch_on_server. */
	uint32_t epoch;
	uint32_t epoch_on_server;
	zend_async_list_t by_age;
} pdo_pool_cache_t;

/* {{{ For drivers. conn is any handle */

/* How many statements the connection keeps; 0: it has no cache. */
PDO_API uint32_t pdo_pool_cache_size(const pdo_dbh_t *conn);
/* How many are in it now. */
PDO_API uint32_t pdo_pool_cache_count(const pdo_dbh_t *conn);

/* Is there a cache, and is the session as it was at the start? In one that was changed a text may
 * mean something else: another table, another reading of a string. */
PDO_API bool pdo_pool_cache_is_usable(pdo_dbh_t *conn);
/* Is PDO::ATTR_POOL_RESET set to POOL_RESET_ALWAYS, as for a session that is changed in ways that
 * no one sees? */
PDO_API bool pdo_pool_cache_is_distrusted(const pdo_dbh_t *conn);

/* Is this a text whose statement is worth keeping? It reads or changes rows. */
PDO_API bool pdo_pool_cache_is_for(const char *sql, size_t length, uint32_t dialect);

/* Takes a statement out: the caller owns it. NULL: there is none. A hit is counted. */
PDO_API pdo_pool_cached_t *pdo_pool_cache_take(pdo_dbh_t *conn, zend_string *text,
	const void *variant, uint32_t variant_size);

/* For a statement that is prepared now, and may be kept: the caller owns it. A miss is counted. */
PDO_API pdo_pool_cached_t *pdo_pool_cache_new(pdo_dbh_t *conn, zend_string *text,
	const void *variant, uint32_t variant_size);

/* Puts it in, with its handle. The oldest one goes, if there are too many; or this one, if all were
 * dropped since it was made. May suspend where the hook drop_cached does. */
PDO_API void pdo_pool_cache_put(pdo_dbh_t *conn, pdo_pool_cached_t *cached);

/* Frees one that is not in the cache; its handle is the caller's. */
PDO_API void pdo_pool_cached_free(pdo_pool_cached_t *cached);

/* Drops all, and those that are out as soon as they are put back. May suspend where the hook
 * does. */
PDO_API void pdo_pool_cache_empty(pdo_dbh_t *conn, pdo_pool_cached_end end);
/* }}} */

END_EXTERN_C()

#endif /* PDO_POOL_CACHE_H */
