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

/* Which coroutine has which connection of a pooled PDO object, and what stays with the coroutine
 * when the connection goes to another one. Nothing here knows what a call does, how a connection
 * is made, or what becomes of it after a call.
 *
 * A connection is out of the async pool from the first call of a coroutine on until nothing ties
 * it to the coroutine: a statement or stream made on it, a transaction, a session that is not
 * clean. After that it is idle, but remembers its coroutine, which gets it back unless others
 * were faster. */

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
/* So often others have their turn while a connection is handed over; then it is slept. */
#define QUICK_TURNS 100

/* {{{ Bindings */
zend_ulong pdo_pool_coro_key(zend_coroutine_t *coroutine)
{
	zend_object *object;

	if (!coroutine) {
		return 0;
	}
	object = ZEND_ASYNC_COROUTINE_OBJECT(coroutine);
	return object ? object->handle : (zend_ulong) (uintptr_t) coroutine >> ZEND_MM_ALIGNMENT_LOG2;
}

pdo_pool_binding_t *pdo_pool_find_binding(pdo_dbh_t *dbh)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	zend_coroutine_t *current = pdo_pool_current();

	if (!pool->last_binding || pool->last_binding->coroutine != current) {
		pool->last_binding =
			zend_hash_index_find_ptr(dbh->pool_connections, pdo_pool_coro_key(current));
	}
	return pool->last_binding;
}

void pdo_pool_free_binding(zval *element)
{
	pdo_pool_binding_t *binding = Z_PTR_P(element);

	if (binding->pool->last_binding == binding) {
		binding->pool->last_binding = NULL;
	}
	/* One that is not linked may have been on the list of a coroutine that is gone. */
	if (zend_async_callback_is_linked(&binding->end)) {
		ZEND_ASYNC_EVENT_DEL_CALLBACK(&binding->coroutine->event, &binding->end);
	}
	if (binding->conn) {
		binding->conn->binding = NULL;
	}
	zval_ptr_dtor(&binding->error_info);
	zval_ptr_dtor(&binding->lost_info);
	if (binding->last_id) {
		zend_string_release(binding->last_id);
	}
	if (UNEXPECTED(binding->calls > 0)) {
		binding->is_gone = true;
		binding->conn = NULL;
		binding->last_id = NULL;
		ZVAL_UNDEF(&binding->error_info);
		ZVAL_UNDEF(&binding->lost_info);
		return;
	}
	efree(binding);
}

/* The coroutine has ended, in whatever way. Runs where nothing may suspend or throw. */
static void pdo_pool_cleanup_callback(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	pdo_pool_binding_t *binding = ZEND_CONTAINER_OF(callback, pdo_pool_binding_t, end);
	zend_coroutine_t *coroutine = binding->coroutine;
	pdo_pool_conn_t *conn = binding->conn;
	bool is_held = conn && conn->holder == binding;
	bool has_called_in_fiber;
	pdo_pool_t *pool;

	pdo_pool_note_user(binding->pool, binding->key, binding->key == binding->pool->adopter);
	pool = binding->pool;
	has_called_in_fiber = binding->has_called_in_fiber;
	zend_hash_index_del(pool->dbh->pool_connections, binding->key);
	/* Other connections first: this one may be freed. */
	if (UNEXPECTED(has_called_in_fiber) && !CG(unclean_shutdown)) {
		pdo_pool_disown_calls(pool, is_held ? conn : NULL, coroutine);
	}
	if (is_held) {
		pdo_pool_conn_left(conn, coroutine);
	}
}

void pdo_pool_note_call_in_fiber(const pdo_pool_conn_t *conn)
{
	pdo_dbh_t *dbh = conn->pool->dbh;

	if (dbh && dbh->pool_connections) {
		pdo_pool_get_binding(dbh)->has_called_in_fiber = true;
	}
}

static pdo_pool_binding_t *binding_new(pdo_dbh_t *dbh, zend_coroutine_t *coroutine)
{
	pdo_pool_binding_t *binding = ecalloc(1, sizeof(*binding));

	binding->pool = pdo_pool_of_template(dbh);
	binding->coroutine = coroutine;
	binding->key = pdo_pool_coro_key(coroutine);
	pdo_pool_note_user(binding->pool, binding->key, false);
	/* The main script sees what the constructor of an ordinary handle leaves: "" until the first
	 * call. */
	if (coroutine) {
		memcpy(binding->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
		binding->end.notify = pdo_pool_cleanup_callback;
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&coroutine->event, &binding->end);
	}
	zend_hash_index_add_new_ptr(dbh->pool_connections, binding->key, binding);
	return binding;
}

pdo_pool_binding_t *pdo_pool_get_binding(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);
	return binding ? binding : binding_new(dbh, pdo_pool_current());
}
/* }}} */

/* {{{ What stays with the coroutine when its connection goes to another one */
static void keep_last_id(pdo_pool_binding_t *binding, zend_string *id)
{
	if (binding->last_id) {
		zend_string_release(binding->last_id);
	}
	binding->last_id = id;
}

/* to: the coroutine that comes, or NULL. The connection tells it what its own last connection
 * said. */
static void exchange_notes(pdo_pool_conn_t *conn, const pdo_pool_binding_t *to)
{
	pdo_pool_notes left = conn->pool->hooks.exchange_notes(&conn->dbh, to ? &to->notes : NULL);

	if (conn->binding) {
		conn->binding->notes = left;
	}
}

void pdo_pool_part(pdo_pool_conn_t *conn)
{
	pdo_pool_binding_t *binding = conn->binding;
	const pdo_pool_t *pool = conn->pool;

	if (!binding) {
		return;
	}
	exchange_notes(conn, NULL);
	binding->is_id_lost = pool->id_is_remote && conn->was_used;
	keep_last_id(binding, pool->hooks.local_id(&conn->dbh));
	binding->conn = NULL;
	conn->binding = NULL;
}

PDO_API zend_ulong pdo_pool_kept_warning_count(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_kind(dbh) == PDO_POOL_TEMPLATE
		? pdo_pool_find_binding(dbh) : NULL;
	return binding ? binding->notes.warning_count : 0;
}
/* }}} */

/* {{{ Passing a connection on */

/* Another coroutine has just taken the connection that this one used last, and the driver reads
 * off it what this one may want to know. */
static zend_result wait_for_handover(pdo_pool_binding_t *binding) /* may suspend */
{
	zend_result ok = SUCCESS;
	bool timed_out;

	for (uint32_t turn = 0; ok == SUCCESS && binding->conn && binding->conn->is_handing_over
			&& ZEND_ASYNC_CAN_SUSPEND(); turn++) {
		/* Most are over soon. When the server is silent the processor is for others. */
		ok = turn < QUICK_TURNS ? ZEND_ASYNC_YIELD() : ZEND_ASYNC_SUSPEND_FOR(1, &timed_out);
	}
	return ok;
}

/* Another coroutine may have acquired the last connection of this one, but not read it yet. What
 * the client library knows for this coroutine is kept. */
static void leave_last_conn(pdo_pool_binding_t *binding) /* may suspend */
{
	bool was_handed_over = wait_for_handover(binding) == SUCCESS;

	if (!binding->conn) {
		return;
	}
	if (was_handed_over && binding->pool->id_is_local) {
		pdo_pool_part(binding->conn);
	} else {
		binding->conn->binding = NULL;
		binding->conn = NULL;
	}
}

/* The last insert id goes with the coroutine, not with the connection. Returns that of the
 * coroutine that leaves; the caller owns it. */
static zend_string *exchange_last_id(pdo_pool_conn_t *conn, zend_string *next_id) /* may suspend */
{
	zend_string *left = NULL;

	if (next_id) {
		zend_string_addref(next_id);
	}
	conn->is_handing_over = true;
	if (conn->was_used || next_id) {
		left = conn->pool->hooks.handover(&conn->dbh, conn->binding != NULL, next_id);
	}
	conn->is_handing_over = false;
	if (next_id) {
		zend_string_release(next_id);
	}
	return left;
}

PDO_API void pdo_pool_id_unknown(pdo_dbh_t *dbh)
{
	pdo_pool_conn_of(dbh)->is_id_unknown = true;
}

static void pass_on(pdo_pool_conn_t *conn, pdo_pool_binding_t *to) /* may suspend */
{
	zend_string *left;

	leave_last_conn(to);
	exchange_notes(conn, to);
	left = exchange_last_id(conn, to->last_id);
	if (UNEXPECTED(conn->pool->config.reset == PDO_POOL_RESET_ALWAYS) && conn->was_used
			&& !conn->is_as_new) {
		conn->is_reset_due = true;
	}
	conn->was_used = true;
	conn->is_as_new = false;

	/* The former coroutine may have ended meanwhile. */
	if (conn->binding) {
		conn->binding->is_id_lost = !left && (EG(exception) != NULL || conn->is_id_unknown);
		keep_last_id(conn->binding, left);
		conn->binding->conn = NULL;
	} else if (left) {
		zend_string_release(left);
	}
	conn->binding = to;
	conn->is_id_unknown = false;
	to->conn = conn;
	to->is_id_lost = false;
}
/* }}} */

/* {{{ Taking */

/* Of PDO::ATTR_POOL_ACQUIRE_TIMEOUT, which holds for all tries of a call together. 0: no limit. */
static zend_ulong time_to_acquire(const pdo_pool_t *pool, zend_hrtime_t since)
{
	const zend_ulong limit_ms = (zend_ulong) pool->config.acquire_timeout;
	zend_ulong spent_ms;

	if (limit_ms == 0) {
		return 0;
	}
	spent_ms = (zend_ulong) ((zend_hrtime() - since) / NS_PER_MS);
	return spent_ms < limit_ms ? limit_ms - spent_ms : 1;
}

static bool acquire(pdo_pool_t *pool, zval *resource, zend_hrtime_t since) /* may suspend */
{
	if (UNEXPECTED(pool->conns_in[PDO_POOL_CONN_LEFT] > 0)) {
		pdo_pool_collect_before_waiting(pool);
	}
	if (ZEND_ASYNC_POOL_ACQUIRE(pool->async, resource, time_to_acquire(pool, since)) == FAILURE) {
		pdo_pool_explain_refusal(pool);
		return false;
	}
	return true;
}

/* For getStats() and the report of a leak. */
static void note_taker(pdo_pool_conn_t *conn)
{
	zend_string *file;

	conn->held_since = zend_hrtime();
	if (UNEXPECTED(conn->pool->config.leak_threshold)) {
		file = zend_get_executed_filename_ex();
		conn->taken_in_file = file ? zend_string_copy(file) : NULL;
		conn->taken_on_line = zend_get_executed_lineno();
	}
}

/* false: it was lost on its way here, and is closed. With an exception of the coroutine itself the
 * caller looks after the connection. */
static bool hand_over(pdo_pool_conn_t *conn, pdo_pool_binding_t *to) /* may suspend */
{
	conn->dbh.error_code[0] = '\0';
	pdo_pool_enter(conn);
	if (conn->binding != to) {
		pass_on(conn, to);
		if (UNEXPECTED(conn->close_reason != PDO_POOL_OPEN) && !EG(exception)) {
			pdo_pool_maybe_release(&conn->dbh);
			return false;
		}
	}
	return true;
}

/* The connection that the coroutine used last, if it is still where it was left; else any. One that
 * was lost on its way here is closed, and the next one taken. NULL: exception. */
static pdo_pool_conn_t *take_any(pdo_pool_t *pool, pdo_pool_binding_t *binding,
	zend_hrtime_t since) /* may suspend */
{
	pdo_pool_conn_t *conn;
	zval resource;

	do {
		if (binding->conn && binding->conn->state == PDO_POOL_CONN_IDLE) {
			ZVAL_PTR(&resource, binding->conn);
			ZEND_ASYNC_POOL_PREFER(pool->async, &resource);
		}
		if (!acquire(pool, &resource, since)) {
			return NULL;
		}
		conn = Z_PTR(resource);
		pdo_pool_unwatch(conn);
		conn->holder = binding;
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_HELD);
		note_taker(conn);
		if (UNEXPECTED(conn->close_reason != PDO_POOL_OPEN)) {
			pdo_pool_conn_close(conn, PDO_POOL_LOST);
		} else if (EXPECTED(hand_over(conn, binding))) {
			return conn;
		}
	} while (!EG(exception));
	return NULL;
}

/* The same, reset if the coroutine before made that necessary. One that cannot be is closed, and
 * the next one taken. */
static pdo_pool_conn_t *take(pdo_pool_t *pool, pdo_pool_binding_t *binding) /* may suspend */
{
	const zend_hrtime_t since = pool->config.acquire_timeout ? zend_hrtime() : 0;
	pdo_pool_conn_t *conn;

	while ((conn = take_any(pool, binding, since)) && UNEXPECTED(conn->is_reset_due)) {
		if (EG(exception) || pdo_pool_reset_handed_over(conn) == SUCCESS) {
			break;
		}
		pdo_pool_maybe_release(&conn->dbh);
		if (EG(exception) || UNEXPECTED(binding->is_gone)) {
			return NULL;
		}
	}
	return conn;
}

/* The connection that the coroutine holds; *failed: exception thrown. */
static pdo_pool_conn_t *reenter(pdo_pool_binding_t *binding, bool *failed) /* may suspend */
{
	pdo_pool_conn_t *conn = binding->conn;

	*failed = false;
	if (!conn || conn->holder != binding) {
		return NULL;
	}
	if (UNEXPECTED(conn->is_own_work)) {
		*failed = pdo_pool_wait_for_own_work(conn) == FAILURE;
		conn = binding->conn;
		if (*failed || !conn || conn->holder != binding) {
			return NULL;
		}
	}
	if (conn->depth == 0) {
		conn->dbh.error_code[0] = '\0';
		if (UNEXPECTED(pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN)) {
			pdo_pool_settle(conn);
			return NULL;
		}
	} else if (pdo_pool_conn_is_foreign(conn)) {
		/* A child that was forked in the middle of a call, in the callable of
		 * PDO::ATTR_POOL_INIT say. */
		pdo_pool_throw("08003", "The connection belongs to the parent process", NULL);
		*failed = true;
		return NULL;
	}
	*failed = !pdo_pool_enter(conn);
	return *failed ? NULL : conn;
}

/* The connection that a call of this coroutine is to use, entered. NULL: exception, or a
 * transaction that was lost, before or just now. */
static pdo_pool_conn_t *conn_for_call( /* may suspend */
	pdo_pool_t *pool, pdo_pool_binding_t *binding)
{
	bool failed;
	pdo_pool_conn_t *conn = reenter(binding, &failed);

	if (EXPECTED(conn) || failed) {
		return conn;
	}
	/* A cancellation may have come while a lost connection was closed. */
	if (EG(exception) || pdo_pool_has_lost_transaction(binding)
			|| wait_for_handover(binding) == FAILURE) {
		return NULL;
	}
	return take(pool, binding);
}

/* The same with all settings of the object. May suspend. */
static pdo_pool_conn_t *conn_with_settings(pdo_pool_t *pool, pdo_pool_binding_t *binding)
{
	pdo_pool_conn_t *conn = conn_for_call(pool, binding);

	if (!conn) {
		return NULL;
	}
	pdo_pool_copy_attributes(conn);
	/* A cancellation may have come while the connection changed hands. */
	if (EG(exception) || (!binding->is_gone && conn->settings_serial != pool->settings_serial
			&& pdo_pool_apply_settings(conn) == FAILURE)) {
		pdo_pool_maybe_release(&conn->dbh);
		return NULL;
	}
	return conn;
}

/* The coroutine of the call has ended, and its connection was closed. */
static void end_call_of_no_one(pdo_pool_conn_t *conn) /* may suspend */
{
	if (conn) {
		pdo_pool_maybe_release(&conn->dbh);
	}
	if (!EG(exception)) {
		pdo_pool_throw("08003", "The coroutine that made the call has ended", NULL);
	}
}

pdo_dbh_t *pdo_pool_begin_call(pdo_dbh_t *dbh, pdo_pool_binding_t *binding)
{
	pdo_pool_conn_t *conn;

	binding->calls++;
	conn = conn_with_settings(pdo_pool_of_template(dbh), binding);
	binding->calls--;
	if (UNEXPECTED(binding->is_gone)) {
		if (binding->calls == 0) {
			efree(binding);
		}
		end_call_of_no_one(conn);
		return NULL;
	}
	if (!conn) {
		return NULL;
	}
	pdo_pool_limit_call(conn, NULL);
	return &conn->dbh;
}

PDO_API pdo_dbh_t *pdo_pool_acquire_conn(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding;
	pdo_dbh_t *conn;

	if (pdo_pool_kind(dbh) != PDO_POOL_TEMPLATE) {
		return dbh;
	}
	binding = pdo_pool_get_binding(dbh);
	conn = pdo_pool_begin_call(dbh, binding);
	if (!conn && !EG(exception)) {
		pdo_pool_throw_lost_transaction(binding);
	}
	return conn;
}

PDO_API pdo_dbh_t *pdo_pool_peek_conn(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding;
	pdo_pool_conn_t *conn;

	if (pdo_pool_kind(dbh) != PDO_POOL_TEMPLATE) {
		return dbh;
	}
	binding = pdo_pool_find_binding(dbh);
	conn = binding ? binding->conn : NULL;
	return conn && (!conn->holder || conn->holder == binding) ? &conn->dbh : NULL;
}
/* }}} */
