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

/* The blocking calls of ODBC as calls of pdo_pool_thread.c: which there are for handles and
 * statements, what a failure says about the connection, and how a call is interrupted.
 *
 * Calls that by their nature work on memory (binding, describing a result, diagnostics) are made
 * right here, all others on a thread, since no driver says which of them reach its server.
 * Connections have a file of their own (odbc_connect.c), so have rows (odbc_rows.c) and the
 * parameters of a statement (odbc_params.c).
 *
 * A coroutine that is cancelled has SQLCancel() called, on a thread of its own, since a driver
 * may have to connect to the server for that; it is repeated until the call has returned,
 * because a driver ignores one that comes too early. The connection is lost then. If the call
 * does not return in time, the connection is given up: its thread keeps the handles, and nothing
 * of ODBC is called for them any more. That takes calls that own the memory they use: not
 * fetches, whose buffers are PDO's, and not all statements with parameters (odbc_params.c). Those
 * are waited for.
 *
 * MariaDB's and PostgreSQL's drivers need more care, see odbc_connect.c; SQLite's cannot be
 * interrupted at all. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_mysql.h"
#include "ext/pdo/pdo_pool_pgsql.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"

/* How long an interrupted call, or one that tidies up behind a lost connection, may take. */
#define PATIENCE_MS 1000
/* The same for the question whether a connection is alive: whoever wants one has a limit of their
 * own, and gets another connection or none. */
#define PING_PATIENCE_MS 20

/* {{{ Handles that belong to a pool */

/* Handle => pdo_odbc_pool_data, or pdo_odbc_pooled_stmt. */
ZEND_TLS pdo_pool_handles conns;
ZEND_TLS pdo_pool_handles stmts;
/* Environments whose connection was given up, until pdo_odbc frees them, which it does at once. */
ZEND_TLS pdo_pool_handles given_up_envs;

void pdo_odbc_thread_register(pdo_odbc_pool_data *conn)
{
	pdo_pool_handles_add(&conns, conn->dbc, conn);
}

pdo_odbc_pool_data *pdo_odbc_find_conn(SQLHDBC dbc)
{
	return pdo_pool_handles_find(&conns, dbc);
}

pdo_odbc_pooled_stmt *pdo_odbc_find_stmt(SQLHSTMT stmt)
{
	return pdo_pool_handles_find(&stmts, stmt);
}

bool pdo_odbc_is_usable(const pdo_odbc_pool_data *conn)
{
	return !conn->given_up && !pdo_odbc_pool_is_foreign(conn);
}

static void register_stmt(pdo_odbc_pool_data *conn, SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pecalloc(1, sizeof(*stmt), true);

	stmt->handle = handle;
	stmt->conn = conn;
	stmt->next = conn->stmts;
	if (stmt->next) {
		stmt->next->prev = stmt;
	}
	conn->stmts = stmt;
	pdo_pool_handles_add(&stmts, handle, stmt);
}

static void forget_stmt(pdo_odbc_pooled_stmt *stmt)
{
	if (stmt->prev) {
		stmt->prev->next = stmt->next;
	} else {
		stmt->conn->stmts = stmt->next;
	}
	if (stmt->next) {
		stmt->next->prev = stmt->prev;
	}
	pdo_pool_handles_remove(&stmts, stmt->handle);
	pdo_odbc_params_free(stmt);
	pdo_odbc_rows_free(&stmt->rows);
	free(stmt->text);
	pefree(stmt, true);
}

void pdo_odbc_thread_forget(pdo_odbc_pool_data *conn)
{
	while (conn->stmts) {
		forget_stmt(conn->stmts);
	}
	pdo_pool_handles_remove(&conns, conn->dbc);
}
/* }}} */

/* {{{ What a failure says about the connection. On whatever thread the call was made. */
static bool is_lost_state(const char *state)
{
	/* PostgreSQL: the server shuts down, has crashed, or has ended the session. MariaDB's
	 * driver: out of memory, it says. */
	return strncmp(state, "08", 2) == 0 || strncmp(state, "57P", 3) == 0
		|| strcmp(state, "HY001") == 0;
}

/* psqlodbc names its prepared statements after their addresses. Once it has lost track of a
 * transaction it closes none of them any more, and the next one at the same address fails. */
static bool has_lost_track(const char *state, const SQLCHAR *message)
{
	return strcmp(state, "42P05") == 0 && strstr((const char *) message, "_PLAN0x");
}

static bool is_vague_state(const char *state)
{
	return strncmp(state, "HY", 2) == 0 || strncmp(state, "S1", 2) == 0 || state[0] == '\0';
}

/* Of the errors of MySQL the number says most. */
static bool is_last_error(const pdo_odbc_call *call, SQLINTEGER code)
{
	return call->dbms == PDO_ODBC_MYSQL && pdo_pool_mysql_is_last_error((unsigned) code);
}

static bool is_read_only(const pdo_odbc_call *call, SQLINTEGER code, const SQLCHAR *message)
{
	return (call->is_standby && strcmp(call->state, "25006") == 0)
		|| (call->dbms == PDO_ODBC_MYSQL
			&& pdo_pool_mysql_is_read_only((unsigned) code, (const char *) message));
}

bool pdo_odbc_is_dead(SQLHDBC dbc)
{
	SQLUINTEGER dead = SQL_CD_FALSE;
	SQLRETURN rc = SQLGetConnectAttr(dbc, SQL_ATTR_CONNECTION_DEAD, &dead, 0, NULL);

	return SQL_SUCCEEDED(rc) && dead == SQL_CD_TRUE;
}

void pdo_odbc_judge_failure(pdo_odbc_call *call)
{
	SQLCHAR message[SQL_MAX_MESSAGE_LENGTH];
	SQLINTEGER code;
	SQLSMALLINT length;

	if (call->rc != SQL_ERROR || !call->is_connected) {
		return;
	}
	if (!SQL_SUCCEEDED(SQLGetDiagRec(call->handle ? SQL_HANDLE_STMT : SQL_HANDLE_DBC,
			call->handle ? call->handle : call->dbc, 1, (SQLCHAR *) call->state, &code, message,
			sizeof(message), &length))) {
		call->state[0] = message[0] = '\0';
		code = 0;
	}
	call->read_only = is_read_only(call, code, message);
	/* Asking the connection would cost the caller what its own failure has left there. */
	call->lost = call->lost || is_lost_state(call->state) || has_lost_track(call->state, message)
		|| is_last_error(call, code)
		|| (call->handle && is_vague_state(call->state) && pdo_odbc_is_dead(call->dbc));
}

static void make_call(pdo_pool_thread_call *base)
{
	pdo_odbc_call *call = (pdo_odbc_call *) base;

	call->function(call);
	pdo_odbc_judge_failure(call);
}
/* }}} */

/* {{{ Running a call */
static void interrupt(pdo_pool_thread_call *base)
{
	pdo_odbc_call *call = (pdo_odbc_call *) base;

	if (call->killer) {
		pdo_odbc_kill(call->killer, call->interruptions++ == 0);
	} else {
		SQLCancel(call->handle);
	}
}

/* The connection's own thread is needed for all calls, or for those that can be given up; unless
 * the thread of PHP has to wait for them anyhow. */
static pdo_pool_worker *worker_for(const pdo_odbc_call *call)
{
	pdo_odbc_pool_data *conn = call->conn;
	bool may_give_up = call->base.is_owned && (conn->lost || pdo_pool_thread_suspends());

	if (!conn->one_thread && !may_give_up) {
		return NULL;
	}
	if (!conn->worker) {
		conn->worker = pdo_pool_worker_start();
	}
	return conn->worker;
}

/* SQLCancel(), where it works, needs no connection. It does not for calls of the connection, and
 * see odbc_connect.c. */
static bool needs_killer(const pdo_odbc_call *call)
{
	const pdo_odbc_pool_data *conn = call->conn;

	return !conn->can_cancel || !call->stmt
		|| (conn->dbms == PDO_ODBC_POSTGRESQL && !call->runs_text);
}

static void prepare_run(pdo_odbc_call *call)
{
	pdo_odbc_pool_data *conn = call->conn;

	call->dbc = conn->dbc;
	call->handle = call->stmt ? call->stmt->handle : NULL;
	call->is_connected = conn->is_connected;
	call->dbms = conn->dbms;
	call->is_standby = conn->is_standby;
	call->killer = needs_killer(call) ? conn->killer : NULL;
	call->base.function = make_call;
	call->base.interrupt_blocks = true;
	call->base.interrupt = call->killer || (call->handle && conn->can_cancel) ? interrupt : NULL;
	call->base.is_tidying_up = conn->lost;
	call->base.dbh = conn->dbh;
	call->base.ends_socket = conn->ends_socket;
	if (call->base.patience_ms == 0) {
		call->base.patience_ms = conn->is_pinged ? PING_PATIENCE_MS : PATIENCE_MS;
	}
	call->base.worker = worker_for(call);
}

static pdo_pool_thread_outcome run(pdo_odbc_call *call) /* may suspend */
{
	pdo_odbc_pool_data *conn = call->conn;
	pdo_pool_thread_outcome outcome;

	call->rc = SQL_ERROR;
	if (!pdo_odbc_is_usable(conn)) {
		return PDO_POOL_THREAD_NOT_MADE;
	}
	prepare_run(call);
	if (pdo_pool_thread_run(&call->base, &outcome) == FAILURE) {
		conn->lost = true;
	}
	if (outcome == PDO_POOL_THREAD_GIVEN_UP) {
		conn->lost = conn->given_up = true;
	} else {
		conn->lost |= call->lost;
		conn->read_only |= call->read_only;
	}
	return outcome;
}

/* After a cancellation nothing more is asked of the driver, and what it has done all the same
 * counts for nothing. */
SQLRETURN pdo_odbc_run(pdo_odbc_call *call)
{
	call->rc = SQL_ERROR;
	if (!EG(exception)) {
		run(call);
		if (EG(exception)) {
			call->rc = SQL_ERROR;
		}
	}
	return call->rc;
}

void *pdo_odbc_call_new(void (*function)(pdo_odbc_call *call), pdo_odbc_pool_data *conn,
	pdo_odbc_pooled_stmt *stmt, size_t size)
{
	pdo_odbc_call *call = pdo_pool_thread_call_new(size);

	call->function = function;
	call->conn = conn;
	call->stmt = stmt;
	return call;
}

static pdo_odbc_answer answer_of(pdo_odbc_call *call)
{
	pdo_odbc_answer answer = {.rc = call->rc};

	memcpy(answer.state, call->state, sizeof(answer.state));
	pdo_pool_thread_call_free(&call->base);
	return answer;
}

pdo_odbc_answer pdo_odbc_run_owned(pdo_odbc_call *call)
{
	const pdo_odbc_answer failure = {.rc = SQL_ERROR};

	call->rc = SQL_ERROR;
	if (!EG(exception) && run(call) == PDO_POOL_THREAD_GIVEN_UP) {
		return failure;
	}
	if (EG(exception)) {
		call->rc = SQL_ERROR;
	}
	return answer_of(call);
}

pdo_odbc_answer pdo_odbc_run_surely(pdo_odbc_call *call)
{
	const pdo_odbc_answer failure = {.rc = SQL_ERROR};
	pdo_pool_thread_outcome outcome = run(call);

	if (outcome == PDO_POOL_THREAD_NOT_MADE && pdo_odbc_is_usable(call->conn)) {
		outcome = run(call);
	}
	return outcome == PDO_POOL_THREAD_GIVEN_UP ? failure : answer_of(call);
}

pdo_odbc_call *pdo_odbc_run_and_keep(pdo_odbc_call *call)
{
	return run(call) == PDO_POOL_THREAD_GIVEN_UP ? NULL : call;
}
/* }}} */

/* {{{ Handles */
typedef struct _alloc_call {
	pdo_odbc_call base;
	SQLHANDLE output;
} alloc_call;

static void call_alloc_stmt(pdo_odbc_call *call)
{
	call->rc = SQLAllocHandle(SQL_HANDLE_STMT, call->dbc, &((alloc_call *) call)->output);
}

/* Drivers find the memory at once; one that wants all calls on one thread may need a lock for
 * it. */
static SQLRETURN alloc_stmt(pdo_odbc_pool_data *conn, SQLHANDLE *output) /* may suspend */
{
	alloc_call call = {.base = {.function = call_alloc_stmt, .conn = conn, .dbc = conn->dbc}};

	if (!pdo_odbc_is_usable(conn)) {
		return SQL_ERROR;
	}
	if (conn->one_thread) {
		pdo_odbc_run(&call.base);
	} else {
		call.base.is_connected = conn->is_connected;
		make_call(&call.base.base);
		conn->lost |= call.base.lost;
	}
	if (SQL_SUCCEEDED(call.base.rc)) {
		*output = call.output;
		register_stmt(conn, *output);
	}
	return call.base.rc;
}

SQLRETURN pdo_odbc_thread_alloc_handle(SQLSMALLINT type, SQLHANDLE input, SQLHANDLE *output)
{
	pdo_odbc_pool_data *conn = type == SQL_HANDLE_STMT ? pdo_odbc_find_conn(input) : NULL;

	return conn ? alloc_stmt(conn, output) : SQLAllocHandle(type, input, output);
}

typedef struct _free_call {
	pdo_odbc_call base;
	SQLHSTMT freed;
} free_call;

static void call_free_stmt(pdo_odbc_call *call)
{
	call->rc = SQLFreeHandle(SQL_HANDLE_STMT, ((free_call *) call)->freed);
}

/* Forgotten first: once the handle is freed, its address may be that of a new one. So it cannot be
 * cancelled either. */
static SQLRETURN free_stmt(pdo_odbc_pooled_stmt *stmt) /* may suspend */
{
	free_call *call = pdo_odbc_call_new(call_free_stmt, stmt->conn, NULL, sizeof(*call));

	/* After a fatal error in the middle of an execution. */
	pdo_odbc_params_stop(stmt->handle);
	call->freed = stmt->handle;
	forget_stmt(stmt);
	return pdo_odbc_run_surely(&call->base).rc;
}

void pdo_odbc_thread_forget_stmt(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (stmt) {
		forget_stmt(stmt);
	}
}

/* The environment is freed next: it goes with the connection. */
static SQLRETURN free_conn(pdo_odbc_pool_data *conn)
{
	SQLHDBC dbc = conn->dbc;

	pdo_odbc_thread_forget(conn);
	pdo_odbc_thread_end(conn);
	if (!conn->given_up) {
		return SQLFreeHandle(SQL_HANDLE_DBC, dbc);
	}
	pdo_pool_handles_add(&given_up_envs, conn->env, conn->env);
	return SQL_SUCCESS;
}

static SQLRETURN free_env(SQLHENV env)
{
	if (!pdo_pool_handles_find(&given_up_envs, env)) {
		return SQLFreeHandle(SQL_HANDLE_ENV, env);
	}
	pdo_pool_handles_remove(&given_up_envs, env);
	return SQL_SUCCESS;
}

SQLRETURN pdo_odbc_thread_free_handle(SQLSMALLINT type, SQLHANDLE handle)
{
	pdo_odbc_pooled_stmt *stmt = type == SQL_HANDLE_STMT ? pdo_odbc_find_stmt(handle) : NULL;
	pdo_odbc_pool_data *conn = type == SQL_HANDLE_DBC ? pdo_odbc_find_conn(handle) : NULL;

	if (stmt) {
		return free_stmt(stmt);
	}
	if (conn) {
		return free_conn(conn);
	}
	return type == SQL_HANDLE_ENV ? free_env(handle) : SQLFreeHandle(type, handle);
}

static bool is_given_up(SQLSMALLINT type, SQLHANDLE handle)
{
	const pdo_odbc_pooled_stmt *stmt = type == SQL_HANDLE_STMT ? pdo_odbc_find_stmt(handle) : NULL;
	const pdo_odbc_pool_data *conn = type == SQL_HANDLE_DBC ? pdo_odbc_find_conn(handle) : NULL;

	return (stmt && stmt->conn->given_up) || (conn && conn->given_up);
}

SQLRETURN pdo_odbc_thread_get_diag_rec(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT number,
	SQLCHAR *state, SQLINTEGER *code, SQLCHAR *message, SQLSMALLINT size, SQLSMALLINT *length)
{
	if (!is_given_up(type, handle)) {
		return SQLGetDiagRec(type, handle, number, state, code, message, size, length);
	}
	if (number > 1) {
		return SQL_NO_DATA;
	}
	strcpy((char *) state, "08S01");
	*code = 0;
	*length = (SQLSMALLINT) snprintf((char *) message, size,
		"The connection was given up: the driver did not return from a call that was cancelled");
	return SQL_SUCCESS;
}
/* }}} */

/* {{{ Statements */
typedef struct _text_call {
	pdo_odbc_call base;
	SQLINTEGER length;
	SQLCHAR sql[1];
} text_call;

static void call_prepare(pdo_odbc_call *base)
{
	text_call *call = (text_call *) base;

	base->rc = SQLPrepare(base->handle, call->sql, call->length);
}

static void call_exec_direct(pdo_odbc_call *base)
{
	text_call *call = (text_call *) base;

	base->rc = SQLExecDirect(base->handle, call->sql, call->length);
}

static pdo_odbc_answer run_text(pdo_odbc_pooled_stmt *stmt, void (*function)(pdo_odbc_call *call),
	const SQLCHAR *sql, size_t length) /* may suspend */
{
	text_call *call = pdo_odbc_call_new(function, stmt->conn, stmt, sizeof(*call) + length);

	memcpy(call->sql, sql, length);
	call->length = (SQLINTEGER) length;
	call->base.runs_text = true;
	return pdo_odbc_run_owned(&call->base);
}

static size_t length_of(const SQLCHAR *sql, SQLINTEGER length)
{
	return length == SQL_NTS ? strlen((const char *) sql) : (size_t) length;
}

static unsigned scan_text(pdo_odbc_pool_data *conn, const SQLCHAR *sql, size_t length)
{
	const char *text = (const char *) sql;
	const unsigned scan = pdo_odbc_scan(conn->dbms, text, length);

	if (UNEXPECTED(scan & PDO_POOL_TEXT_DIRTY) && conn->dbms == PDO_ODBC_POSTGRESQL) {
		conn->has_closed_stmts |= pdo_pool_pgsql_closes_all(text, length,
			PDO_POOL_TEXT_POSTGRESQL);
	}
	return scan | (pdo_pool_mysql_releases(text, length) ? PDO_POOL_TEXT_RELEASES : 0);
}

/* It may have to be prepared anew: see prepare_anew(). */
static void keep_text(pdo_odbc_pooled_stmt *stmt, const SQLCHAR *sql, size_t length)
{
	free(stmt->text);
	stmt->text = (SQLCHAR *) pestrndup((const char *) sql, length, true);
	stmt->text_length = (SQLINTEGER) length;
}

SQLRETURN pdo_odbc_thread_prepare(SQLHSTMT handle, SQLCHAR *sql, SQLINTEGER length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLPrepare(handle, sql, length);
	}
	stmt->scan = scan_text(stmt->conn, sql, length_of(sql, length));
	if (stmt->conn->one_thread && sql != stmt->text) {
		keep_text(stmt, sql, length_of(sql, length));
	}
	return run_text(stmt, call_prepare, sql, length_of(sql, length)).rc;
}

SQLRETURN pdo_odbc_thread_exec_direct(SQLHSTMT handle, SQLCHAR *sql, SQLINTEGER length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	pdo_odbc_answer answer;

	if (!stmt) {
		return SQLExecDirect(handle, sql, length);
	}
	stmt->scan = scan_text(stmt->conn, sql, length_of(sql, length));
	if (!pdo_odbc_pool_begin(stmt->conn, stmt->scan)) {
		return SQL_ERROR;
	}
	answer = run_text(stmt, call_exec_direct, sql, length_of(sql, length));
	pdo_odbc_pool_executed(stmt->conn, stmt->scan, answer.rc, answer.state);
	return answer.rc;
}

typedef struct _describe_param_call {
	pdo_odbc_call base;
	SQLUSMALLINT number;
	SQLSMALLINT type;
	SQLULEN size;
	SQLSMALLINT scale;
	SQLSMALLINT nullable;
} describe_param_call;

static void call_describe_param(pdo_odbc_call *base)
{
	describe_param_call *call = (describe_param_call *) base;

	base->rc = SQLDescribeParam(
		base->handle, call->number, &call->type, &call->size, &call->scale, &call->nullable);
}

SQLRETURN pdo_odbc_thread_describe_param(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT *type,
	SQLULEN *size, SQLSMALLINT *scale, SQLSMALLINT *nullable)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	describe_param_call *call;
	SQLRETURN rc;

	if (!stmt) {
		return SQLDescribeParam(handle, number, type, size, scale, nullable);
	}
	if (EG(exception)) {
		return SQL_ERROR;
	}
	call = pdo_odbc_call_new(call_describe_param, stmt->conn, stmt, sizeof(*call));
	call->number = number;
	if (!pdo_odbc_run_and_keep(&call->base)) {
		return SQL_ERROR;
	}
	*type = call->type;
	*size = call->size;
	*scale = call->scale;
	*nullable = call->nullable;
	rc = answer_of(&call->base).rc;
	return EG(exception) ? SQL_ERROR : rc;
}

static SQLRETURN run_plain(
	pdo_odbc_pooled_stmt *stmt, void (*function)(pdo_odbc_call *call)) /* may suspend */
{
	pdo_odbc_call *call = pdo_odbc_call_new(function, stmt->conn, stmt, sizeof(*call));

	pdo_odbc_rows_forget(&stmt->rows);
	return pdo_odbc_run_owned(call).rc;
}

static void call_more_results(pdo_odbc_call *call)
{
	call->rc = SQLMoreResults(call->handle);
}

SQLRETURN pdo_odbc_thread_more_results(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);
	SQLRETURN rc;

	if (!stmt) {
		return SQLMoreResults(handle);
	}
	rc = run_plain(stmt, call_more_results);
	if (SQL_SUCCEEDED(rc)) {
		pdo_odbc_rows_unbind(stmt);
	}
	return rc;
}

static void call_close_cursor(pdo_odbc_call *call)
{
	call->rc = SQLCloseCursor(call->handle);
}

SQLRETURN pdo_odbc_thread_close_cursor(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	return stmt ? run_plain(stmt, call_close_cursor) : SQLCloseCursor(handle);
}
/* }}} */
