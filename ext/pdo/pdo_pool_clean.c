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

/* What a coroutine leaves behind when it ends: a transaction is rolled back, a session
 * that was changed is reset, or its connection closed, promptly and within a time limit, by an
 * internal coroutine of their own. The place in the pool counts as taken until then. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

/* {{{ The time limit: the wait ends with an exception, so that the driver gives up on the
 * connection */
typedef struct _clean_limit {
	zend_async_callback_t on_timer;
	zend_async_timer_event_t *timer;
	zend_coroutine_t *waiting;
} clean_limit;

/* A coroutine that is ready for another reason cannot be told: the timer goes off again. One of the
 * parent's, in a forked child, has ended. */
static void on_limit(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	clean_limit *limit = ZEND_CONTAINER_OF(callback, clean_limit, on_timer);
	zval error;

	if (limit->waiting->state == ZEND_COROUTINE_READY) {
		ZEND_ASYNC_EVENT_ADD_CALLBACK(event, callback);
		return;
	}
	object_init_ex(&error, pdo_exception_ce);
	zend_update_property_string(pdo_exception_ce, Z_OBJ(error), ZEND_STRL("message"),
		"PDO::ATTR_POOL_CLEAN_TIMEOUT is over");
	ZEND_ASYNC_RESUME_WITH_ERROR(limit->waiting, Z_OBJ(error));
}

/* Where libpq and its like block the thread there is no limit. */
static void limit_begin(clean_limit *limit, zend_long timeout_ms)
{
	memset(limit, 0, sizeof(*limit));
	limit->waiting = ZEND_ASYNC_CURRENT_COROUTINE;
	if (timeout_ms == 0 || !ZEND_ASYNC_CAN_SUSPEND()) {
		return;
	}
	limit->timer = ZEND_ASYNC_NEW_TIMER_EVENT((zend_ulong) timeout_ms, true);
	if (limit->timer) {
		limit->timer->event.flags |= ZEND_ASYNC_EVENT_UNREF;
		limit->on_timer.notify = on_limit;
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&limit->timer->event, &limit->on_timer);
		ZEND_ASYNC_EVENT_START(&limit->timer->event);
	}
	/* A limit that cannot be had does not keep the connection from being cleaned. */
	zend_clear_exception();
}

static void limit_end(clean_limit *limit)
{
	if (limit->timer) {
		ZEND_ASYNC_EVENT_STOP(&limit->timer->event);
		ZEND_ASYNC_EVENT_DISPOSE(&limit->timer->event);
	}
}

void pdo_pool_run_limited(pdo_pool_conn_t *conn, void (*part)(pdo_pool_conn_t *conn))
{
	clean_limit limit;

	limit_begin(&limit, conn->pool->config.clean_timeout);
	part(conn);
	limit_end(&limit);
}
/* }}} */

/* {{{ The cleaner */

static void begin_call(pdo_pool_conn_t *conn, zend_coroutine_t *cleaner)
{
	conn->depth++;
	conn->caller = cleaner;
}

/* Raised here, because the end of a coroutine is no place for error handlers. One may suspend. */
static void warn_about_open_transaction(pdo_pool_conn_t *conn, zend_coroutine_t *cleaner)
{
	zend_string *file = conn->left_by_file;

	if (file) {
		conn->left_by_file = NULL;
		begin_call(conn, cleaner);
		zend_error_at(E_WARNING, file, conn->left_by_line, "The coroutine that was spawned here "
			"ended with a transaction open, which is rolled back");
		conn->depth--;
		zend_string_release(file);
		/* An error handler that throws has no one here to tell. */
		zend_clear_exception();
	}
}

/* Runs a part of the cleaning on the server. No one hears of its errors. */
static void run_part(pdo_pool_conn_t *conn, zend_coroutine_t *cleaner,
	void (*part)(pdo_pool_conn_t *conn)) /* may suspend */
{
	begin_call(conn, cleaner);
	pdo_pool_run_limited(conn, part);
	zend_clear_exception();
	conn->depth--;
	conn->dbh.error_code[0] = '\0';
}

static void roll_back(pdo_pool_conn_t *conn) /* may suspend */
{
	if (conn->dbh.methods->rollback && conn->dbh.methods->rollback(&conn->dbh)) {
		conn->dbh.in_txn = false;
	} else {
		pdo_pool_conn_condemn(conn, PDO_POOL_ROLLBACK_FAILED);
	}
	if (pdo_pool_is_in_transaction(conn)) {
		pdo_pool_conn_condemn(conn, PDO_POOL_ROLLBACK_FAILED);
	}
}

static bool is_worth_rolling_back(pdo_pool_conn_t *conn, pdo_pool_session session)
{
	const pdo_pool_t *pool = conn->pool;

	return session == PDO_POOL_SESSION_CLEAN || pdo_pool_conn_is_pinned(conn)
		|| pool->config.reset == PDO_POOL_RESET_NONE || pool->hooks.can_reset(&conn->dbh);
}

static void clean(pdo_pool_conn_t *conn, zend_coroutine_t *cleaner) /* may suspend */
{
	pdo_pool_session session = pdo_pool_session_of(conn);

	if (session != PDO_POOL_SESSION_BROKEN && pdo_pool_is_in_transaction(conn)
			&& is_worth_rolling_back(conn, session)) {
		run_part(conn, cleaner, roll_back);
		session = pdo_pool_session_of(conn);
	}
	if (session == PDO_POOL_SESSION_DIRTY && !pdo_pool_conn_is_pinned(conn)) {
		run_part(conn, cleaner, pdo_pool_reset_left);
	}
}

/* The garbage collector has passed over the callables of a connection that was being cleaned. When
 * that is over it looks again. */
static void let_collect(pdo_pool_conn_t *conn)
{
	const pdo_pool_t *pool = conn->pool;

	conn->depth++;
	if (pool->config.object) {
		gc_check_possible_root((zend_refcounted *) pool->config.object);
	}
	conn->depth--;
}

/* Body of the cleaner. The connection may have been taken away before it ran (internal_data is
 * NULL then), or while it waited (the connection is an orphan then, kept by this call). When a
 * coroutine is in a call of a statement that was left, too, the end of that call decides anew. */
static void clean_conn(zend_coroutine_t *coroutine, void *data)
{
	pdo_pool_conn_t *conn = coroutine->internal_data;
	bool is_free;

	if (!conn) {
		return;
	}
	is_free = conn->depth == 0;
	if (is_free) {
		clean(conn, coroutine);
		warn_about_open_transaction(conn, coroutine);
		let_collect(conn);
	}
	if (conn->state == PDO_POOL_CONN_CLEANING) {
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_LEFT);
	}
	if (is_free) {
		pdo_pool_after_call(conn);
	}
}

zend_result pdo_pool_start_cleaning(pdo_pool_conn_t *conn)
{
	conn->cleaner = ZEND_ASYNC_SPAWN_INTERNAL(clean_conn, conn, ZEND_COROUTINE_F_BACKGROUND);
	if (!conn->cleaner) {
		zend_clear_exception();
		return FAILURE;
	}
	GC_ADDREF(ZEND_ASYNC_COROUTINE_OBJECT(conn->cleaner));
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_CLEANING);
	return SUCCESS;
}
/* }}} */

/* {{{ The end of a coroutine */

/* A call that is still inside when its coroutine has ended was left by a bailout. */
static void abandon_calls(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine)
{
	if (conn->depth > 0 && conn->caller == coroutine) {
		conn->depth = 0;
		pdo_pool_conn_condemn(conn, PDO_POOL_INTERRUPTED);
	}
}

static void note_spawn_location(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine)
{
	zval location, *file, *line;

	zend_call_method_with_0_params(ZEND_ASYNC_COROUTINE_OBJECT(coroutine), NULL, NULL,
		"getspawnfileandline", &location);
	file = zend_hash_index_find(Z_ARRVAL(location), 0);
	line = zend_hash_index_find(Z_ARRVAL(location), 1);
	conn->left_by_file = file ? zval_get_string(file) : NULL;
	conn->left_by_line = line ? (uint32_t) zval_get_long(line) : 0;
	zval_ptr_dtor(&location);
}

/* A transaction that an exception left open needs no further words. */
static void note_open_transaction(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine)
{
	if (pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN || !pdo_pool_is_in_transaction(conn)) {
		return;
	}
	conn->pool->rolled_back++;
	if (!coroutine->exception && !conn->left_by_file && !CG(unclean_shutdown) && !EG(exception)) {
		note_spawn_location(conn, coroutine);
	}
}

static bool is_to_be_closed_later(pdo_pool_conn_t *conn)
{
	return conn->pool->hooks.closer_suspends && !pdo_pool_conn_is_pinned(conn)
		&& pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN;
}

void pdo_pool_conn_left(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine)
{
	abandon_calls(conn, coroutine);
	note_open_transaction(conn, coroutine);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_LEFT);
	/* The end of a coroutine cannot wait for a closer: the cleaner calls it. */
	if (conn->depth == 0 && !(is_to_be_closed_later(conn)
			&& pdo_pool_start_cleaning(conn) == SUCCESS)) {
		pdo_pool_settle(conn);
	}
}
/* }}} */
