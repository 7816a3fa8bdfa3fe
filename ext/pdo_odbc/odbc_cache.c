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

/* Prepared statements that a pooled connection keeps (PDO::ATTR_POOL_STMT_CACHE_SIZE): handles of
 * ODBC, with what the driver and the server have for them. One that is kept has neither cursor nor
 * bound columns nor parameters, and no name was given to its cursor.
 *
 * ODBC tells neither whether a failed statement was refused before it ran, nor by whom. So none is
 * run again: one that has failed is not kept. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_cache.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"

/* When a table has other columns than before, PostgreSQL refuses the statement; the drivers of
 * MariaDB and SQLite go on with the columns of the time when it was prepared: names and sizes that
 * are wrong, or an error about a statement that has run. So only those without columns are kept
 * there. Of other drivers nothing is known. */
static bool bears_columns(pdo_odbc_dbms dbms)
{
	return dbms == PDO_ODBC_POSTGRESQL;
}

static bool can_keep(const pdo_odbc_stmt *S)
{
	const pdo_odbc_dbms dbms = S->H->pool.dbms;
	const pdo_odbc_pooled_stmt *pooled = pdo_odbc_find_stmt(S->stmt);

	return dbms != PDO_ODBC_ANY_DBMS && pooled
		&& (bears_columns(dbms) || (pooled->scan & PDO_POOL_TEXT_CHANGES));
}

static bool has_columns(const pdo_stmt_t *stmt)
{
	return !stmt->executed || stmt->column_count > 0;
}

/* {{{ Taking and giving back */
bool pdo_odbc_cache_take(pdo_dbh_t *dbh, pdo_stmt_t *stmt, void *odbc_stmt, zval *options)
{
	pdo_odbc_stmt *S = odbc_stmt;

	if (EXPECTED(!pdo_pool_cache_is_usable(dbh)) || pdo_attr_lval(options, PDO_ATTR_CURSOR,
			PDO_CURSOR_FWDONLY) != PDO_CURSOR_FWDONLY) {
		return false;
	}
	S->cached = pdo_pool_cache_take(dbh, stmt->query_string, NULL, 0);
	if (!S->cached) {
		return false;
	}
	S->stmt = S->cached->handle;
	stmt->driver_data = S;
	stmt->methods = &odbc_stmt_methods;
	return true;
}

void pdo_odbc_cache_note(pdo_dbh_t *dbh, pdo_stmt_t *stmt, bool is_scrollable)
{
	pdo_odbc_stmt *S = stmt->driver_data;
	const zend_string *sql = stmt->query_string;

	if (UNEXPECTED(pdo_pool_cache_is_usable(dbh)) && !is_scrollable
			&& !pdo_pool_cache_is_distrusted(dbh) && pdo_pool_cache_is_for(
			ZSTR_VAL(sql), ZSTR_LEN(sql), PDO_POOL_TEXT_ODBC) && can_keep(S)) {
		S->cached = pdo_pool_cache_new(dbh, stmt->query_string, NULL, 0);
	}
}

static void call_clear(pdo_odbc_call *call)
{
	call->rc = SQLFreeStmt(call->handle, SQL_CLOSE);
	if (SQL_SUCCEEDED(call->rc)) {
		call->rc = SQLFreeStmt(call->handle, SQL_UNBIND);
	}
	if (SQL_SUCCEEDED(call->rc)) {
		call->rc = SQLFreeStmt(call->handle, SQL_RESET_PARAMS);
	}
}

static bool clear(pdo_odbc_pooled_stmt *stmt) /* may suspend */
{
	pdo_odbc_call *call = pdo_odbc_call_new(call_clear, stmt->conn, stmt, sizeof(*call));

	pdo_odbc_params_free(stmt);
	pdo_odbc_rows_free(&stmt->rows);
	memset(&stmt->rows, 0, sizeof(stmt->rows));
	return SQL_SUCCEEDED(pdo_odbc_run_owned(call).rc);
}

/* What rows and locks are to blame for says nothing against the statement. */
static bool has_failed(const pdo_stmt_t *stmt)
{
	static const char *const harmless[] = {"00", "01", "02", "23", "40"};

	for (size_t i = 0; i < sizeof(harmless) / sizeof(harmless[0]); i++) {
		if (strncmp(stmt->error_code, harmless[i], 2) == 0) {
			return false;
		}
	}
	return stmt->error_code[0] != '\0';
}

bool pdo_odbc_cache_give_back(pdo_stmt_t *stmt)
{
	pdo_odbc_stmt *S = stmt->driver_data;
	pdo_pool_cached_t *cached = S->cached;
	pdo_odbc_pooled_stmt *pooled;

	if (EXPECTED(!cached)) {
		return false;
	}
	S->cached = NULL;
	pooled = pdo_odbc_find_stmt(S->stmt);
	/* PostgreSQL's driver prepares at the first execution: the session may have changed by then. */
	if (!pooled || pooled->conn->lost || !pdo_odbc_is_usable(pooled->conn) || has_failed(stmt)
			|| !pdo_pool_cache_is_usable(stmt->dbh)
			|| pooled->rows.one_by_one
			|| (has_columns(stmt) && !bears_columns(pooled->conn->dbms)) || !clear(pooled)) {
		pdo_pool_cached_free(cached);
		return false;
	}
	cached->handle = S->stmt;
	pdo_pool_cache_put(stmt->dbh, cached);
	return true;
}

/* A child leaves the handles of its parent. Those of a lost connection go with it: each might wait
 * for the server until the patience with it is over. */
void pdo_odbc_cache_drop(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end)
{
	const pdo_odbc_pooled_stmt *pooled = pdo_odbc_find_stmt(handle);

	if (end == PDO_POOL_CACHED_FOREIGN || !pooled) {
		return;
	}
	if (pooled->conn->lost) {
		pdo_odbc_thread_forget_stmt(handle);
	} else {
		pdo_odbc_thread_free_handle(SQL_HANDLE_STMT, handle);
	}
}
/* }}} */
