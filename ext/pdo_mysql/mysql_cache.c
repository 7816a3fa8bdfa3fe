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

/* Prepared statements that a pooled connection keeps (PDO::ATTR_POOL_STMT_CACHE_SIZE): those of the
 * client library, with what they have on the server. One that is kept has neither result nor
 * values. Nothing is sent when one is kept: the server forgets the last execution with the next.
 *
 * The server prepares again by itself when a table has changed, and tells the columns with each
 * result. Where it cannot (1615), or does not know the statement (1243), it has run nothing: it is
 * prepared anew and run. A reset of the session closes all statements of it. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

/* Calls that wait have the names of mysql_thread.h here. */
#define PDO_MYSQL_BLOCKING_CALLS

#include "php.h"
#include "ext/pdo/pdo_pool_cache.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"

#define UNKNOWN_STATEMENT 1243
#define TOO_MANY_STATEMENTS 1461
#define NEEDS_PREPARE 1615

/* {{{ The two client libraries */
#ifdef PDO_USE_MYSQLND
typedef MYSQLND_STMT native_stmt;
# define prepare_native mysql_stmt_prepare
# define execute_native mysql_stmt_execute
# define close_native mysql_stmt_close

/* From here on closing it is a matter of memory only. */
static void make_mute(native_stmt *native)
{
	native->data->stmt_id = 0;
}

static void forget_values(native_stmt *native)
{
	MYSQLND_STMT_DATA *data = native->data;

	for (unsigned i = 0; data->param_bind && i < data->param_count; i++) {
		zval_ptr_dtor(&data->param_bind[i].zv);
		ZVAL_UNDEF(&data->param_bind[i].zv);
	}
}

static bool bind_as(pdo_mysql_stmt *S, native_stmt *former)
{
	const MYSQLND_STMT_DATA *data = former->data;

	for (unsigned i = 0; data->param_bind && i < data->param_count; i++) {
		if (mysqlnd_stmt_bind_one_param(S->stmt, i, &data->param_bind[i].zv,
				data->param_bind[i].type) == FAIL) {
			return false;
		}
	}
	return true;
}

static void clear(native_stmt *native, bool is_at_rest) /* may suspend */
{
	mysql_stmt_free_result(native);
	forget_values(native);
}
#else
typedef MYSQL_STMT native_stmt;
# define prepare_native pdo_mysql_thread_stmt_prepare
# define execute_native pdo_mysql_thread_stmt_execute

# ifdef MARIADB_BASE_VERSION
#  define NOT_PREPARED MYSQL_STMT_INITTED
# else
#  define NOT_PREPARED MYSQL_STMT_INIT_DONE
# endif

static void make_mute(native_stmt *native)
{
	native->state = NOT_PREPARED;
}

/* One that is mute says nothing, and so waits for nothing. */
static void close_native(native_stmt *native) /* may suspend */
{
	if (native->state == NOT_PREPARED) {
		mysql_stmt_close(native);
	} else {
		pdo_mysql_thread_stmt_close(native);
	}
}

static bool bind_as(pdo_mysql_stmt *S, native_stmt *former)
{
	return mysql_stmt_bind_param(S->stmt, S->params) == 0;
}

/* The library takes over the columns that the next result has only if it knows of none: it would
 * complain of another number, and of other names and types say nothing. */
static void clear(native_stmt *native, bool is_at_rest) /* may suspend */
{
	my_bool off = 0;

	if (is_at_rest) {
		mysql_stmt_free_result(native);
	} else {
		pdo_mysql_thread_stmt_free_result(native);
	}
	mysql_stmt_attr_set(native, STMT_ATTR_UPDATE_MAX_LENGTH, &off);
	native->bind_result_done = 0;
	native->field_count = 0;
}
#endif
/* }}} */

/* {{{ Taking and giving back */
static void leave(pdo_mysql_stmt *S)
{
	pdo_pool_cached_free(S->cached);
	S->cached = NULL;
	zend_string_release(S->text);
	S->text = NULL;
}

bool pdo_mysql_cache_take(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql)
{
	pdo_mysql_stmt *S = stmt->driver_data;

	if (EXPECTED(!pdo_pool_cache_is_usable(dbh))) {
		return false;
	}
	S->cached = pdo_pool_cache_take(dbh, stmt->query_string, NULL, 0);
	if (S->cached) {
		S->stmt = S->cached->handle;
		S->text = zend_string_copy(sql);
	}
	return S->cached != NULL;
}

void pdo_mysql_cache_note(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql)
{
	pdo_mysql_stmt *S = stmt->driver_data;

	if (UNEXPECTED(pdo_pool_cache_is_usable(dbh)) && pdo_pool_cache_is_for(ZSTR_VAL(sql),
			ZSTR_LEN(sql), pdo_mysql_pool_dialect(dbh))) {
		S->cached = pdo_pool_cache_new(dbh, stmt->query_string, NULL, 0);
		S->text = zend_string_copy(sql);
	}
}

bool pdo_mysql_cache_give_back(pdo_stmt_t *stmt)
{
	pdo_mysql_stmt *S = stmt->driver_data;
	pdo_mysql_db_handle *H = S->H;
	pdo_pool_cached_t *cached = S->cached;

	if (EXPECTED(!cached)) {
		return false;
	}
	if (!H->pool.lost) {
		clear(S->stmt, pdo_mysql_pool_is_at_rest(H));
	}
	if (H->pool.lost || !pdo_mysql_pool_is_at_rest(H)) {
		leave(S);
		return false;
	}
	zend_string_release(S->text);
	S->text = NULL;
	S->cached = NULL;
	cached->handle = S->stmt;
	pdo_pool_cache_put(stmt->dbh, cached);
	return true;
}

void pdo_mysql_cache_drop(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end)
{
	native_stmt *native = handle;

	pdo_mysql_pool_disown(dbh);
	if (end != PDO_POOL_CACHED_EVICTED) {
		make_mute(native);
	}
	close_native(native);
}
/* }}} */

/* {{{ Errors */

/* Not what rows and locks are to blame for. */
static bool may_be_outdated(native_stmt *native)
{
	const char *sqlstate = mysql_stmt_sqlstate(native);

	return strncmp(sqlstate, "23", 2) != 0 && strncmp(sqlstate, "40", 2) != 0;
}

/* The server's limit is for all connections together: what is kept here is not in use. */
static bool prepare(pdo_dbh_t *dbh, native_stmt *native, zend_string *sql) /* may suspend */
{
	if (prepare_native(native, ZSTR_VAL(sql), ZSTR_LEN(sql)) == 0) {
		return true;
	}
	if (mysql_stmt_errno(native) != TOO_MANY_STATEMENTS || pdo_pool_cache_count(dbh) == 0) {
		return false;
	}
	pdo_pool_cache_empty(dbh, PDO_POOL_CACHED_EVICTED);
	return prepare_native(native, ZSTR_VAL(sql), ZSTR_LEN(sql)) == 0;
}

/* The error of S->stmt is the caller's, if it fails. */
static bool prepare_anew(pdo_stmt_t *stmt, bool is_on_server) /* may suspend */
{
	pdo_mysql_stmt *S = stmt->driver_data;
	native_stmt *former = S->stmt, *native = mysql_stmt_init(S->H->server);
	bool is_bound;

	if (!native) {
		return false;
	}
	S->stmt = native;
	is_bound = prepare(stmt->dbh, native, S->text)
		&& mysql_stmt_param_count(native) == (unsigned long) S->num_params && bind_as(S, former);
	if (!is_on_server) {
		make_mute(former);
	}
	close_native(former);
	return is_bound;
}

bool pdo_mysql_cache_execute_again(pdo_stmt_t *stmt)
{
	pdo_mysql_stmt *S = stmt->driver_data;

	if (EXPECTED(!S->cached)) {
		return false;
	}
	const unsigned error = mysql_stmt_errno(S->stmt);
	if ((error == UNKNOWN_STATEMENT || error == NEEDS_PREPARE) && !EG(exception)
			&& prepare_anew(stmt, error == NEEDS_PREPARE)) {
		return execute_native(S->stmt) == 0;
	}
	if (may_be_outdated(S->stmt)) {
		leave(S);
	}
	return false;
}

bool pdo_mysql_cache_prepare(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql)
{
	return prepare(dbh, ((pdo_mysql_stmt *) stmt->driver_data)->stmt, sql);
}

/* What other connections keep counts as well, and cannot be closed from here. */
bool pdo_mysql_cache_is_in_the_way(pdo_dbh_t *dbh)
{
	const pdo_mysql_db_handle *H = dbh->driver_data;

	return mysql_errno(H->server) == TOO_MANY_STATEMENTS && pdo_pool_cache_size(dbh) > 0;
}
/* }}} */
