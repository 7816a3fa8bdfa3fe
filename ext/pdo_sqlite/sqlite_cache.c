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

/* Prepared statements that a pooled connection keeps (PDO::ATTR_POOL_STMT_CACHE_SIZE): SQLite's own
 * objects, which compile themselves again when a table has changed. One that is kept is reset: it
 * holds no lock, and no value.
 *
 * What a statement does to the session is seen when it is compiled (sqlite_setup.c). Only those
 * that do nothing to it are kept. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_cache.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"

bool pdo_sqlite_cache_take(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql)
{
	pdo_sqlite_stmt *S = stmt->driver_data;

	if (EXPECTED(!pdo_pool_cache_is_usable(dbh))) {
		return false;
	}
	S->cached = pdo_pool_cache_take(dbh, sql, NULL, 0);
	if (!S->cached) {
		return false;
	}
	S->stmt = S->cached->handle;
	if (!sqlite3_stmt_readonly(S->stmt)) {
		S->H->pool.may_have_changed = true;
	}
	return true;
}

/* A pragma may be run when it is compiled: it would tell what it found then. */
void pdo_sqlite_cache_note(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql)
{
	pdo_sqlite_stmt *S = stmt->driver_data;

	if (UNEXPECTED(pdo_pool_cache_is_usable(dbh)) && S->stmt
			&& pdo_pool_cache_is_for(ZSTR_VAL(sql), ZSTR_LEN(sql), PDO_POOL_TEXT_ODBC)) {
		S->cached = pdo_pool_cache_new(dbh, sql, NULL, 0);
	}
}

/* The statement is that of a parent, which may have been inside of SQLite when it forked, in a
 * function of PHP that waits: the mutex of that connection is never free again here. */
static void let_go_of_values(sqlite3_stmt *handle)
{
	sqlite3_mutex *mutex = sqlite3_db_mutex(sqlite3_db_handle(handle));

	if (sqlite3_mutex_try(mutex) == SQLITE_OK) {
		sqlite3_clear_bindings(handle);
		sqlite3_mutex_leave(mutex);
	}
}

bool pdo_sqlite_cache_give_back(pdo_stmt_t *stmt)
{
	pdo_sqlite_stmt *S = stmt->driver_data;

	if (EXPECTED(!stmt->is_pooled)) {
		return false;
	}
	/* It is not finalized either: what it holds of this process is let go. */
	if (UNEXPECTED(pdo_pool_is_foreign(stmt->dbh))) {
		let_go_of_values(S->stmt);
		if (S->cached) {
			pdo_pool_cached_free(S->cached);
		}
		return false;
	}
	if (EXPECTED(!S->cached)) {
		return false;
	}
	sqlite3_reset(S->stmt);
	sqlite3_clear_bindings(S->stmt);
	S->cached->handle = S->stmt;
	pdo_pool_cache_put(stmt->dbh, S->cached);
	return true;
}

/* In a forked child it stays: it belongs to the parent's database. */
void pdo_sqlite_cache_drop(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end)
{
	if (end != PDO_POOL_CACHED_FOREIGN) {
		sqlite3_finalize(handle);
	}
}
