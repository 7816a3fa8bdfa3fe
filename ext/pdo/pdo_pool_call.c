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

/* Calls into the driver on a pooled connection: one coroutine at a time, what pins a connection
 * beyond a call, and what is done with the connection when the last call has ended. What becomes
 * of it is decided in pdo_pool_conn_fate(); here the decision is carried out. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "php_pdo_error.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"
#include "zend_fibers.h"

/* {{{ Work of the pool's own
 *
 * A statement may be freed by another coroutine than the one that has the connection, and on a
 * connection that was left a transaction is rolled back while statements live. With a library that
 * blocks, either takes a trip to a thread. No coroutine has asked for it, so that none is told that
 * the connection is in use: it waits. */
typedef struct _waiter {
	zend_async_list_node_t node;
	zend_coroutine_t *coroutine;
} waiter;

void pdo_pool_begin_own_work(pdo_pool_conn_t *conn)
{
	if (conn->depth++ == 0) {
		conn->is_own_work = true;
		conn->fiber = NULL;
		conn->caller = pdo_pool_current();
	}
}

void pdo_pool_end_own_work(pdo_pool_conn_t *conn)
{
	if (!conn->is_own_work || (conn->depth != 1 && !conn->is_left_in_fiber)) {
		return;
	}
	conn->is_own_work = false;
	if (UNEXPECTED(pdo_pool_conn_is_foreign(conn))) {
		return;
	}
	ZEND_ASYNC_LIST_FOREACH(&conn->waiters, waiter, node, waiting) {
		ZEND_ASYNC_RESUME(waiting->coroutine);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

void pdo_pool_begin_inner_pin(pdo_pool_conn_t *conn)
{
	conn->inner_pins++;
	conn->dbh.pool_slot_refcount++;
}

void pdo_pool_end_inner_pin(pdo_pool_conn_t *conn)
{
	conn->inner_pins--;
	conn->dbh.pool_slot_refcount--;
}

void pdo_pool_forget_calls(pdo_pool_conn_t *conn)
{
	conn->depth = conn->bind_depth = 0;
	conn->is_own_work = false;
	zend_async_list_init(&conn->waiters);
	conn->dbh.pool_slot_refcount -= conn->inner_pins;
	conn->inner_pins = 0;
}

static bool is_in_own_work(const pdo_pool_conn_t *conn)
{
	return conn->is_own_work && conn->caller != pdo_pool_current()
		&& !pdo_pool_conn_is_foreign(conn);
}

/* Suspends until the work is done or PDO::ATTR_POOL_QUERY_TIMEOUT is over. */
static void suspend_for_own_work(pdo_pool_conn_t *conn, bool *is_late) /* may suspend */
{
	waiter self = {.coroutine = ZEND_ASYNC_CURRENT_COROUTINE};
	const zend_long limit_ms = conn->pool->config.query_timeout;
	const zend_hrtime_t begin = zend_hrtime();
	zend_result result = SUCCESS;

	*is_late = false;
	zend_async_list_add_last(&conn->waiters, &self.node);
	while (is_in_own_work(conn) && result == SUCCESS && !*is_late) {
		zend_long spent_ms = (zend_long) ((zend_hrtime() - begin) / 1000000);

		result = ZEND_ASYNC_SUSPEND_FOR(
			limit_ms ? MAX(limit_ms - spent_ms, 0) : -1, is_late);
	}
	zend_async_list_remove(&self.node);
}

zend_result pdo_pool_wait_for_own_work(pdo_pool_conn_t *conn)
{
	bool is_late;

	if (!is_in_own_work(conn) || !ZEND_ASYNC_CAN_SUSPEND()) {
		return SUCCESS;
	}
	pdo_pool_begin_inner_pin(conn);
	suspend_for_own_work(conn, &is_late);
	pdo_pool_end_inner_pin(conn);
	if (is_late) {
		conn->pool->query_timeouts++;
		pdo_pool_throw("HYT00", "The connection is busy freeing a statement or rolling back: "
			"PDO::ATTR_POOL_QUERY_TIMEOUT is over", NULL);
	}
	if (!pdo_pool_conn_is_needed(conn)) {
		pdo_pool_settle(conn);
	}
	return EG(exception) ? FAILURE : SUCCESS;
}
/* }}} */

/* {{{ The transaction of a coroutine that has ended */
static bool is_to_be_rolled_back(pdo_pool_conn_t *conn)
{
	return conn->depth == 0
		&& (conn->state == PDO_POOL_CONN_LEFT
			|| (conn->state == PDO_POOL_CONN_CLEANING && !conn->has_cleaner_begun))
		&& pdo_pool_session_of(conn) != PDO_POOL_SESSION_BROKEN
		&& pdo_pool_is_in_transaction(conn);
}

zend_result pdo_pool_let_roll_back(pdo_pool_conn_t *conn)
{
	zend_result result = SUCCESS;

	pdo_pool_begin_inner_pin(conn);
	while (result == SUCCESS && is_to_be_rolled_back(conn) && ZEND_ASYNC_CAN_SUSPEND()) {
		if (conn->state == PDO_POOL_CONN_LEFT) {
			pdo_pool_settle(conn);
		}
		result = ZEND_ASYNC_YIELD();
	}
	pdo_pool_end_inner_pin(conn);
	return result;
}
/* }}} */

/* {{{ One coroutine at a time */

bool pdo_pool_is_inside(const void *fiber)
{
	const zend_fiber *active = EG(active_fiber);

	while (active && (const void *) active != fiber) {
		active = active->caller && active->caller->kind == zend_ce_fiber
			? zend_fiber_from_context(active->caller) : NULL;
	}
	return active != NULL;
}

/* A call in a Fiber is that of the Fiber, wherever that was resumed. While it is suspended its own
 * coroutine is kept out as well: another one may resume it in the middle of what that begins. */
bool pdo_pool_is_free_now(const pdo_pool_conn_t *conn)
{
	if (UNEXPECTED(conn->fiber) && !conn->is_left_in_fiber) {
		return pdo_pool_is_inside(conn->fiber);
	}
	return conn->caller == pdo_pool_current();
}

static const char *reason_of_refusal(const pdo_pool_conn_t *conn)
{
	if (EXPECTED(!conn->fiber)) {
		return "The statement's connection is in use by another coroutine: a statement can be used "
			"by one coroutine at a time";
	}
	return pdo_pool_is_inside(conn->fiber) ? "The coroutine that made the call has ended"
		: "The connection is in use by another Fiber: it can be used by one at a time";
}

bool pdo_pool_check_free_now(pdo_pool_conn_t *conn)
{
	if (UNEXPECTED(conn->is_own_work) && pdo_pool_wait_for_own_work(conn) == FAILURE) {
		return false;
	}
	if (!pdo_pool_is_free(conn)) {
		pdo_pool_throw("HY000", reason_of_refusal(conn), NULL);
		return false;
	}
	return true;
}

/* }}} */

/* {{{ Statements that are freed later */

/* A destructor may run where nothing can wait, or for an exception in flight. It leaves what a
 * driver needs to free the statement; its PDO object may be gone by then. */
void pdo_pool_defer_stmt(pdo_pool_conn_t *conn, pdo_stmt_t *stmt)
{
	pdo_pool_deferred_stmt_t *deferred = emalloc(sizeof(*deferred));

	deferred->stmt = *stmt;
	deferred->stmt.columns = NULL;
	ZVAL_UNDEF(&deferred->stmt.database_object_handle);
	deferred->function = NULL;
	deferred->next = conn->deferred_stmts;
	conn->deferred_stmts = deferred;
	conn->had_deferred_stmts = true;
	conn->dbh.pool_slot_refcount++;
	stmt->driver_data = NULL;
}

PDO_API void pdo_pool_defer(pdo_dbh_t *dbh, void (*function)(void *data), void *data)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(dbh);
	pdo_pool_deferred_stmt_t *deferred = ecalloc(1, sizeof(*deferred));

	deferred->stmt.dbh = dbh;
	deferred->function = function;
	deferred->data = data;
	deferred->next = conn->deferred_stmts;
	conn->deferred_stmts = deferred;
}

void pdo_pool_free_deferred_stmts(pdo_pool_conn_t *conn)
{
	while (conn->deferred_stmts && conn->depth == 0) {
		pdo_pool_deferred_stmt_t *deferred = conn->deferred_stmts;

		conn->deferred_stmts = deferred->next;
		pdo_pool_begin_own_work(conn);
		pdo_pool_limit_call(conn, &deferred->stmt);
		if (deferred->function) {
			deferred->function(deferred->data);
		} else {
			conn->pool->driver_stmt_methods->dtor(&deferred->stmt);
		}
		pdo_pool_end_limit(conn, &deferred->stmt);
		pdo_pool_end_own_work(conn);
		conn->depth--;
		conn->dbh.pool_slot_refcount--;
		efree(deferred);
	}
}
/* }}} */

/* {{{ The end of a call */
static bool is_held_in_transaction(const pdo_pool_conn_t *conn)
{
	return conn->in_transaction && conn->state == PDO_POOL_CONN_HELD;
}

static void give_back(pdo_pool_conn_t *conn) /* may suspend */
{
	zval resource;

	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_IDLE);
	conn->idle_since = zend_hrtime();
	pdo_pool_count_time(&conn->pool->use, conn->idle_since - conn->held_since);
	pdo_pool_forget_taker(conn);
	pdo_pool_watch(conn);
	ZVAL_PTR(&resource, conn);
	if (ZEND_ASYNC_POOL_RELEASE(conn->pool->async, &resource) == FAILURE) {
		ZEND_ASSERT(EG(exception) && "Only a cancellation: the connection was out of this pool");
	}
}

/* The driver says that the connection is broken, or the pool has decided to close it. */
static void close_broken(pdo_pool_conn_t *conn) /* may suspend */
{
	const bool is_cancelled = zend_async_is_cancelling();
	const pdo_pool_close_reason reason = is_cancelled ? PDO_POOL_INTERRUPTED : PDO_POOL_LOST;

	pdo_pool_conn_condemn(conn, reason);
	if (is_cancelled && !pdo_pool_conn_is_foreign(conn)) {
		conn->pool->hooks.cancel(&conn->dbh);
	}
	if (is_held_in_transaction(conn) && !pdo_pool_conn_is_foreign(conn)) {
		pdo_pool_lose_transaction(conn, NULL);
	}
	pdo_pool_conn_close(conn, reason);
}

void pdo_pool_settle(pdo_pool_conn_t *conn)
{
	switch (pdo_pool_conn_fate(conn)) {
		case PDO_POOL_KEEP:
			break;
		case PDO_POOL_GIVE_BACK:
			give_back(conn);
			break;
		case PDO_POOL_CLEAN:
			if (pdo_pool_start_cleaning(conn) == FAILURE) {
				pdo_pool_let_go_of_locks(conn);
				pdo_pool_conn_close(conn, PDO_POOL_CLOSED);
			}
			break;
		case PDO_POOL_CLOSE:
			if (conn->state == PDO_POOL_CONN_ORPHAN) {
				pdo_pool_conn_free(conn);
			} else {
				close_broken(conn);
			}
			break;
	}
}

void pdo_pool_after_call(pdo_pool_conn_t *conn)
{
	conn->bind_depth = 0;
	pdo_pool_drop_limit(conn);
	if (UNEXPECTED(conn->is_left_in_fiber)) {
		conn->is_left_in_fiber = false;
		if (conn->in_transaction && !EG(exception)) {
			pdo_pool_throw("08007", "The coroutine that made the call has ended, and its "
				"transaction is lost with it", NULL);
		}
		pdo_pool_let_go_of_locks(conn);
	}
	pdo_pool_free_deferred_stmts(conn);
	if (conn->depth == 0) {
		pdo_pool_settle(conn);
	}
}

/* A statement that was cancelled in a transaction loses it, whatever the driver could save: the
 * code that swallows the cancellation must not go on as if nothing had happened. */
static void condemn_if_cancelled(pdo_pool_conn_t *conn)
{
	if (UNEXPECTED(EG(exception)) && is_held_in_transaction(conn) && zend_async_is_cancelling()) {
		pdo_pool_conn_condemn(conn, PDO_POOL_INTERRUPTED);
	}
}

/* What an error says of the server, not of the statement. */
static void judge_error(pdo_pool_conn_t *conn, pdo_stmt_t *stmt)
{
	const char *code = stmt ? stmt->error_code : conn->dbh.error_code;

	if (code[0] && strcmp(code, PDO_ERR_NONE) != 0 && conn->close_reason == PDO_POOL_OPEN
			&& conn->pool->hooks.is_read_only_error(&conn->dbh, stmt)) {
		conn->is_read_only = true;
	}
}

static void end_call(pdo_pool_conn_t *conn)
{
	if (--conn->depth == 0) {
		pdo_pool_after_call(conn);
	}
}

PDO_API void pdo_pool_maybe_release(pdo_dbh_t *dbh)
{
	pdo_pool_conn_t *conn;

	if (pdo_pool_kind(dbh) != PDO_POOL_CONNECTION) {
		return;
	}
	conn = pdo_pool_conn_of(dbh);
	pdo_pool_end_limit(conn, NULL);
	judge_error(conn, NULL);
	pdo_pool_keep_error(conn);
	condemn_if_cancelled(conn);
	end_call(conn);
}

void pdo_pool_leave_freed(pdo_pool_conn_t *conn, const zend_object *in_flight)
{
	if (EXPECTED(EG(exception) == in_flight)) {
		pdo_pool_leave(conn);
	} else {
		end_call(conn);
	}
}

PDO_API void pdo_pool_interrupted(pdo_dbh_t *dbh)
{
	pdo_pool_conn_condemn(pdo_pool_conn_of(dbh), PDO_POOL_INTERRUPTED);
}

void pdo_pool_leave_command(pdo_pool_conn_t *conn, pdo_stmt_t *stmt, bool done)
{
	if (EXPECTED(done && !EG(exception))) {
		conn->in_transaction = pdo_pool_is_in_transaction(conn);
		pdo_pool_leave(conn);
		return;
	}
	condemn_if_cancelled(conn);
	judge_error(conn, stmt);
	if (is_held_in_transaction(conn) && pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN) {
		pdo_pool_lose_transaction(conn, stmt);
	}
	end_call(conn);
}
/* }}} */

/* {{{ Pins */
PDO_API void pdo_pool_pin(pdo_dbh_t *dbh)
{
	if (pdo_pool_kind(dbh) == PDO_POOL_CONNECTION) {
		dbh->pool_slot_refcount++;
	}
}

PDO_API void pdo_pool_unpin(pdo_dbh_t *dbh)
{
	pdo_pool_conn_t *conn;

	if (pdo_pool_kind(dbh) != PDO_POOL_CONNECTION) {
		return;
	}
	ZEND_ASSERT(dbh->pool_slot_refcount > 0);
	conn = pdo_pool_conn_of(dbh);
	if (--dbh->pool_slot_refcount == 0 && conn->depth == 0) {
		pdo_pool_settle(conn);
	}
}

PDO_API bool pdo_pool_can_use(pdo_dbh_t *dbh)
{
	return pdo_pool_kind(dbh) != PDO_POOL_CONNECTION || pdo_pool_is_free(pdo_pool_conn_of(dbh));
}

PDO_API bool pdo_pool_begin_use(pdo_dbh_t *dbh)
{
	if (pdo_pool_kind(dbh) != PDO_POOL_CONNECTION) {
		return true;
	}
	if ((pdo_pool_may_have_left_transaction(pdo_pool_conn_of(dbh))
			&& pdo_pool_let_roll_back(pdo_pool_conn_of(dbh)) == FAILURE)
			|| !pdo_pool_enter(pdo_pool_conn_of(dbh))) {
		return false;
	}
	pdo_pool_limit_call(pdo_pool_conn_of(dbh), NULL);
	pdo_pool_pin(dbh);
	return true;
}

PDO_API void pdo_pool_end_use(pdo_dbh_t *dbh)
{
	if (pdo_pool_kind(dbh) == PDO_POOL_CONNECTION) {
		if (pdo_pool_end_limit(pdo_pool_conn_of(dbh), NULL) && !EG(exception)) {
			pdo_pool_throw_late(pdo_pool_conn_of(dbh));
		}
		/* A stream does not say how its call went: the driver is asked. */
		pdo_pool_leave_command(pdo_pool_conn_of(dbh), NULL, false);
		pdo_pool_unpin(dbh);
	}
}
/* }}} */

PDO_API void pdo_pool_call(INTERNAL_FUNCTION_PARAMETERS, pdo_pool_method_body body)
{
	pdo_dbh_t *dbh = Z_PDO_DBH_P(ZEND_THIS), *conn;
	bool is_late;

	PDO_CONSTRUCT_CHECK;

	conn = pdo_pool_acquire_conn(dbh);
	if (!conn) {
		RETURN_THROWS();
	}
	body(INTERNAL_FUNCTION_PARAM_PASSTHRU, conn);
	is_late = pdo_pool_kind(conn) == PDO_POOL_CONNECTION
		&& pdo_pool_end_limit(pdo_pool_conn_of(conn), NULL);
	pdo_pool_maybe_release(conn);
	if (UNEXPECTED(is_late) && !EG(exception)) {
		pdo_pool_load_error(dbh);
		PDO_HANDLE_DBH_ERR();
	}
}
