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

/* Statements that one session runs about another, which cannot be asked any more: on a connection
 * of their own, beside the pool. It has no place there, is used for nothing else and closed at
 * once. An internal coroutine does it, within the time limit of cleaning; no one hears of
 * failures. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

typedef struct _aside {
	pdo_pool_conn_t *conn;
	HashTable *statements;
	/* On the coroutine, until it begins. */
	zend_async_callback_t on_unstarted_end;
} aside;

static void free_aside(aside *self) /* may suspend */
{
	pdo_pool_conn_free(self->conn);
	zend_array_release(self->statements);
	efree(self);
}

/* Nothing has been opened. */
static void on_unstarted_end(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	free_aside(ZEND_CONTAINER_OF(callback, aside, on_unstarted_end));
}

static void connect_and_run(pdo_pool_conn_t *conn) /* may suspend */
{
	const aside *self = ZEND_ASYNC_CURRENT_COROUTINE->internal_data;

	if (pdo_pool_connect(conn)) {
		pdo_pool_exec_setup(&conn->dbh, false, self->statements);
	}
}

static void run(zend_coroutine_t *coroutine, void *data)
{
	aside *self = data;

	ZEND_ASYNC_EVENT_DEL_CALLBACK(&coroutine->event, &self->on_unstarted_end);
	pdo_pool_run_limited(self->conn, connect_and_run);
	zend_clear_exception();
	free_aside(self);
}

/* What the template has is copied now: the PDO object may go before the coroutine runs. */
static pdo_pool_conn_t *new_conn(pdo_pool_t *pool, const char *where)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_new(pool, pool->async);
	const zend_ulong length = conn->dbh.data_source_len;
	/* Two semicolons would be part of a value. */
	const char *gap = length > 0 && conn->dbh.data_source[length - 1] == ';' ? "" : ";";
	char *data_source;

	conn->dbh.data_source_len = spprintf(&data_source, 0, "%s%s%s", conn->dbh.data_source,
		where[0] ? gap : "", where);
	efree((char *) conn->dbh.data_source);
	conn->dbh.data_source = data_source;
	return conn;
}

/* NULL: the request shuts down. */
static zend_coroutine_t *spawn(aside *self)
{
	zend_object *in_flight = EG(exception);
	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN_INTERNAL(run, self, ZEND_COROUTINE_F_BACKGROUND);

	pdo_pool_forget_exception(in_flight);
	return coroutine;
}

PDO_API void pdo_pool_run_aside(pdo_dbh_t *dbh, const char *where, HashTable *statements)
{
	pdo_pool_t *pool = pdo_pool_conn_of(dbh)->pool;
	zend_coroutine_t *coroutine;
	aside *self;

	if (!pool->async || !pool->dbh || CG(unclean_shutdown)) {
		zend_array_release(statements);
		return;
	}
	self = emalloc(sizeof(*self));
	self->conn = new_conn(pool, where);
	self->statements = statements;
	memset(&self->on_unstarted_end, 0, sizeof(self->on_unstarted_end));
	coroutine = spawn(self);
	if (!coroutine) {
		free_aside(self);
		return;
	}
	self->on_unstarted_end.notify = on_unstarted_end;
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&coroutine->event, &self->on_unstarted_end);
}
