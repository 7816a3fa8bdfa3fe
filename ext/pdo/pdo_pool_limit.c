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

/* Time limits of calls that may suspend: PDO::ATTR_POOL_QUERY_TIMEOUT for each call of a coroutine,
 * PDO::ATTR_TIMEOUT for each connect, PDO::ATTR_POOL_CLEAN_TIMEOUT for each part of cleaning. When
 * the time is over the driver's wait ends as in a cancellation; what the caller hears of it is
 * decided here. Waiting for a connection has a limit of its own, in the async pool. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

#define NS_PER_MS 1000000
#define TIME_IS_OVER "HYT00"
/* Of connects, in seconds, as the drivers that know PDO::ATTR_TIMEOUT have it. */
#define DEFAULT_CONNECT_TIMEOUT 30

static void begin(zend_async_limit_t *limit, zend_ulong timeout_ms, const char *message)
{
	limit->deadline = 0;
	limit->timeout_ms = timeout_ms;
	limit->message = message;
	ZEND_ASYNC_LIMIT_BEGIN(limit);
}

/* {{{ Calls of a coroutine */

/* The main script has a limit, too: it is a coroutine from now on. */
void pdo_pool_prepare_limits(const pdo_pool_t *pool)
{
	zend_object *in_flight = EG(exception);

	if (pool->config.query_timeout && !ZEND_ASYNC_CURRENT_COROUTINE
			&& ZEND_ASYNC_START() == FAILURE) {
		pdo_pool_forget_exception(in_flight);
	}
}

/* What PHP code does between two rows does not count. */
static zend_ulong time_left_for_rows(pdo_pool_conn_t *conn)
{
	zend_ulong limit_ms = (zend_ulong) conn->pool->config.query_timeout;
	zend_ulong spent_ms = (zend_ulong) (conn->rows_time / NS_PER_MS);

	conn->rows_since = zend_hrtime();
	return spent_ms < limit_ms ? limit_ms - spent_ms : 0;
}

void pdo_pool_begin_limit(pdo_pool_conn_t *conn, const pdo_stmt_t *stmt)
{
	zend_ulong left_ms = stmt && stmt == conn->rows_of
		? time_left_for_rows(conn) : (zend_ulong) conn->pool->config.query_timeout;

	conn->is_limited = true;
	conn->is_late = false;
	conn->late_at = 0;
	begin(&conn->limit, left_ms, "PDO::ATTR_POOL_QUERY_TIMEOUT is over");
}

/* A fetchAll() on another statement of the connection, by a callback of this one, ends it. */
void pdo_pool_begin_rows(pdo_stmt_t *stmt)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);

	conn->rows_of = stmt;
	conn->rows_time = 0;
}

void pdo_pool_end_rows(pdo_stmt_t *stmt)
{
	pdo_pool_conn_of(stmt->dbh)->rows_of = NULL;
}

PDO_API bool pdo_pool_is_late(pdo_dbh_t *dbh)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(dbh);
	zend_hrtime_t now;

	if (!conn->is_limited) {
		return false;
	}
	now = zend_hrtime();
	if (conn->late_at == 0) {
		conn->late_at = now + (zend_hrtime_t) conn->limit.timeout_ms * NS_PER_MS;
	}
	conn->is_late = now >= conn->late_at;
	return conn->is_late;
}

PDO_API bool pdo_pool_can_be_late(pdo_dbh_t *dbh)
{
	return pdo_pool_kind(dbh) == PDO_POOL_CONNECTION
		&& pdo_pool_conn_of(dbh)->pool->config.query_timeout > 0;
}

PDO_API zend_ulong pdo_pool_overdue_ms(pdo_dbh_t *dbh)
{
	const zend_async_limit_t *limit = &pdo_pool_conn_of(dbh)->limit;
	const zend_hrtime_t now = zend_hrtime();

	return limit->coroutine && limit->exception && now > limit->deadline
		? (zend_ulong) ((now - limit->deadline) / NS_PER_MS) : 0;
}

/* A call that succeeded in spite of the limit, because code that it called has caught the
 * exception, say, has succeeded. */
static bool has_ended_call(const pdo_pool_conn_t *conn, const char *error_code)
{
	if (EG(exception)) {
		return EG(exception) == conn->limit.exception;
	}
	return conn->is_late && error_code[0] && strcmp(error_code, PDO_ERR_NONE) != 0;
}

/* Nothing but this is to be learned from the connection any more. */
void pdo_pool_note_late(pdo_pool_conn_t *conn)
{
	conn->pool->query_timeouts++;
	zval_ptr_dtor(&conn->lost_info);
	array_init_size(&conn->lost_info, 2);
	add_next_index_long(&conn->lost_info, 0);
	add_next_index_str(&conn->lost_info, strpprintf(0, "The call took longer than "
		"PDO::ATTR_POOL_QUERY_TIMEOUT (" ZEND_LONG_FMT " ms)", conn->pool->config.query_timeout));
	conn->dbh.methods = &conn->pool->lost_methods;
}

bool pdo_pool_end_limit_now(pdo_pool_conn_t *conn, pdo_stmt_t *stmt)
{
	char *error_code = stmt ? stmt->error_code : conn->dbh.error_code;
	bool is_over = has_ended_call(conn, error_code);

	conn->is_limited = false;
	if (stmt && stmt == conn->rows_of) {
		conn->rows_time += zend_hrtime() - conn->rows_since;
	}
	ZEND_ASYNC_LIMIT_END(&conn->limit);
	if (EXPECTED(!is_over) || pdo_pool_conn_is_foreign(conn)) {
		return false;
	}
	pdo_pool_conn_condemn(conn, PDO_POOL_INTERRUPTED);
	conn->pool->hooks.cancel(&conn->dbh);
	pdo_pool_note_late(conn);
	memcpy(error_code, TIME_IS_OVER, sizeof(TIME_IS_OVER));
	return true;
}

void pdo_pool_drop_limit(pdo_pool_conn_t *conn)
{
	if (UNEXPECTED(conn->is_limited)) {
		conn->is_limited = false;
		ZEND_ASYNC_LIMIT_END(&conn->limit);
	}
}

void pdo_pool_throw_late(pdo_pool_conn_t *conn)
{
	zval *message = zend_hash_index_find(Z_ARRVAL(conn->lost_info), 1);

	pdo_pool_throw(TIME_IS_OVER, Z_STRVAL_P(message), &conn->lost_info);
}
/* }}} */

/* {{{ Connecting */
static zend_ulong connect_timeout_ms(zval *options)
{
	zval *option = Z_TYPE_P(options) == IS_ARRAY
		? zend_hash_index_find_deref(Z_ARRVAL_P(options), PDO_ATTR_TIMEOUT) : NULL;
	zend_long timeout = option ? zval_get_long(option) : DEFAULT_CONNECT_TIMEOUT;

	return timeout > 0 && timeout <= INT_MAX / 1000 ? (zend_ulong) timeout * 1000 : 0;
}

static void begin_connect_limit(zend_async_limit_t *limit, zend_ulong timeout_ms)
{
	limit->coroutine = NULL;
	limit->exception = NULL;
	if (timeout_ms) {
		begin(limit, timeout_ms, "PDO::ATTR_TIMEOUT is over");
	}
}

/* Code that swallows the exception is late all the same; its own exception says more. */
static bool end_connect_limit(zend_async_limit_t *limit, const char *what)
{
	const bool is_mine = EG(exception) && EG(exception) == limit->exception;
	const bool is_over = ZEND_ASYNC_LIMIT_END(limit);
	zend_string *message;
	zval info;

	if (EXPECTED(!is_mine && (!is_over || EG(exception)))) {
		return false;
	}
	message = strpprintf(0, "%s took longer than PDO::ATTR_TIMEOUT (" ZEND_ULONG_FMT " s)",
		what, limit->timeout_ms / 1000);
	array_init_size(&info, 2);
	add_next_index_long(&info, 0);
	add_next_index_str(&info, message);
	pdo_pool_throw(TIME_IS_OVER, ZSTR_VAL(message), &info);
	zval_ptr_dtor(&info);
	return true;
}

void pdo_pool_begin_connect_limit(pdo_pool_conn_t *conn, zval *options)
{
	begin_connect_limit(&conn->limit,
		conn->pool->hooks.limits_connects ? 0 : connect_timeout_ms(options));
}

bool pdo_pool_end_connect_limit(pdo_pool_conn_t *conn)
{
	return end_connect_limit(&conn->limit, "Connecting");
}

/* What the callable of PDO::ATTR_POOL_INIT left running on the server is stopped there. */
zend_result pdo_pool_set_up_in_time(pdo_pool_conn_t *conn)
{
	zend_async_limit_t limit = {0};
	zend_result result;

	begin_connect_limit(&limit, connect_timeout_ms(&conn->pool->options));
	result = pdo_pool_set_up_session(conn, false);
	if (UNEXPECTED(end_connect_limit(&limit, "Setting up the session"))) {
		conn->pool->hooks.cancel(&conn->dbh);
		return FAILURE;
	}
	return result;
}
/* }}} */

/* {{{ Cleaning */

/* On the stack, because the connection may have a call of its own under way. Where libpq and its
 * like block the thread there is no limit. */
void pdo_pool_run_limited(pdo_pool_conn_t *conn, void (*part)(pdo_pool_conn_t *conn))
{
	zend_async_limit_t limit = {0};
	zend_long timeout_ms = conn->pool->config.clean_timeout;

	if (timeout_ms) {
		begin(&limit, (zend_ulong) timeout_ms, "PDO::ATTR_POOL_CLEAN_TIMEOUT is over");
	}
	part(conn);
	ZEND_ASYNC_LIMIT_END(&limit);
}

PDO_API void pdo_pool_ask_in_handover(pdo_dbh_t *dbh, void (*ask)(void *question), void *question)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(dbh);
	zend_async_limit_t limit = {0};
	zend_long timeout_ms = conn->pool->config.clean_timeout;

	if (timeout_ms) {
		begin(&limit, (zend_ulong) timeout_ms, "PDO::ATTR_POOL_CLEAN_TIMEOUT is over");
	}
	ask(question);
	if (ZEND_ASYNC_LIMIT_END(&limit)) {
		pdo_pool_conn_condemn(conn, PDO_POOL_INTERRUPTED);
	} else if (!EG(exception) && pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN) {
		pdo_pool_conn_condemn(conn, PDO_POOL_LOST);
	}
}
/* }}} */
