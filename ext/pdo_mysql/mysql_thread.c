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

/* The blocking calls of libmysqlclient or libmariadb on a worker thread, so that only the
 * coroutine waits. For connections of a pool alone: there one coroutine at a time is in a
 * connection. An ordinary handle, which coroutines could share, blocks as it always did.
 *
 * A call that finds its rows in memory is made right here. A coroutine that is cancelled shuts the socket down, which
 * makes the call return; the connection is lost then. */

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

/* MYSQL * => pdo_mysql_pool_data *. Outside of request memory, since it is empty when the last pool has
 * gone, whenever that is. */
ZEND_TLS HashTable pooled;
ZEND_TLS uint32_t pooled_count;

static zend_ulong key_of(const MYSQL *mysql)
{
	return (zend_ulong) (uintptr_t) mysql;
}

void pdo_mysql_thread_register(MYSQL *mysql, pdo_mysql_pool_data *data)
{
	data->socket = -1;
	if (pooled_count++ == 0) {
		zend_hash_init(&pooled, 0, NULL, NULL, true);
	}
	zend_hash_index_add_new_ptr(&pooled, key_of(mysql), data);
}

static pdo_mysql_pool_data *find_pooled(const MYSQL *mysql)
{
	return pooled_count > 0 && mysql ? zend_hash_index_find_ptr(&pooled, key_of(mysql)) : NULL;
}

static void forget_pooled(const MYSQL *mysql)
{
	zend_hash_index_del(&pooled, key_of(mysql));
	if (--pooled_count == 0) {
		zend_hash_destroy(&pooled);
	}
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
	return -1;
}
#endif

static void close_duplicate(pdo_mysql_pool_data *data)
{
	if (data->socket != -1) {
		closesocket(data->socket);
		data->socket = -1;
	}
}
/* }}} */

/* {{{ Running a call */
typedef struct _blocking_call blocking_call;
struct _blocking_call {
	void (*function)(blocking_call *call);
	MYSQL *mysql;
	/* NULL for an ordinary handle. */
	pdo_mysql_pool_data *pool;
	MYSQL_STMT *stmt;
	MYSQL_RES *result;
	const char *sql;
	unsigned long length;
	bool on;
	/* Frees the handle, so that nothing may look at it any more once the call is on its way. */
	bool is_last;

	/* The answer, and what it is when the call was never made. */
	int status;
	void *pointer;
};

static void work(void *arg)
{
	static _Thread_local bool known_to_library;
	blocking_call *call = arg;

	if (!known_to_library) {
		known_to_library = true;
		mysql_thread_init();
	}
	call->function(call);
}

/* Only while it connects is the library's own descriptor the one that counts. */
static void interrupt(void *arg)
{
	blocking_call *call = arg;
	php_socket_t socket = call->pool->socket != -1 ? call->pool->socket : pdo_mysql_thread_socket(call->mysql);

	if (socket != -1) {
		shutdown(socket, SHUT_RDWR);
	}
}

/* The rest of an answer is on its way. */
static bool is_in_the_middle(MYSQL *mysql)
{
	return mysql->status != MYSQL_STATUS_READY || mysql_more_results(mysql);
}

/* Nobody uses the connection again; what is still done to it ends at once instead of reading on. */
static void give_up(blocking_call *call)
{
	call->pool->lost = true;
	interrupt(call);
}

/* The library has closed its own descriptor: without this the server would learn of it when the last statement goes. */
static void follow_library(blocking_call *call)
{
	if (call->pool->socket != -1 && pdo_mysql_thread_socket(call->mysql) == -1) {
		shutdown(call->pool->socket, SHUT_RDWR);
	}
}

/* false: it was not made. While an exception is on its way out, only tidying up is left to do, and suspending
 * would end at once; an answer that has not arrived yet is not waited for then. May suspend. */
static bool run_known(blocking_call *call)
{
	bool ran = true;

	if (call->pool && EG(exception) && is_in_the_middle(call->mysql)) {
		give_up(call);
	}
	if (!call->pool || EG(exception) || !ZEND_ASYNC_CAN_SUSPEND()) {
		call->function(call);
		return true;
	}
	if (ZEND_ASYNC_RUN_IN_THREAD(work, call->is_last ? NULL : interrupt, call, &ran) == FAILURE && !call->is_last) {
		/* The cancellation may have come when the thread had just finished. */
		give_up(call);
	}
	if (!call->is_last) {
		follow_library(call);
	}
	return ran;
}

static bool run(blocking_call *call) /* may suspend */
{
	call->pool = find_pooled(call->mysql);
	return run_known(call);
}

/* For what frees memory. */
static void run_surely(blocking_call *call)
{
	if (!run(call)) {
		call->function(call);
	}
}
/* }}} */

/* {{{ Connecting */
typedef struct _connect_call {
	blocking_call base;
	const char *host;
	const char *user;
	const char *password;
	const char *database;
	const char *socket;
	unsigned int port;
	unsigned long flags;
} connect_call;

static void call_connect(blocking_call *base)
{
	connect_call *call = (connect_call *) base;

	base->pointer = mysql_real_connect(base->mysql, call->host, call->user, call->password, call->database,
		call->port, call->socket, call->flags);
}

MYSQL *pdo_mysql_thread_real_connect(MYSQL *mysql, const char *host, const char *user, const char *password,
	const char *database, unsigned int port, const char *socket, unsigned long flags)
{
	connect_call call = {
		.base = {.function = call_connect, .mysql = mysql},
		.host = host, .user = user, .password = password, .database = database,
		.socket = socket, .port = port, .flags = flags,
	};

	run(&call.base);
	if (call.base.pointer && call.base.pool) {
		call.base.pool->socket = duplicate(pdo_mysql_thread_socket(mysql));
	}
	return call.base.pointer;
}

static void call_close(blocking_call *call)
{
	mysql_close(call->mysql);
}

/* Forgotten first: once it is freed, its address may be that of a new one. */
static void close_pooled(MYSQL *mysql, pdo_mysql_pool_data *data) /* may suspend */
{
	blocking_call call = {.function = call_close, .mysql = mysql, .pool = data, .is_last = true};

	forget_pooled(mysql);
	if (!run_known(&call)) {
		call_close(&call);
	}
	close_duplicate(data);
}

void pdo_mysql_thread_close(MYSQL *mysql)
{
	pdo_mysql_pool_data *data = find_pooled(mysql);

	if (data) {
		close_pooled(mysql, data);
	} else {
		mysql_close(mysql);
	}
}
/* }}} */

/* {{{ Queries */
static void call_real_query(blocking_call *call)
{
	call->status = mysql_real_query(call->mysql, call->sql, call->length);
}

int pdo_mysql_thread_real_query(MYSQL *mysql, const char *sql, unsigned long length)
{
	blocking_call call = {.function = call_real_query, .mysql = mysql, .sql = sql, .length = length, .status = 1};

	run(&call);
	return call.status;
}

static void call_store_result(blocking_call *call)
{
	call->pointer = mysql_store_result(call->mysql);
}

MYSQL_RES *pdo_mysql_thread_store_result(MYSQL *mysql)
{
	blocking_call call = {.function = call_store_result, .mysql = mysql};

	run(&call);
	return call.pointer;
}

static void call_next_result(blocking_call *call)
{
	call->status = mysql_next_result(call->mysql);
}

int pdo_mysql_thread_next_result(MYSQL *mysql)
{
	blocking_call call = {.function = call_next_result, .mysql = mysql, .status = 1};

	/* There is none: no need to ask. */
	if (!mysql_more_results(mysql)) {
		return mysql_next_result(mysql);
	}
	run(&call);
	return call.status;
}

static void call_fetch_row(blocking_call *call)
{
	call->pointer = mysql_fetch_row(call->result);
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
	run(&call);
	return call.pointer;
}

static void call_free_result(blocking_call *call)
{
	mysql_free_result(call->result);
}

void pdo_mysql_thread_free_result(MYSQL_RES *result)
{
	blocking_call call = {.function = call_free_result, .result = result};

	if (is_in_memory(result)) {
		mysql_free_result(result);
		return;
	}
	call.mysql = result->handle;
	run_surely(&call);
}
/* }}} */

/* {{{ Transactions and the rest */
static void call_commit(blocking_call *call)
{
	call->status = mysql_commit(call->mysql);
}

int pdo_mysql_thread_commit(MYSQL *mysql)
{
	blocking_call call = {.function = call_commit, .mysql = mysql, .status = 1};

	run(&call);
	return call.status;
}

static void call_rollback(blocking_call *call)
{
	call->status = mysql_rollback(call->mysql);
}

int pdo_mysql_thread_rollback(MYSQL *mysql)
{
	blocking_call call = {.function = call_rollback, .mysql = mysql, .status = 1};

	run(&call);
	return call.status;
}

static void call_autocommit(blocking_call *call)
{
	call->status = mysql_autocommit(call->mysql, call->on);
}

int pdo_mysql_thread_autocommit(MYSQL *mysql, bool on)
{
	blocking_call call = {.function = call_autocommit, .mysql = mysql, .on = on, .status = 1};

	run(&call);
	return call.status;
}

static void call_ping(blocking_call *call)
{
	call->status = mysql_ping(call->mysql);
}

int pdo_mysql_thread_ping(MYSQL *mysql)
{
	blocking_call call = {.function = call_ping, .mysql = mysql, .status = 1};

	run(&call);
	return call.status;
}

static void call_stat(blocking_call *call)
{
	call->pointer = (void *) mysql_stat(call->mysql);
}

const char *pdo_mysql_thread_stat(MYSQL *mysql)
{
	blocking_call call = {.function = call_stat, .mysql = mysql};

	run(&call);
	return call.pointer;
}
/* }}} */

/* {{{ Prepared statements */
static void call_stmt_prepare(blocking_call *call)
{
	call->status = mysql_stmt_prepare(call->stmt, call->sql, call->length);
}

int pdo_mysql_thread_stmt_prepare(MYSQL_STMT *stmt, const char *sql, unsigned long length)
{
	blocking_call call = {
		.function = call_stmt_prepare, .mysql = stmt->mysql, .stmt = stmt, .sql = sql, .length = length, .status = 1,
	};

	run(&call);
	return call.status;
}

static void call_stmt_execute(blocking_call *call)
{
	call->status = mysql_stmt_execute(call->stmt);
}

int pdo_mysql_thread_stmt_execute(MYSQL_STMT *stmt)
{
	blocking_call call = {.function = call_stmt_execute, .mysql = stmt->mysql, .stmt = stmt, .status = 1};

	run(&call);
	return call.status;
}

static void call_stmt_store_result(blocking_call *call)
{
	call->status = mysql_stmt_store_result(call->stmt);
}

int pdo_mysql_thread_stmt_store_result(MYSQL_STMT *stmt)
{
	blocking_call call = {.function = call_stmt_store_result, .mysql = stmt->mysql, .stmt = stmt, .status = 1};

	run(&call);
	return call.status;
}

static void call_stmt_fetch(blocking_call *call)
{
	call->status = mysql_stmt_fetch(call->stmt);
}

int pdo_mysql_thread_stmt_fetch(MYSQL_STMT *stmt)
{
	blocking_call call = {.function = call_stmt_fetch, .mysql = stmt->mysql, .stmt = stmt, .status = 1};

	if (stmt->result.data) {
		return mysql_stmt_fetch(stmt);
	}
	run(&call);
	return call.status;
}

static void call_stmt_next_result(blocking_call *call)
{
	call->status = mysql_stmt_next_result(call->stmt);
}

int pdo_mysql_thread_stmt_next_result(MYSQL_STMT *stmt)
{
	blocking_call call = {.function = call_stmt_next_result, .mysql = stmt->mysql, .stmt = stmt, .status = 1};

	run(&call);
	return call.status;
}

static void call_stmt_free_result(blocking_call *call)
{
	call->status = mysql_stmt_free_result(call->stmt);
}

int pdo_mysql_thread_stmt_free_result(MYSQL_STMT *stmt)
{
	blocking_call call = {.function = call_stmt_free_result, .mysql = stmt->mysql, .stmt = stmt, .status = 1};

	run_surely(&call);
	return call.status;
}

static void call_stmt_close(blocking_call *call)
{
	call->status = mysql_stmt_close(call->stmt);
}

int pdo_mysql_thread_stmt_close(MYSQL_STMT *stmt)
{
	blocking_call call = {.function = call_stmt_close, .mysql = stmt->mysql, .stmt = stmt, .status = 1};

	run_surely(&call);
	return call.status;
}
/* }}} */

#endif /* PDO_USE_MYSQLND */
