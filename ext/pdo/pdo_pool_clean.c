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
#include "php_network.h"

/* {{{ The cleaner */

/* Raised here, because the end of a coroutine is no place for error handlers. One may suspend;
 * statements that live can be used meanwhile. */
static void warn_about_open_transaction(pdo_pool_conn_t *conn)
{
	zend_string *file = conn->left_by_file;

	if (file) {
		conn->left_by_file = NULL;
		pdo_pool_begin_inner_pin(conn);
		zend_error_at(E_WARNING, file, conn->left_by_line, "The coroutine that was spawned here "
			"ended with a transaction open, which is rolled back");
		zend_string_release(file);
		/* An error handler that throws has no one here to tell. */
		zend_clear_exception();
		pdo_pool_end_inner_pin(conn);
	}
}

/* Runs a part of the cleaning on the server. No one hears of its errors. */
static void run_part(pdo_pool_conn_t *conn, void (*part)(pdo_pool_conn_t *conn)) /* may suspend */
{
	pdo_pool_begin_own_work(conn);
	pdo_pool_run_limited(conn, part);
	zend_clear_exception();
	pdo_pool_end_own_work(conn);
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

static void clean(pdo_pool_conn_t *conn) /* may suspend */
{
	pdo_pool_session session = pdo_pool_session_of(conn);

	if (session != PDO_POOL_SESSION_BROKEN && pdo_pool_is_in_transaction(conn)
			&& is_worth_rolling_back(conn, session)) {
		run_part(conn, roll_back);
		session = pdo_pool_session_of(conn);
	}
	if (session == PDO_POOL_SESSION_DIRTY && !pdo_pool_conn_is_pinned(conn)) {
		run_part(conn, pdo_pool_reset_left);
	}
}

/* The garbage collector has passed over the callables of a connection that was being cleaned. When
 * that is over it looks again. */
static void let_collect(pdo_pool_conn_t *conn)
{
	const pdo_pool_t *pool = conn->pool;

	pdo_pool_go_deeper(conn);
	if (pool->config.object) {
		gc_check_possible_root((zend_refcounted *) pool->config.object);
	}
	conn->depth--;
}

/* Locks are not held by the dead: the server rolls back, whatever the connection is still kept for.
 * false: no socket is known. */
static bool shut_down(pdo_pool_conn_t *conn)
{
	const zend_async_socket_t fd = conn->pool->hooks.descriptor(&conn->dbh);

	if (fd == (zend_async_socket_t) -1) {
		return false;
	}
	shutdown(fd, SHUT_RDWR);
	return true;
}

/* An exception in flight would keep a driver from waiting. It goes on behind the roll-back. */
static void roll_back_beside_exception(pdo_pool_conn_t *conn) /* may suspend */
{
	zend_object *in_flight = EG(exception);
	zend_execute_data *frame = EG(current_execute_data);
	const zend_op *opline = frame ? frame->opline : NULL;
	const zend_op *opline_before = EG(opline_before_exception);

	EG(exception) = NULL;
	run_part(conn, roll_back);
	EG(exception) = in_flight;
	EG(opline_before_exception) = opline_before;
	if (frame) {
		frame->opline = opline;
	}
}

void pdo_pool_let_go_of_locks(pdo_pool_conn_t *conn)
{
	if (pdo_pool_conn_is_pinned(conn) && conn->depth == 0 && !pdo_pool_conn_is_foreign(conn)
			&& conn->in_transaction && !shut_down(conn)) {
		roll_back_beside_exception(conn);
	}
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
	conn->has_cleaner_begun = true;
	is_free = conn->depth == 0;
	if (is_free) {
		clean(conn);
		warn_about_open_transaction(conn);
		let_collect(conn);
		if (UNEXPECTED(!ZEND_ASYNC_CAN_SUSPEND()) && conn->close_reason != PDO_POOL_OPEN) {
			pdo_pool_let_go_of_locks(conn);
		}
	}
	if (conn->state == PDO_POOL_CONN_CLEANING) {
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_LEFT);
		/* What still holds it may be garbage. When its coroutine ended it was not LEFT. */
		if (UNEXPECTED(pdo_pool_conn_is_pinned(conn))) {
			pdo_pool_collect_for_waiters(conn->pool);
		}
	}
	if (is_free) {
		pdo_pool_after_call(conn);
	}
}

/* At the end of the script a cleaner may never begin. What the connection holds on the server is
 * not for destructors to wait for: it is closed. */
static void cleaner_has_ended(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	pdo_pool_conn_t *conn = ZEND_CONTAINER_OF(callback, pdo_pool_conn_t, on_cleaner_end);

	if (!conn->has_cleaner_begun) {
		pdo_pool_let_go_of_locks(conn);
		pdo_pool_conn_close(conn, PDO_POOL_CLOSED);
	}
}

zend_result pdo_pool_start_cleaning(pdo_pool_conn_t *conn)
{
	zend_object *in_flight = EG(exception);

	conn->cleaner = ZEND_ASYNC_SPAWN_INTERNAL(clean_conn, conn, ZEND_COROUTINE_F_BACKGROUND);
	if (!conn->cleaner) {
		pdo_pool_forget_exception(in_flight);
		return FAILURE;
	}
	GC_ADDREF(ZEND_ASYNC_COROUTINE_OBJECT(conn->cleaner));
	conn->has_cleaner_begun = false;
	conn->on_cleaner_end.notify = cleaner_has_ended;
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&conn->cleaner->event, &conn->on_cleaner_end);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_CLEANING);
	return SUCCESS;
}
/* }}} */

/* {{{ The end of a coroutine */

/* A bailout has left them. */
static void abandon_calls(pdo_pool_conn_t *conn)
{
	conn->depth = 1;
	pdo_pool_end_own_work(conn);
	conn->depth = conn->bind_depth = 0;
	pdo_pool_conn_condemn(conn, PDO_POOL_INTERRUPTED);
}

/* The caller of what waits in a Fiber, which may go on in another coroutine when its own has ended:
 * no coroutine that there is. */
static zend_coroutine_t no_one;

void pdo_pool_disown_calls(pdo_pool_t *pool, const pdo_pool_conn_t *own,
	const zend_coroutine_t *coroutine)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		if (conn->limit.coroutine == coroutine) {
			pdo_pool_drop_limit(conn);
		}
		if (conn != own && conn->depth > 0 && conn->caller == coroutine) {
			conn->caller = &no_one;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

void pdo_pool_leave_in_fiber(pdo_pool_conn_t *conn)
{
	conn->caller = &no_one;
	conn->is_left_in_fiber = true;
}

/* The end of the last one frees the connection. */
static void leave_calls_in_fiber(pdo_pool_conn_t *conn)
{
	pdo_pool_leave_in_fiber(conn);
	if (conn->in_transaction && !pdo_pool_conn_is_foreign(conn)) {
		conn->pool->rolled_back++;
		shut_down(conn);
	}
	pdo_pool_conn_close(conn, PDO_POOL_INTERRUPTED);
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
	if (pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN
			|| !pdo_pool_has_open_transaction(conn)) {
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
	pdo_pool_t *pool = conn->pool;

	if (UNEXPECTED(conn->depth > 0 && conn->caller == coroutine)) {
		if (!CG(unclean_shutdown)) {
			leave_calls_in_fiber(conn);
			return;
		}
		abandon_calls(conn);
	}
	note_open_transaction(conn, coroutine);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_LEFT);
	/* The end of a coroutine cannot wait for a closer: the cleaner calls it. */
	if (conn->depth == 0 && !(is_to_be_closed_later(conn)
			&& pdo_pool_start_cleaning(conn) == SUCCESS)) {
		pdo_pool_settle(conn);
	}
	if (UNEXPECTED(pool->conns_in[PDO_POOL_CONN_LEFT] > 0)) {
		pdo_pool_collect_for_waiters(pool);
	}
}
/* }}} */
