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

/* The calls of libmysqlclient or libmariadb that may block, as calls of pdo_pool_thread.c: which
 * there are, and how one is interrupted. A call that finds its rows in memory is made right
 * here.
 *
 * A coroutine that is cancelled shuts the socket down, by a descriptor of our own, which makes
 * the call return; the connection is lost then. While the library connects, only the library
 * knows its descriptor, and may close it at any moment on its thread: such a call is not
 * interrupted but given up, and its thread closes the connection when the library is back. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#define PDO_MYSQL_BLOCKING_CALLS
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#ifndef PHP_WIN32
# include <fcntl.h>
#endif

#ifndef PDO_USE_MYSQLND

/* How long a cancelled coroutine waits for a connect to come back. */
#define CONNECT_PATIENCE_MS 250

/* MYSQL * => pdo_mysql_pool_data *. */
ZEND_TLS pdo_pool_handles pooled;

void pdo_mysql_thread_register(MYSQL *mysql, pdo_mysql_pool_data *data)
{
	data->socket = -1;
	pdo_pool_handles_add(&pooled, mysql, data);
}

/* {{{ A descriptor of our own */
#ifndef PHP_WIN32
static php_socket_t duplicate(php_socket_t socket)
{
	return socket == -1 ? -1 : fcntl(socket, F_DUPFD_CLOEXEC, 0);
}
#else
static php_socket_t duplicate(php_socket_t socket)
{
	WSAPROTOCOL_INFOW info;

	if (socket == -1 || WSADuplicateSocketW(socket, GetCurrentProcessId(), &info) != 0) {
		return -1;
	}
	return WSASocketW(FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, FROM_PROTOCOL_INFO, &info, 0,
		WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
}
#endif

static void close_duplicate(pdo_mysql_pool_data *data)
{
	if (data->socket != -1) {
		closesocket(data->socket);
		data->socket = -1;
	}
}

static void shut_down(const pdo_mysql_pool_data *data)
{
	if (data->socket != -1) {
		shutdown(data->socket, SHUT_RDWR);
	}
}

/* The library has closed its own descriptor: without this the server would learn of it only when
 * the last statement goes. */
static void follow_library(const pdo_mysql_pool_data *data, MYSQL *mysql)
{
	if (data->socket != -1 && pdo_mysql_thread_socket(mysql) == -1) {
		shut_down(data);
	}
}
/* }}} */

/* {{{ Running a call */
typedef struct _blocking_call blocking_call;
struct _blocking_call {
	pdo_pool_thread_call base;
	void (*function)(blocking_call *call);
	MYSQL *mysql;
	/* For the thread of PHP alone. NULL for an ordinary handle. */
	pdo_mysql_pool_data *pool;
	MYSQL_STMT *stmt;
	MYSQL_RES *result;
	const char *sql;
	unsigned long length;
	bool on;

	/* The answer, and what it is when the call was never made. */
	int status;
	void *pointer;
};

/* The library wants to know each thread, and a thread of the connection's own ends with it. */
static void make_call(pdo_pool_thread_call *base)
{
	static _Thread_local bool known_to_library;
	blocking_call *call = (blocking_call *) base;

	if (!known_to_library) {
		known_to_library = true;
		mysql_thread_init();
	}
	call->function(call);
	if (base->worker) {
		mysql_thread_end();
		known_to_library = false;
	}
}

static void interrupt(pdo_pool_thread_call *base)
{
	shut_down(((blocking_call *) base)->pool);
}

/* Nothing uses the connection again; what is still done to it ends at once instead of reading
 * on. */
static void give_up(blocking_call *call)
{
	call->pool->lost = true;
	shut_down(call->pool);
}

/* The rest of an answer is on its way. */
static bool is_in_the_middle(MYSQL *mysql)
{
	return mysql->status != MYSQL_STATUS_READY || mysql_more_results(mysql);
}

/* A coroutine that is being cancelled does not wait for an answer that has not arrived yet. Another
 * exception may be caught, by code that goes on with its transaction and session. */
static bool run_pooled(blocking_call *call) /* may suspend */
{
	pdo_pool_thread_outcome outcome;

	call->base.function = make_call;
	call->base.interrupt = interrupt;
	if (zend_async_is_cancelling() && is_in_the_middle(call->mysql)) {
		give_up(call);
		pdo_pool_interrupted(call->pool->dbh);
	}
	if (pdo_pool_thread_run(&call->base, &outcome) == FAILURE) {
		/* The cancellation may have come when the thread had just finished. */
		give_up(call);
	}
	follow_library(call->pool, call->mysql);
	return outcome == PDO_POOL_THREAD_RETURNED;
}

/* false: it was not made. */
static bool run(blocking_call *call) /* may suspend */
{
	call->pool = pdo_pool_handles_find(&pooled, call->mysql);
	if (call->pool) {
		return run_pooled(call);
	}
	call->function(call);
	return true;
}

static int status_of(blocking_call *call) /* may suspend */
{
	call->status = 1;
	run(call);
	return call->status;
}

static void *pointer_of(blocking_call *call) /* may suspend */
{
	run(call);
	return call->pointer;
}

/* For what frees memory. */
static int surely_status_of(blocking_call *call) /* may suspend */
{
	call->status = 1;
	if (!run(call)) {
		call->function(call);
	}
	return call->status;
}
/* }}} */

/* {{{ Connecting */

/* Owns what it needs, but for the handle, which a call that was given up closes in the end. */
typedef struct _connect_call {
	blocking_call base;
	char *host;
	char *user;
	char *password;
	char *database;
	char *socket;
	unsigned int port;
	unsigned long flags;
	char texts[1];
} connect_call;

static size_t size_of(const char *text)
{
	return text ? strlen(text) + 1 : 0;
}

static char *keep(char **end, const char *text)
{
	size_t size = size_of(text);
	char *kept = *end;

	if (!text) {
		return NULL;
	}
	memcpy(kept, text, size);
	*end += size;
	return kept;
}

static void call_connect(blocking_call *base)
{
	connect_call *call = (connect_call *) base;

	base->pointer = mysql_real_connect(base->mysql, call->host, call->user, call->password,
		call->database, call->port, call->socket, call->flags);
}

static void close_late(void *mysql)
{
	mysql_close(mysql);
	mysql_thread_end();
}

/* The worker is needed for this call alone; one that was given up ends when the handle is
 * closed. */
static MYSQL *run_connect(connect_call *call, pdo_mysql_pool_data *data) /* may suspend */
{
	pdo_pool_worker *worker = pdo_pool_thread_suspends() ? pdo_pool_worker_start() : NULL;
	pdo_pool_thread_outcome outcome;
	MYSQL *result = NULL;

	call->base.base.function = make_call;
	call->base.base.worker = worker;
	call->base.base.patience_ms = CONNECT_PATIENCE_MS;
	if (pdo_pool_thread_run(&call->base.base, &outcome) == FAILURE) {
		data->lost = true;
	}
	if (outcome == PDO_POOL_THREAD_GIVEN_UP) {
		data->worker = worker;
		return NULL;
	}
	if (outcome == PDO_POOL_THREAD_RETURNED) {
		result = call->base.pointer;
	}
	pdo_pool_thread_call_free(&call->base.base);
	if (worker) {
		pdo_pool_worker_end(worker, NULL, NULL);
	}
	return result;
}

MYSQL *pdo_mysql_thread_real_connect(MYSQL *mysql, const char *host, const char *user,
	const char *password, const char *database, unsigned int port, const char *socket,
	unsigned long flags)
{
	pdo_mysql_pool_data *data = pdo_pool_handles_find(&pooled, mysql);
	connect_call *call;
	char *end;

	if (!data) {
		return mysql_real_connect(mysql, host, user, password, database, port, socket, flags);
	}
	call = pdo_pool_thread_call_new(sizeof(*call) + size_of(host) + size_of(user)
		+ size_of(password) + size_of(database) + size_of(socket));
	end = call->texts;
	call->base.function = call_connect;
	call->base.mysql = mysql;
	call->host = keep(&end, host);
	call->user = keep(&end, user);
	call->password = keep(&end, password);
	call->database = keep(&end, database);
	call->socket = keep(&end, socket);
	call->port = port;
	call->flags = flags;
	mysql = run_connect(call, data);
	if (mysql) {
		data->socket = duplicate(pdo_mysql_thread_socket(mysql));
	}
	return mysql;
}

static void call_close(blocking_call *call)
{
	mysql_close(call->mysql);
}

/* It cannot be interrupted: it frees the handle. */
static void close_pooled(MYSQL *mysql, pdo_mysql_pool_data *data) /* may suspend */
{
	blocking_call call = {
		.base = {.function = make_call}, .function = call_close, .mysql = mysql, .pool = data,
	};

	pdo_pool_handles_remove(&pooled, mysql);
	if (data->worker) {
		pdo_pool_worker_end(data->worker, close_late, mysql);
		return;
	}
	if (EG(exception) && is_in_the_middle(mysql)) {
		shut_down(data);
	}
	pdo_pool_thread_run_surely(&call.base);
	close_duplicate(data);
}

void pdo_mysql_thread_close(MYSQL *mysql)
{
	pdo_mysql_pool_data *data = pdo_pool_handles_find(&pooled, mysql);

	if (data) {
		close_pooled(mysql, data);
	} else {
		mysql_close(mysql);
	}
}
/* }}} */

/* {{{ The other calls */
#define DEFINE_CALL(name, statement) \
	static void call_##name(blocking_call *call) \
	{ \
		statement; \
	}

DEFINE_CALL(real_query, call->status = mysql_real_query(call->mysql, call->sql, call->length))
DEFINE_CALL(store_result, call->pointer = mysql_store_result(call->mysql))
DEFINE_CALL(next_result, call->status = mysql_next_result(call->mysql))
DEFINE_CALL(fetch_row, call->pointer = mysql_fetch_row(call->result))
DEFINE_CALL(free_result, mysql_free_result(call->result))
DEFINE_CALL(commit, call->status = mysql_commit(call->mysql))
DEFINE_CALL(rollback, call->status = mysql_rollback(call->mysql))
DEFINE_CALL(autocommit, call->status = mysql_autocommit(call->mysql, call->on))
DEFINE_CALL(ping, call->status = mysql_ping(call->mysql))
DEFINE_CALL(reset_connection, call->status = mysql_reset_connection(call->mysql))
DEFINE_CALL(stat, call->pointer = (void *) mysql_stat(call->mysql))
DEFINE_CALL(stmt_prepare, call->status = mysql_stmt_prepare(call->stmt, call->sql, call->length))
DEFINE_CALL(stmt_execute, call->status = mysql_stmt_execute(call->stmt))
DEFINE_CALL(stmt_store_result, call->status = mysql_stmt_store_result(call->stmt))
DEFINE_CALL(stmt_fetch, call->status = mysql_stmt_fetch(call->stmt))
DEFINE_CALL(stmt_next_result, call->status = mysql_stmt_next_result(call->stmt))
DEFINE_CALL(stmt_free_result, call->status = mysql_stmt_free_result(call->stmt))
DEFINE_CALL(stmt_close, call->status = mysql_stmt_close(call->stmt))

#define CONNECTION_CALL(name) {.function = call_##name, .mysql = mysql}
#define STATEMENT_CALL(name) {.function = call_##name, .mysql = stmt->mysql, .stmt = stmt}

int pdo_mysql_thread_real_query(MYSQL *mysql, const char *sql, unsigned long length)
{
	blocking_call call = CONNECTION_CALL(real_query);

	call.sql = sql;
	call.length = length;
	return status_of(&call);
}

MYSQL_RES *pdo_mysql_thread_store_result(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(store_result);

	return pointer_of(&call);
}

int pdo_mysql_thread_next_result(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(next_result);

	/* There is none: no need to ask. */
	return mysql_more_results(mysql) ? status_of(&call) : mysql_next_result(mysql);
}

static bool is_in_memory(const MYSQL_RES *result)
{
	return !result || result->data || result->eof || !result->handle;
}

MYSQL_ROW pdo_mysql_thread_fetch_row(MYSQL_RES *result)
{
	blocking_call call = {.function = call_fetch_row, .result = result};

	if (is_in_memory(result)) {
		return mysql_fetch_row(result);
	}
	call.mysql = result->handle;
	return pointer_of(&call);
}

void pdo_mysql_thread_free_result(MYSQL_RES *result)
{
	blocking_call call = {.function = call_free_result, .result = result};

	if (is_in_memory(result)) {
		mysql_free_result(result);
		return;
	}
	call.mysql = result->handle;
	surely_status_of(&call);
}

int pdo_mysql_thread_commit(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(commit);

	return status_of(&call);
}

int pdo_mysql_thread_rollback(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(rollback);

	return status_of(&call);
}

int pdo_mysql_thread_autocommit(MYSQL *mysql, bool on)
{
	blocking_call call = CONNECTION_CALL(autocommit);

	call.on = on;
	return status_of(&call);
}

int pdo_mysql_thread_ping(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(ping);

	return status_of(&call);
}

int pdo_mysql_thread_reset_connection(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(reset_connection);

	return status_of(&call);
}

const char *pdo_mysql_thread_stat(MYSQL *mysql)
{
	blocking_call call = CONNECTION_CALL(stat);

	return pointer_of(&call);
}

int pdo_mysql_thread_stmt_prepare(MYSQL_STMT *stmt, const char *sql, unsigned long length)
{
	blocking_call call = STATEMENT_CALL(stmt_prepare);

	call.sql = sql;
	call.length = length;
	return status_of(&call);
}

int pdo_mysql_thread_stmt_execute(MYSQL_STMT *stmt)
{
	blocking_call call = STATEMENT_CALL(stmt_execute);

	return status_of(&call);
}

int pdo_mysql_thread_stmt_store_result(MYSQL_STMT *stmt)
{
	blocking_call call = STATEMENT_CALL(stmt_store_result);

	return status_of(&call);
}

int pdo_mysql_thread_stmt_fetch(MYSQL_STMT *stmt)
{
	blocking_call call = STATEMENT_CALL(stmt_fetch);

	return stmt->result.data ? mysql_stmt_fetch(stmt) : status_of(&call);
}

int pdo_mysql_thread_stmt_next_result(MYSQL_STMT *stmt)
{
	blocking_call call = STATEMENT_CALL(stmt_next_result);

	return status_of(&call);
}

int pdo_mysql_thread_stmt_free_result(MYSQL_STMT *stmt)
{
	blocking_call call = STATEMENT_CALL(stmt_free_result);

	return surely_status_of(&call);
}

int pdo_mysql_thread_stmt_close(MYSQL_STMT *stmt)
{
	blocking_call call = STATEMENT_CALL(stmt_close);

	return surely_status_of(&call);
}
/* }}} */

#endif /* PDO_USE_MYSQLND */
