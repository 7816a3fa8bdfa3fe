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

/* Adopted setup. Frameworks run SET, USE or PRAGMA once, right after new PDO, and mean the
 * object, not one of its connections. What the main script sets before a coroutine has used the
 * object is recorded here, in order, and run on every other connection before it is given out,
 * and after a reset. Which statements set something up is told by the driver; what a session
 * starts with otherwise is in pdo_pool_session.c.
 *
 * While a pool adopts, its methods that run statements are others (pdo_pool_choose_doer()): a
 * pool that does not pays nothing for it. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* {{{ Who adopts, and until when */
static void choose_methods(pdo_pool_t *pool)
{
	pdo_pool_choose_doer(pool);
	pdo_pool_choose_executer(pool);
}

/* The main script, or with PDO::ATTR_POOL_ADOPT_SETUP the coroutine that has constructed the
 * object. That one gets its binding now, so that its end is noticed: its key may come back as
 * that of another coroutine. */
void pdo_pool_start_adopting(pdo_pool_t *pool)
{
	const pdo_pool_config *config = &pool->config;
	zend_coroutine_t *coroutine = config->adopt_setup == IS_TRUE ? pdo_pool_current() : NULL;

	if (config->adopt_setup == IS_FALSE || !pool->can_adopt) {
		return;
	}
	if (coroutine) {
		pdo_pool_get_binding(pool->dbh);
	} else if (pdo_pool_current() && pdo_pool_find_binding(pool->dbh)) {
		/* A coroutine has used it already. */
		return;
	}
	pool->adopter = pdo_pool_coro_key(coroutine);
	pool->adopts_first_statements = coroutine != NULL;
	pool->is_adopting = true;
	choose_methods(pool);
}

void pdo_pool_stop_adopting(pdo_pool_t *pool)
{
	pool->is_adopting = false;
	choose_methods(pool);
}
/* }}} */

/* {{{ Recording */
void pdo_pool_free_adopted(zval *element)
{
	pdo_pool_adopted *adopted = Z_PTR_P(element);

	zend_string_release(adopted->sql);
	efree(adopted);
}

static bool has_other_conns(const pdo_pool_t *pool)
{
	uint32_t count = 0;

	for (int state = 0; state < PDO_POOL_CONN_STATE_COUNT; state++) {
		count += pool->conns_in[state];
	}
	return count > 1;
}

/* Other connections look for it because of the serial number of the settings, which they compare
 * in every call; this one has it. */
static void count_up(pdo_pool_t *pool, pdo_pool_conn_t *conn)
{
	if (conn->settings_serial == pool->settings_serial) {
		conn->settings_serial++;
	}
	pool->settings_serial++;
	if (conn->adopted_serial == pool->adopted_serial) {
		conn->adopted_serial++;
	}
	pool->adopted_serial++;
}

/* The same thing, set again, moves to the end. What was set back need not be run on connections
 * that are yet to come; those that are there have to hear of it. */
static void record(pdo_pool_conn_t *conn, zend_string *name, const zend_string *sql,
	bool to_default)
{
	pdo_pool_t *pool = conn->pool;
	bool was_there = zend_hash_del(&pool->adopted, name) == SUCCESS;
	pdo_pool_adopted *adopted;

	if (to_default && !(was_there && has_other_conns(pool))) {
		return;
	}
	count_up(pool, conn);
	adopted = emalloc(sizeof(*adopted));
	adopted->sql = zend_string_init(ZSTR_VAL(sql), ZSTR_LEN(sql), false);
	adopted->serial = pool->adopted_serial;
	zend_hash_add_new_ptr(&pool->adopted, name, adopted);
}

pdo_pool_adoption pdo_pool_begin_adoption(pdo_pool_conn_t *conn)
{
	pdo_pool_t *pool = conn->pool;
	pdo_pool_adoption adoption = {0};

	if (conn->is_in_setup || !pool->dbh || conn->state != PDO_POOL_CONN_HELD
			|| pdo_pool_coro_key(pdo_pool_current()) != pool->adopter) {
		return adoption;
	}
	adoption.is_possible = !pdo_pool_is_in_transaction(conn);
	adoption.was_clean = pdo_pool_session_of(conn) == PDO_POOL_SESSION_CLEAN;
	return adoption;
}

void pdo_pool_end_adoption(pdo_pool_conn_t *conn, const pdo_pool_adoption *adoption,
	const zend_string *sql, bool done)
{
	pdo_pool_t *pool = conn->pool;
	bool to_default = false;
	zend_string *name;

	if (!pool->is_adopting || !adoption->is_possible) {
		return;
	}
	name = pool->hooks.name_setting(&conn->dbh, sql, &to_default);
	if (!name) {
		if (pool->adopts_first_statements) {
			pdo_pool_stop_adopting(pool);
		}
		return;
	}
	if (done && !EG(exception) && !pdo_pool_is_in_transaction(conn)) {
		record(conn, name, sql, to_default);
		/* The meaning of a text may be another one from here on. */
		pdo_pool_cache_empty(&conn->dbh, PDO_POOL_CACHED_EVICTED);
		if (adoption->was_clean) {
			pool->hooks.accept_session(&conn->dbh);
		}
	}
	zend_string_release(name);
}
/* }}} */

/* {{{ Running */
void pdo_pool_list_adopted(const pdo_pool_t *pool, zend_ulong serial, HashTable *statements)
{
	pdo_pool_adopted *adopted;
	zval sql;

	ZEND_HASH_FOREACH_PTR(&pool->adopted, adopted) {
		if (adopted->serial > serial) {
			ZVAL_STR_COPY(&sql, adopted->sql);
			zend_hash_next_index_insert(statements, &sql);
		}
	} ZEND_HASH_FOREACH_END();
}

zend_result pdo_pool_apply_adopted(pdo_pool_conn_t *conn)
{
	const zend_ulong serial = conn->pool->adopted_serial;
	HashTable statements;
	zend_result result;

	zend_hash_init(&statements, 0, NULL, ZVAL_PTR_DTOR, false);
	pdo_pool_list_adopted(conn->pool, conn->adopted_serial, &statements);
	conn->is_in_setup = true;
	result = pdo_pool_run_setup(conn, false, &statements);
	conn->is_in_setup = false;
	zend_hash_destroy(&statements);
	if (result == FAILURE) {
		pdo_pool_conn_condemn(conn, PDO_POOL_RESET_FAILED);
		return FAILURE;
	}
	pdo_pool_cache_empty(&conn->dbh, PDO_POOL_CACHED_EVICTED);
	conn->pool->hooks.accept_session(&conn->dbh);
	conn->adopted_serial = serial;
	return SUCCESS;
}
/* }}} */
