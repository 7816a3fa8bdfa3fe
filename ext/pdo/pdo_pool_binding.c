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

/* Which coroutine has which connection of a pooled PDO object, for how long, and what becomes of
 * the connection when the coroutine is done with a call or has ended. Nothing here knows what a call does
 * or how a connection is made.
 *
 * A connection is out of the async pool from the first call of a coroutine on until nothing ties it to the
 * coroutine: a statement or stream made on it, a transaction, a session that is not clean. After
 * that it is idle, but remembers its coroutine, which gets it back unless others were faster. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

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
	return zend_hash_index_find_ptr(dbh->pool_connections, pdo_pool_coro_key(pdo_pool_current()));
}

void pdo_pool_free_binding(pdo_pool_binding_t *binding)
{
	/* One that is not on the list any more may be on that of a coroutine that is gone. */
	if (zend_async_callback_is_linked(&binding->end)) {
		ZEND_ASYNC_EVENT_DEL_CALLBACK(&binding->coroutine->event, &binding->end);
	}
	if (binding->conn) {
		if (binding->conn->holder == binding) {
			binding->conn->holder = NULL;
		}
		binding->conn->binding = NULL;
	}
	zval_ptr_dtor(&binding->error_info);
	if (binding->last_id) {
		zend_string_release(binding->last_id);
	}
	efree(binding);
}

/* A call that is still inside when its coroutine has ended was left by a bailout. */
static void abandon_calls(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine)
{
	if (conn->users > 0 && conn->user == coroutine) {
		conn->users = 0;
		conn->broken = true;
	}
}

/* And that takes a while. */
static bool is_to_be_closed(pdo_pool_conn_t *conn)
{
	const struct pdo_pool_methods *hooks = conn->pool->driver_methods->pool;

	return hooks && hooks->closer_suspends && !conn->orphan && !conn->cleaner && conn->dbh.pool_slot_refcount == 0
		&& pdo_pool_session_of(conn) != PDO_POOL_SESSION_CLEAN;
}

static bool start_cleaning(pdo_pool_conn_t *conn);

/* The coroutine has ended, in whatever way. Runs where nothing may suspend or throw. */
static void pdo_pool_cleanup_callback(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	pdo_pool_binding_t *binding = (pdo_pool_binding_t *) callback;
	pdo_pool_conn_t *conn = binding->conn;
	bool held = conn && conn->holder == binding;

	if (held) {
		abandon_calls(conn, binding->coroutine);
	}
	zend_hash_index_del(binding->pool->dbh->pool_connections, binding->key);
	if (held && conn->users == 0 && !(is_to_be_closed(conn) && start_cleaning(conn))) {
		pdo_pool_settle(conn);
	}
}

static pdo_pool_binding_t *binding_new(pdo_dbh_t *dbh, zend_coroutine_t *coroutine)
{
	pdo_pool_binding_t *binding = ecalloc(1, sizeof(*binding));

	binding->pool = pdo_pool_of_template(dbh);
	binding->coroutine = coroutine;
	binding->key = pdo_pool_coro_key(coroutine);
	/* The main script sees what the constructor of an ordinary handle leaves: "" until the first call. */
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

/* {{{ What stays with the coroutine when it loses its connection */
static void keep_last_id(pdo_pool_binding_t *binding, zend_string *id)
{
	if (binding->last_id) {
		zend_string_release(binding->last_id);
	}
	binding->last_id = id;
}

/* To the one that comes, if any, the connection says what it had from its last one. */
static void pass_note(pdo_pool_conn_t *conn, pdo_pool_binding_t *to)
{
	const struct pdo_pool_methods *hooks = conn->pool->driver_methods->pool;
	zend_ulong note;

	if (hooks && hooks->exchange_warning_count) {
		note = hooks->exchange_warning_count(&conn->dbh, to ? to->note : 0);
		if (conn->binding) {
			conn->binding->note = note;
		}
	}
}

void pdo_pool_part(pdo_pool_conn_t *conn)
{
	pdo_pool_binding_t *binding = conn->binding;
	const struct pdo_pool_methods *hooks = conn->pool->driver_methods->pool;

	if (!binding) {
		return;
	}
	pass_note(conn, NULL);
	/* Only the server knew it. */
	binding->is_id_lost = hooks && hooks->handover && !hooks->local_id && conn->used;
	keep_last_id(binding, hooks && hooks->local_id ? hooks->local_id(&conn->dbh) : NULL);
	binding->conn = NULL;
	conn->binding = NULL;
}

PDO_API zend_ulong pdo_pool_kept_warning_count(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = dbh->pool_connections ? pdo_pool_find_binding(dbh) : NULL;
	return binding ? binding->note : 0;
}
/* }}} */

/* {{{ One coroutine at a time */
static bool is_free(pdo_pool_conn_t *conn)
{
	if (conn->users > 0 && conn->user != pdo_pool_current()) {
		zend_throw_exception(pdo_exception_ce, "The statement's connection is in use by another coroutine: "
			"a statement can be used by one coroutine at a time", 0);
		return false;
	}
	return true;
}

bool pdo_pool_is_stmt_free(pdo_stmt_t *stmt)
{
	return is_free(pdo_pool_conn_of(stmt->dbh));
}

bool pdo_pool_enter(pdo_pool_conn_t *conn)
{
	if (!is_free(conn)) {
		return false;
	}
	conn->user = pdo_pool_current();
	conn->users++;
	return true;
}

void pdo_pool_free_ghosts(pdo_pool_conn_t *conn)
{
	while (conn->ghosts && conn->users == 0) {
		pdo_pool_ghost_t *ghost = conn->ghosts;

		conn->ghosts = ghost->next;
		conn->users++;
		conn->user = pdo_pool_current();
		conn->pool->driver_stmt_methods->dtor(&ghost->stmt);
		conn->users--;
		conn->dbh.pool_slot_refcount--;
		efree(ghost);
	}
}

void pdo_pool_after_call(pdo_pool_conn_t *conn)
{
	pdo_pool_free_ghosts(conn);
	if (conn->users == 0) {
		pdo_pool_settle(conn);
	}
}

/* A destructor may run where nothing can wait, or for an exception that is on its way. What it leaves of the statement is all that
 * a driver needs to free it; to ask whether the PDO object is still there makes no sense then. */
void pdo_pool_free_stmt_later(pdo_pool_conn_t *conn, pdo_stmt_t *stmt)
{
	pdo_pool_ghost_t *ghost = emalloc(sizeof(*ghost));

	ghost->stmt = *stmt;
	ghost->stmt.columns = NULL;
	ZVAL_UNDEF(&ghost->stmt.database_object_handle);
	ghost->next = conn->ghosts;
	conn->ghosts = ghost;
	conn->had_ghosts = true;
	conn->dbh.pool_slot_refcount++;
	stmt->driver_data = NULL;
}
/* }}} */

/* {{{ Giving back */
static void give_back(pdo_pool_conn_t *conn)
{
	zval resource;

	conn->holder = NULL;
	if (conn->pool->idle_can_be_lost) {
		conn->idle_since = zend_hrtime();
	}
	ZVAL_PTR(&resource, conn);
	if (ZEND_ASYNC_POOL_RELEASE(conn->pool->async, &resource) == FAILURE) {
		ZEND_ASSERT(EG(exception) && "A cancellation came while the connection was closed; it was out of this pool");
	}
}

/* Before anything else sees it again: the next call of its coroutine takes another one. */
static void give_up(pdo_pool_conn_t *conn)
{
	conn->broken = true;
	pdo_pool_part(conn);
	give_back(conn);
}

static void roll_back(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine) /* may suspend */
{
	ZEND_ASSERT(conn->users == 0);
	conn->users++;
	conn->user = coroutine;
	if (conn->dbh.methods->rollback && conn->dbh.methods->rollback(&conn->dbh)) {
		conn->dbh.in_txn = false;
	} else {
		conn->broken = true;
	}
	zend_clear_exception();
	conn->users--;
}

static void clean(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine) /* may suspend */
{
	if (conn->dbh.pool_slot_refcount > 0 || pdo_pool_session_of(conn) == PDO_POOL_SESSION_CLEAN) {
		roll_back(conn, coroutine);
	}
	conn->dbh.error_code[0] = '\0';
	if (pdo_pool_is_in_transaction(conn)) {
		conn->broken = true;
	}
}

/* Body of the coroutine that rolls back what another one left open, or closes what it left changed. When somebody is in a call
 * of a statement that is left, too, the end of that call begins anew with it. */
static void clean_conn(zend_coroutine_t *coroutine, void *data)
{
	pdo_pool_conn_t *conn = coroutine->internal_data;
	bool is_free;

	if (!conn) {
		return;
	}
	is_free = conn->users == 0;
	if (is_free) {
		clean(conn, coroutine);
	}
	if (conn->cleaner) {
		conn->cleaner = NULL;
		OBJ_RELEASE(ZEND_ASYNC_COROUTINE_OBJECT(coroutine));
	}
	if (is_free) {
		pdo_pool_after_call(conn);
	}
}

/* false: nothing can run any more, so that only closing the connection ends the transaction. */
static bool start_cleaning(pdo_pool_conn_t *conn)
{
	zend_object *object;

	conn->cleaner = ZEND_ASYNC_SPAWN_INTERNAL(clean_conn, conn, ZEND_COROUTINE_F_BACKGROUND);
	if (!conn->cleaner) {
		zend_clear_exception();
		return false;
	}
	object = ZEND_ASYNC_COROUTINE_OBJECT(conn->cleaner);
	ZEND_ASSERT(object && "A coroutine has an object");
	GC_ADDREF(object);
	return true;
}

/* Its coroutine has ended. */
static void settle_left_behind(pdo_pool_conn_t *conn, pdo_pool_session session)
{
	if (conn->cleaner) {
		return;
	}
	/* Closing ends a transaction as well; a round trip is worth it only for a connection that stays. */
	if ((session == PDO_POOL_SESSION_CLEAN || conn->dbh.pool_slot_refcount > 0)
			&& pdo_pool_is_in_transaction(conn)) {
		if (!start_cleaning(conn)) {
			give_up(conn);
		}
	} else if (conn->dbh.pool_slot_refcount == 0) {
		give_back(conn);
	}
}

void pdo_pool_settle(pdo_pool_conn_t *conn)
{
	pdo_pool_session session;

	ZEND_ASSERT(conn->users == 0);
	if (conn->orphan) {
		if (conn->dbh.pool_slot_refcount == 0) {
			pdo_pool_free_conn(conn);
		}
		return;
	}
	session = pdo_pool_session_of(conn);
	if (session == PDO_POOL_SESSION_BROKEN) {
		give_up(conn);
	} else if (!conn->holder) {
		settle_left_behind(conn, session);
	} else if (conn->dbh.pool_slot_refcount == 0 && session == PDO_POOL_SESSION_CLEAN
			&& !pdo_pool_is_in_transaction(conn)) {
		give_back(conn);
	}
}
/* }}} */

/* {{{ Taking */

/* Another coroutine has just taken the connection that this one used last, and reads off it what
 * this one may want to know. */
static zend_result wait_for_handover(pdo_pool_binding_t *binding) /* may suspend */
{
	while (binding->conn && binding->conn->changing_hands && ZEND_ASYNC_CAN_SUSPEND()) {
		if (ZEND_ASYNC_YIELD() == FAILURE) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* The one that this coroutine used last may have been taken by somebody who has not come to it yet. What it knows for the
 * coroutine is kept, as far as that needs no server. */
static void leave_last_conn(pdo_pool_binding_t *binding) /* may suspend */
{
	const struct pdo_pool_methods *hooks = binding->pool->driver_methods->pool;
	bool was_handed_over = wait_for_handover(binding) == SUCCESS;

	if (!binding->conn) {
		return;
	}
	if (was_handed_over && hooks && hooks->local_id) {
		pdo_pool_part(binding->conn);
	} else {
		binding->conn->binding = NULL;
		binding->conn = NULL;
	}
}

/* The last insert id and the note go with the coroutine, not with the connection. */
static void pass_on(pdo_pool_conn_t *conn, pdo_pool_binding_t *to) /* may suspend */
{
	const struct pdo_pool_methods *hooks = conn->pool->driver_methods->pool;
	zend_string *left = NULL, *next_id;

	leave_last_conn(to);
	next_id = to->last_id ? zend_string_copy(to->last_id) : NULL;
	pass_note(conn, to);
	conn->changing_hands = true;
	if (hooks && hooks->handover && (conn->used || next_id)) {
		left = hooks->handover(&conn->dbh, conn->binding != NULL, next_id);
	}
	conn->changing_hands = false;
	if (next_id) {
		zend_string_release(next_id);
	}
	conn->used = true;

	/* The former coroutine may have ended meanwhile. */
	if (conn->binding) {
		conn->binding->is_id_lost = EG(exception) != NULL && !left;
		keep_last_id(conn->binding, left);
		conn->binding->conn = NULL;
	} else if (left) {
		zend_string_release(left);
	}
	conn->binding = to;
	to->conn = conn;
	to->is_id_lost = false;
}

/* The one that the coroutine used last, if it is still where it was left; else any. */
static pdo_pool_conn_t *take(pdo_pool_t *pool, pdo_pool_binding_t *binding) /* may suspend */
{
	pdo_pool_conn_t *conn = binding->conn;
	zval resource;

	if (conn && !conn->holder) {
		ZVAL_PTR(&resource, conn);
		ZEND_ASYNC_POOL_PREFER(pool->async, &resource);
	}
	if (ZEND_ASYNC_POOL_ACQUIRE(pool->async, &resource, pool->config.acquire_timeout) == FAILURE) {
		return NULL;
	}
	conn = Z_PTR(resource);
	pdo_pool_unwatch(conn);
	conn->holder = binding;
	conn->dbh.error_code[0] = '\0';
	pdo_pool_enter(conn);
	if (conn->binding != binding) {
		pass_on(conn, binding);
	}
	return conn;
}

/* The one that is tied to the coroutine. *failed: an exception was thrown. */
static pdo_pool_conn_t *reenter(pdo_pool_binding_t *binding, bool *failed)
{
	pdo_pool_conn_t *conn = binding->conn;

	*failed = false;
	if (!conn || conn->holder != binding) {
		return NULL;
	}
	if (conn->users == 0) {
		conn->dbh.error_code[0] = '\0';
		if (pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN) {
			give_up(conn);
			return NULL;
		}
	}
	*failed = !pdo_pool_enter(conn);
	return *failed ? NULL : conn;
}

PDO_API pdo_dbh_t *pdo_pool_acquire_conn(pdo_dbh_t *dbh)
{
	pdo_pool_t *pool;
	pdo_pool_binding_t *binding;
	pdo_pool_conn_t *conn;
	bool failed;

	if (!dbh->pool_connections) {
		return dbh;
	}
	pool = pdo_pool_of_template(dbh);
	binding = pdo_pool_get_binding(dbh);
	conn = reenter(binding, &failed);
	/* A cancellation may have come while a lost one was closed. */
	if (!conn && !failed && !EG(exception) && wait_for_handover(binding) == SUCCESS) {
		conn = take(pool, binding);
	}
	if (!conn) {
		return NULL;
	}
	pdo_pool_copy_attributes(conn);
	/* A cancellation may have come while the connection changed hands. */
	if (EG(exception)
			|| (conn->settings_serial != pool->settings_serial && pdo_pool_apply_settings(conn) == FAILURE)) {
		pdo_pool_maybe_release(&conn->dbh);
		return NULL;
	}
	return &conn->dbh;
}

PDO_API void pdo_pool_maybe_release(pdo_dbh_t *dbh)
{
	pdo_pool_conn_t *conn;

	if (!dbh->pool || dbh->pool_connections) {
		return;
	}
	conn = pdo_pool_conn_of(dbh);
	pdo_pool_keep_error(conn);
	if (--conn->users == 0) {
		pdo_pool_after_call(conn);
	}
}

PDO_API pdo_dbh_t *pdo_pool_peek_conn(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding;

	if (!dbh->pool_connections) {
		return dbh;
	}
	binding = pdo_pool_find_binding(dbh);
	if (!binding || !binding->conn || (binding->conn->holder && binding->conn->holder != binding)) {
		return NULL;
	}
	return &binding->conn->dbh;
}
/* }}} */

/* {{{ Pins */
PDO_API void pdo_pool_pin(pdo_dbh_t *dbh)
{
	if (dbh->pool && !dbh->pool_connections) {
		dbh->pool_slot_refcount++;
	}
}

PDO_API bool pdo_pool_can_use(pdo_dbh_t *dbh)
{
	return !dbh->pool || dbh->pool_connections || pdo_pool_conn_of(dbh)->users == 0
		|| pdo_pool_conn_of(dbh)->user == pdo_pool_current();
}

PDO_API bool pdo_pool_begin_use(pdo_dbh_t *dbh)
{
	if (!dbh->pool || dbh->pool_connections) {
		return true;
	}
	if (!pdo_pool_enter(pdo_pool_conn_of(dbh))) {
		return false;
	}
	pdo_pool_pin(dbh);
	return true;
}

PDO_API void pdo_pool_end_use(pdo_dbh_t *dbh)
{
	if (dbh->pool && !dbh->pool_connections) {
		pdo_pool_leave(pdo_pool_conn_of(dbh));
		pdo_pool_unpin(dbh);
	}
}

PDO_API void pdo_pool_unpin(pdo_dbh_t *dbh)
{
	pdo_pool_conn_t *conn;

	if (!dbh->pool || dbh->pool_connections) {
		return;
	}
	ZEND_ASSERT(dbh->pool_slot_refcount > 0);
	conn = pdo_pool_conn_of(dbh);
	if (--dbh->pool_slot_refcount == 0 && conn->users == 0) {
		pdo_pool_settle(conn);
	}
}
/* }}} */

PDO_API void pdo_pool_call(INTERNAL_FUNCTION_PARAMETERS, pdo_pool_method_body body)
{
	pdo_dbh_t *dbh = Z_PDO_DBH_P(ZEND_THIS);

	PDO_CONSTRUCT_CHECK;

	dbh = pdo_pool_acquire_conn(dbh);
	if (!dbh) {
		RETURN_THROWS();
	}
	body(INTERNAL_FUNCTION_PARAM_PASSTHRU, dbh);
	pdo_pool_maybe_release(dbh);
}
