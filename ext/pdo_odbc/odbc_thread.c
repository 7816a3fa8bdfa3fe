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

/* The blocking calls of ODBC on a worker thread, so that only the coroutine waits. For connections of a
 * pool alone: there one coroutine at a time is in a connection. An ordinary handle, which coroutines could share,
 * blocks as it always did.
 *
 * Calls that by their nature work on memory (binding, describing a result, diagnostics) are made right here, all others
 * on a thread, since no driver says which of them reach its server. Rows are another matter: odbc_rows.c. So are the
 * parameters of a statement: odbc_params.c.
 *
 * A coroutine that is cancelled has SQLCancel() called, on a thread of its own, since a driver may have to
 * connect to the server for that; it is repeated until the call has returned, because a driver ignores one
 * that comes too early. The connection is lost then. A connect cannot be cancelled, nor can anything with drivers
 * whose SQLCancel() is not safe: the coroutine waits until the driver has done what it does. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"
#ifndef PHP_WIN32
# include <pthread.h>
# include <signal.h>
# include <time.h>
#endif

/* {{{ Handles that belong to a pool */

/* Handle => pdo_odbc_pool_data or pdo_odbc_pooled_stmt. Outside of request memory, since they are empty when the last pool
 * has gone, whenever that is. */
ZEND_TLS HashTable conns;
ZEND_TLS HashTable stmts;
ZEND_TLS uint32_t conn_count;

static zend_ulong key_of(SQLHANDLE handle)
{
	return (zend_ulong) (uintptr_t) handle;
}

void pdo_odbc_thread_register(pdo_odbc_pool_data *conn)
{
	if (conn_count++ == 0) {
		zend_hash_init(&conns, 0, NULL, NULL, true);
		zend_hash_init(&stmts, 0, NULL, NULL, true);
	}
	zend_hash_index_update_ptr(&conns, key_of(conn->dbc), conn);
}

pdo_odbc_pool_data *pdo_odbc_find_conn(SQLHDBC dbc)
{
	return UNEXPECTED(conn_count > 0) ? zend_hash_index_find_ptr(&conns, key_of(dbc)) : NULL;
}

pdo_odbc_pooled_stmt *pdo_odbc_find_stmt(SQLHSTMT stmt)
{
	return UNEXPECTED(conn_count > 0) ? zend_hash_index_find_ptr(&stmts, key_of(stmt)) : NULL;
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
	zend_hash_index_update_ptr(&stmts, key_of(handle), stmt);
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
	zend_hash_index_del(&stmts, key_of(stmt->handle));
	pdo_odbc_params_free(&stmt->params);
	pdo_odbc_rows_free(&stmt->rows);
	pefree(stmt, true);
}

void pdo_odbc_thread_forget(pdo_odbc_pool_data *conn)
{
	while (conn->stmts) {
		forget_stmt(conn->stmts);
	}
	zend_hash_index_del(&conns, key_of(conn->dbc));
	if (--conn_count == 0) {
		zend_hash_destroy(&conns);
		zend_hash_destroy(&stmts);
	}
}
/* }}} */

/* {{{ What a failure says about the connection. On whatever thread the call was made. */
static bool is_lost_state(const char *state)
{
	/* PostgreSQL: the server shuts down, has crashed, or has ended the session. MariaDB's driver: out of memory, it says. */
	return strncmp(state, "08", 2) == 0 || strncmp(state, "57P", 3) == 0 || strcmp(state, "HY001") == 0;
}

static bool is_vague_state(const char *state)
{
	return strncmp(state, "HY", 2) == 0 || strncmp(state, "S1", 2) == 0 || state[0] == '\0';
}

static bool is_dead(const pdo_odbc_pool_data *conn)
{
	SQLUINTEGER dead = SQL_CD_FALSE;
	SQLRETURN rc = SQLGetConnectAttr(conn->dbc, SQL_ATTR_CONNECTION_DEAD, &dead, 0, NULL);

	return SQL_SUCCEEDED(rc) && dead == SQL_CD_TRUE;
}

static void judge_failure(pdo_odbc_call *call)
{
	SQLCHAR message[SQL_MAX_MESSAGE_LENGTH];
	SQLINTEGER code;
	SQLSMALLINT length;
	SQLHANDLE handle = call->stmt ? call->stmt->handle : call->conn->dbc;

	if (call->rc != SQL_ERROR || !call->conn->is_connected) {
		return;
	}
	if (!SQL_SUCCEEDED(SQLGetDiagRec(call->stmt ? SQL_HANDLE_STMT : SQL_HANDLE_DBC, handle, 1, (SQLCHAR *) call->state,
			&code, message, sizeof(message), &length))) {
		call->state[0] = '\0';
	}
	/* Asking the connection would cost the caller what its own failure has left there. */
	call->lost = is_lost_state(call->state) || (call->stmt && is_vague_state(call->state) && is_dead(call->conn));
}

static void make_call(pdo_odbc_call *call)
{
	call->function(call);
	judge_failure(call);
}
/* }}} */

/* {{{ Running a call */
#ifndef PHP_WIN32
/* What the three threads that take part share: that of PHP, the worker, and the one that cancels. */
typedef struct _running_call {
	pdo_odbc_call *call;
	pthread_mutex_t mutex;
	/* has_returned, or is_cancelling is over. */
	pthread_cond_t changed;
	bool has_returned;
	bool is_cancelling;
} running_call;

static void work(void *arg)
{
	running_call *running = arg;

	make_call(running->call);
	pthread_mutex_lock(&running->mutex);
	running->has_returned = true;
	pthread_cond_broadcast(&running->changed);
	/* Until then it uses the handle. */
	while (running->is_cancelling) {
		pthread_cond_wait(&running->changed, &running->mutex);
	}
	pthread_mutex_unlock(&running->mutex);
}

static struct timespec in_milliseconds(long ms)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_nsec += ms * 1000000;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

static void *cancel(void *arg)
{
	running_call *running = arg;
	long pause = 20;

	pthread_mutex_lock(&running->mutex);
	while (!running->has_returned) {
		struct timespec until;

		pthread_mutex_unlock(&running->mutex);
		SQLCancel(running->call->stmt->handle);
		pthread_mutex_lock(&running->mutex);
		until = in_milliseconds(pause);
		if (!running->has_returned) {
			pthread_cond_timedwait(&running->changed, &running->mutex, &until);
		}
		pause = MIN(pause * 2, 900);
	}
	running->is_cancelling = false;
	pthread_cond_broadcast(&running->changed);
	pthread_mutex_unlock(&running->mutex);
	return NULL;
}

/* Signals are for the thread of PHP. */
static bool start_thread(void *(*function)(void *), void *arg)
{
	sigset_t all, before;
	pthread_t thread;
	bool started;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	started = pthread_create(&thread, NULL, function, arg) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (started) {
		pthread_detach(thread);
	}
	return started;
}

static void interrupt(void *arg)
{
	running_call *running = arg;

	if (!running->call->stmt || !running->call->conn->can_cancel) {
		return;
	}
	pthread_mutex_lock(&running->mutex);
	if (!running->has_returned) {
		running->is_cancelling = start_thread(cancel, running);
	}
	pthread_mutex_unlock(&running->mutex);
}

static zend_result run_in_thread(pdo_odbc_call *call, bool *ran) /* may suspend */
{
	running_call running = {
		.call = call, .mutex = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER,
	};
	zend_result result = ZEND_ASYNC_RUN_IN_THREAD(work, interrupt, &running, ran);

	pthread_cond_destroy(&running.changed);
	pthread_mutex_destroy(&running.mutex);
	return result;
}
#else
static void work(void *arg)
{
	make_call(arg);
}

static void interrupt(void *arg)
{
	pdo_odbc_call *call = arg;

	if (call->stmt && call->conn->can_cancel) {
		SQLCancel(call->stmt->handle);
	}
}

static zend_result run_in_thread(pdo_odbc_call *call, bool *ran) /* may suspend */
{
	return ZEND_ASYNC_RUN_IN_THREAD(work, interrupt, call, ran);
}
#endif

/* Not in a coroutine that has ended and is being tidied up. */
bool pdo_odbc_uses_thread(const pdo_odbc_pool_data *conn)
{
	return ZEND_ASYNC_CAN_SUSPEND() && !EG(exception) && ZEND_ASYNC_CURRENT_COROUTINE->state == ZEND_COROUTINE_RUNNING
		&& !pdo_odbc_pool_is_foreign(conn);
}

/* false: it was not made. */
static bool run(pdo_odbc_call *call) /* may suspend */
{
	pdo_odbc_pool_data *conn = call->conn;
	bool ran = true;

	call->rc = SQL_ERROR;
	if (pdo_odbc_pool_is_foreign(conn)) {
		return false;
	}
	if (!pdo_odbc_uses_thread(conn)) {
		make_call(call);
	} else if (run_in_thread(call, &ran) == FAILURE) {
		conn->lost = true;
	}
	if (call->lost) {
		conn->lost = true;
	}
	return ran;
}

/* After a cancellation nothing more is asked of the driver, and what it has done all the same counts for nothing. */
SQLRETURN pdo_odbc_run(pdo_odbc_call *call)
{
	if (EG(exception)) {
		return call->rc = SQL_ERROR;
	}
	run(call);
	if (EG(exception)) {
		call->rc = SQL_ERROR;
	}
	return call->rc;
}

SQLRETURN pdo_odbc_run_surely(pdo_odbc_call *call)
{
	if (!run(call) && !pdo_odbc_pool_is_foreign(call->conn)) {
		make_call(call);
	}
	return call->rc;
}

/* As ODBC wants it. sqliteodbc interrupts the call, but then frees the result that it is filling. */
static bool can_cancel(const pdo_odbc_pool_data *conn)
{
	char name[128] = "";
	SQLSMALLINT length;

	return SQL_SUCCEEDED(SQLGetInfo(conn->dbc, SQL_DRIVER_NAME, name, sizeof(name), &length))
		&& !php_memnistr(name, "sqlite", sizeof("sqlite") - 1, name + strlen(name));
}
/* }}} */

/* {{{ Handles */
SQLRETURN pdo_odbc_thread_alloc_handle(SQLSMALLINT type, SQLHANDLE input, SQLHANDLE *output)
{
	pdo_odbc_pool_data *conn = type == SQL_HANDLE_STMT ? pdo_odbc_find_conn(input) : NULL;
	SQLRETURN rc;

	if (conn && pdo_odbc_pool_is_foreign(conn)) {
		return SQL_ERROR;
	}
	rc = SQLAllocHandle(type, input, output);
	if (conn && SQL_SUCCEEDED(rc)) {
		register_stmt(conn, *output);
	} else if (conn) {
		pdo_odbc_call call = {.conn = conn, .rc = rc};

		judge_failure(&call);
		conn->lost |= call.lost;
	}
	return rc;
}

typedef struct _free_call {
	pdo_odbc_call base;
	SQLHSTMT handle;
} free_call;

static void call_free_stmt(pdo_odbc_call *call)
{
	call->rc = SQLFreeHandle(SQL_HANDLE_STMT, ((free_call *) call)->handle);
}

/* Forgotten first: once it is freed, its address may be that of a new one. It cannot be cancelled either. */
static SQLRETURN free_stmt(pdo_odbc_pooled_stmt *stmt) /* may suspend */
{
	free_call call = {.base = {.function = call_free_stmt, .conn = stmt->conn}, .handle = stmt->handle};

	forget_stmt(stmt);
	return pdo_odbc_run_surely(&call.base);
}

SQLRETURN pdo_odbc_thread_free_handle(SQLSMALLINT type, SQLHANDLE handle)
{
	pdo_odbc_pooled_stmt *stmt = type == SQL_HANDLE_STMT ? pdo_odbc_find_stmt(handle) : NULL;
	pdo_odbc_pool_data *conn = type == SQL_HANDLE_DBC ? pdo_odbc_find_conn(handle) : NULL;

	if (stmt) {
		return free_stmt(stmt);
	}
	if (conn) {
		pdo_odbc_thread_forget(conn);
	}
	return SQLFreeHandle(type, handle);
}
/* }}} */

/* {{{ Connections */
typedef struct _connect_call connect_call;
struct _connect_call {
	/* Without conn for an ordinary handle. */
	pdo_odbc_call base;
	SQLRETURN (*connect)(const connect_call *call);
	SQLHDBC dbc;
	SQLCHAR *dsn;
	SQLSMALLINT dsn_length;
	SQLCHAR *user;
	SQLSMALLINT user_length;
	SQLCHAR *password;
	SQLSMALLINT password_length;
	SQLHWND window;
	SQLCHAR *output;
	SQLSMALLINT output_size;
	SQLSMALLINT *output_length;
	SQLUSMALLINT completion;
	bool needs_turn;
};

static void call_connect(pdo_odbc_call *base)
{
	connect_call *call = (connect_call *) base;

	if (call->needs_turn) {
		pdo_odbc_turn_lock();
	}
	base->rc = call->connect(call);
	if (call->needs_turn) {
		pdo_odbc_turn_unlock();
	}
}

static SQLRETURN connect_pooled(pdo_odbc_call *call) /* may suspend */
{
	run(call);
	call->conn->is_connected = SQL_SUCCEEDED(call->rc);
	call->conn->can_cancel = call->conn->is_connected && can_cancel(call->conn);
	return EG(exception) ? SQL_ERROR : call->rc;
}

static SQLRETURN connect_now(pdo_odbc_call *call) /* may suspend */
{
	if (call->conn) {
		return connect_pooled(call);
	}
	call_connect(call);
	return call->rc;
}

static SQLRETURN connect_in_turn(pdo_odbc_call *call) /* may suspend */
{
	pdo_odbc_turn turn;
	SQLRETURN rc;

	if (pdo_odbc_turn_begin(&turn, call->conn && pdo_odbc_uses_thread(call->conn)) == FAILURE) {
		return SQL_ERROR;
	}
	rc = connect_now(call);
	pdo_odbc_turn_end(&turn);
	return rc;
}

/* An ordinary handle has to look out for threads only where there are coroutines. */
static SQLRETURN connect_handle(connect_call *call) /* may suspend */
{
	call->base.function = call_connect;
	call->base.conn = pdo_odbc_find_conn(call->dbc);
	call->needs_turn = (call->base.conn || ZEND_ASYNC_CURRENT_COROUTINE) && pdo_odbc_turn_is_needed(call->dsn);
	return call->needs_turn ? connect_in_turn(&call->base) : connect_now(&call->base);
}

static SQLRETURN connect_by_name(const connect_call *call)
{
	return SQLConnect(call->dbc, call->dsn, call->dsn_length, call->user, call->user_length,
		call->password, call->password_length);
}

SQLRETURN pdo_odbc_thread_connect(SQLHDBC dbc, SQLCHAR *dsn, SQLSMALLINT dsn_length, SQLCHAR *user,
	SQLSMALLINT user_length, SQLCHAR *password, SQLSMALLINT password_length)
{
	connect_call call = {
		.connect = connect_by_name, .dbc = dbc, .dsn = dsn, .dsn_length = dsn_length, .user = user,
		.user_length = user_length, .password = password, .password_length = password_length,
	};

	return connect_handle(&call);
}

static SQLRETURN connect_by_string(const connect_call *call)
{
	return SQLDriverConnect(call->dbc, call->window, call->dsn, call->dsn_length, call->output,
		call->output_size, call->output_length, call->completion);
}

SQLRETURN pdo_odbc_thread_driver_connect(SQLHDBC dbc, SQLHWND window, SQLCHAR *string, SQLSMALLINT length,
	SQLCHAR *output, SQLSMALLINT output_size, SQLSMALLINT *output_length, SQLUSMALLINT completion)
{
	connect_call call = {
		.connect = connect_by_string, .dbc = dbc, .window = window, .dsn = string, .dsn_length = length,
		.output = output, .output_size = output_size, .output_length = output_length, .completion = completion,
	};

	return connect_handle(&call);
}

/* A driver may refuse to leave a transaction, which nobody has ended if the coroutine was cancelled. */
static void call_disconnect(pdo_odbc_call *call)
{
	call->rc = SQLDisconnect(call->conn->dbc);
	if (call->rc == SQL_ERROR) {
		SQLEndTran(SQL_HANDLE_DBC, call->conn->dbc, SQL_ROLLBACK);
		call->rc = SQLDisconnect(call->conn->dbc);
	}
}

SQLRETURN pdo_odbc_thread_disconnect(SQLHDBC dbc)
{
	pdo_odbc_call call = {.function = call_disconnect, .conn = pdo_odbc_find_conn(dbc)};

	if (!call.conn || !call.conn->is_connected) {
		return SQLDisconnect(dbc);
	}
	pdo_odbc_run_surely(&call);
	call.conn->is_connected = false;
	return call.rc;
}

typedef struct _attr_call {
	pdo_odbc_call base;
	SQLINTEGER attr;
	SQLPOINTER value;
	SQLINTEGER size;
	SQLINTEGER *length;
	SQLSMALLINT *short_length;
} attr_call;

static void call_end_tran(pdo_odbc_call *base)
{
	base->rc = SQLEndTran(SQL_HANDLE_DBC, base->conn->dbc, (SQLSMALLINT) ((attr_call *) base)->attr);
}

SQLRETURN pdo_odbc_thread_end_tran(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT how)
{
	attr_call call = {
		.base = {.function = call_end_tran, .conn = type == SQL_HANDLE_DBC ? pdo_odbc_find_conn(handle) : NULL},
		.attr = how,
	};

	if (!call.base.conn || !call.base.conn->is_connected) {
		return SQLEndTran(type, handle, how);
	}
	pdo_odbc_run(&call.base);
	if (SQL_SUCCEEDED(call.base.rc)) {
		call.base.conn->has_work = false;
	}
	return call.base.rc;
}

static void call_set_connect_attr(pdo_odbc_call *base)
{
	attr_call *call = (attr_call *) base;

	base->rc = SQLSetConnectAttr(base->conn->dbc, call->attr, call->value, call->size);
}

SQLRETURN pdo_odbc_thread_set_connect_attr(SQLHDBC dbc, SQLINTEGER attr, SQLPOINTER value, SQLINTEGER length)
{
	attr_call call = {
		.base = {.function = call_set_connect_attr, .conn = pdo_odbc_find_conn(dbc)},
		.attr = attr, .value = value, .size = length,
	};

	if (!call.base.conn || !call.base.conn->is_connected) {
		return SQLSetConnectAttr(dbc, attr, value, length);
	}
	return pdo_odbc_run(&call.base);
}

static void call_get_connect_attr(pdo_odbc_call *base)
{
	attr_call *call = (attr_call *) base;

	base->rc = SQLGetConnectAttr(base->conn->dbc, call->attr, call->value, call->size, call->length);
}

SQLRETURN pdo_odbc_thread_get_connect_attr(SQLHDBC dbc, SQLINTEGER attr, SQLPOINTER value, SQLINTEGER size,
	SQLINTEGER *length)
{
	attr_call call = {
		.base = {.function = call_get_connect_attr, .conn = pdo_odbc_find_conn(dbc)},
		.attr = attr, .value = value, .size = size, .length = length,
	};

	if (!call.base.conn || !call.base.conn->is_connected) {
		return SQLGetConnectAttr(dbc, attr, value, size, length);
	}
	return pdo_odbc_run(&call.base);
}

static void call_get_info(pdo_odbc_call *base)
{
	attr_call *call = (attr_call *) base;

	base->rc = SQLGetInfo(base->conn->dbc, (SQLUSMALLINT) call->attr, call->value, (SQLSMALLINT) call->size,
		call->short_length);
}

SQLRETURN pdo_odbc_thread_get_info(SQLHDBC dbc, SQLUSMALLINT type, SQLPOINTER value, SQLSMALLINT size,
	SQLSMALLINT *length)
{
	attr_call call = {
		.base = {.function = call_get_info, .conn = pdo_odbc_find_conn(dbc)},
		.attr = type, .value = value, .size = size, .short_length = length,
	};

	if (!call.base.conn || !call.base.conn->is_connected) {
		return SQLGetInfo(dbc, type, value, size, length);
	}
	return pdo_odbc_run(&call.base);
}
/* }}} */

/* {{{ Statements */
typedef struct _text_call {
	pdo_odbc_call base;
	SQLCHAR *sql;
	SQLINTEGER length;
} text_call;

static size_t length_of(const SQLCHAR *sql, SQLINTEGER length)
{
	return length == SQL_NTS ? strlen((const char *) sql) : (size_t) length;
}

static void call_prepare(pdo_odbc_call *base)
{
	text_call *call = (text_call *) base;

	base->rc = SQLPrepare(base->stmt->handle, call->sql, call->length);
}

SQLRETURN pdo_odbc_thread_prepare(SQLHSTMT handle, SQLCHAR *sql, SQLINTEGER length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLPrepare(handle, sql, length);
	}
	text_call call = {
		.base = {.function = call_prepare, .conn = stmt->conn, .stmt = stmt}, .sql = sql, .length = length,
	};
	stmt->scan = pdo_odbc_scan((const char *) sql, length_of(sql, length));
	return pdo_odbc_run(&call.base);
}

static void call_exec_direct(pdo_odbc_call *base)
{
	text_call *call = (text_call *) base;

	base->rc = SQLExecDirect(base->stmt->handle, call->sql, call->length);
}

SQLRETURN pdo_odbc_thread_exec_direct(SQLHSTMT handle, SQLCHAR *sql, SQLINTEGER length)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLExecDirect(handle, sql, length);
	}
	text_call call = {
		.base = {.function = call_exec_direct, .conn = stmt->conn, .stmt = stmt}, .sql = sql, .length = length,
	};
	stmt->scan = pdo_odbc_scan((const char *) sql, length_of(sql, length));
	if (!pdo_odbc_pool_begin(stmt->conn, stmt->scan)) {
		return SQL_ERROR;
	}
	pdo_odbc_run(&call.base);
	pdo_odbc_pool_executed(stmt->conn, stmt->scan, call.base.rc, call.base.state);
	return call.base.rc;
}

typedef struct _describe_param_call {
	pdo_odbc_call base;
	SQLUSMALLINT number;
	SQLSMALLINT *type;
	SQLULEN *size;
	SQLSMALLINT *scale;
	SQLSMALLINT *nullable;
} describe_param_call;

static void call_describe_param(pdo_odbc_call *base)
{
	describe_param_call *call = (describe_param_call *) base;

	base->rc = SQLDescribeParam(base->stmt->handle, call->number, call->type, call->size, call->scale, call->nullable);
}

SQLRETURN pdo_odbc_thread_describe_param(SQLHSTMT handle, SQLUSMALLINT number, SQLSMALLINT *type, SQLULEN *size,
	SQLSMALLINT *scale, SQLSMALLINT *nullable)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLDescribeParam(handle, number, type, size, scale, nullable);
	}
	describe_param_call call = {
		.base = {.function = call_describe_param, .conn = stmt->conn, .stmt = stmt},
		.number = number, .type = type, .size = size, .scale = scale, .nullable = nullable,
	};
	return pdo_odbc_run(&call.base);
}

static void call_more_results(pdo_odbc_call *call)
{
	call->rc = SQLMoreResults(call->stmt->handle);
}

SQLRETURN pdo_odbc_thread_more_results(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLMoreResults(handle);
	}
	pdo_odbc_call call = {.function = call_more_results, .conn = stmt->conn, .stmt = stmt};
	pdo_odbc_rows_forget(&stmt->rows);
	pdo_odbc_run(&call);
	if (SQL_SUCCEEDED(call.rc)) {
		pdo_odbc_rows_unbind(stmt);
	}
	return call.rc;
}

static void call_close_cursor(pdo_odbc_call *call)
{
	call->rc = SQLCloseCursor(call->stmt->handle);
}

SQLRETURN pdo_odbc_thread_close_cursor(SQLHSTMT handle)
{
	pdo_odbc_pooled_stmt *stmt = pdo_odbc_find_stmt(handle);

	if (!stmt) {
		return SQLCloseCursor(handle);
	}
	pdo_odbc_call call = {.function = call_close_cursor, .conn = stmt->conn, .stmt = stmt};
	pdo_odbc_rows_forget(&stmt->rows);
	return pdo_odbc_run(&call);
}
/* }}} */
