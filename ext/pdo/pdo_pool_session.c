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

/* The session of a pooled connection: what it starts with (PDO::ATTR_POOL_INIT, and what was
 * adopted, pdo_pool_adopt.c), and how it gets back there when a coroutine has changed it. What a
 * statement does to a session is the driver's judgement; when a connection is cleaned is decided in
 * pdo_pool_conn.c, and the time limit of that is in pdo_pool_clean.c. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* {{{ Running statements */
zend_result pdo_pool_exec_setup(pdo_dbh_t *dbh, bool reset, const HashTable *statements)
{
	zval *sql;

	ZEND_ASSERT(!reset && "This driver cannot reset");
	ZEND_HASH_FOREACH_VAL(statements, sql) {
		if (dbh->methods->doer(dbh, Z_STR_P(sql)) == -1) {
			return FAILURE;
		}
	} ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

/* Whatever the error mode is: no one would see a warning, or ask for an error code. */
static void throw_error_of(pdo_dbh_t *dbh)
{
	const enum pdo_error_mode mode = dbh->error_mode;

	if (EG(exception)) {
		return;
	}
	if (dbh->error_code[0] == '\0' || strcmp(dbh->error_code, PDO_ERR_NONE) == 0) {
		memcpy(dbh->error_code, "HY000", sizeof(pdo_error_type));
	}
	dbh->error_mode = PDO_ERRMODE_EXCEPTION;
	pdo_handle_error(dbh, NULL);
	dbh->error_mode = mode;
}

zend_result pdo_pool_run_setup(pdo_pool_conn_t *conn, bool reset, const HashTable *statements)
{
	static const HashTable *const none = &zend_empty_array;
	pdo_dbh_t *dbh = &conn->dbh;
	zend_result result;

	if (!reset && (!statements || zend_hash_num_elements(statements) == 0)) {
		return SUCCESS;
	}
	result = conn->pool->hooks.set_up(dbh, reset, statements ? statements : none);
	if (result == FAILURE || EG(exception)) {
		throw_error_of(dbh);
		return FAILURE;
	}
	dbh->error_code[0] = '\0';
	return SUCCESS;
}
/* }}} */

/* {{{ PDO::ATTR_POOL_INIT */

/* A string is always SQL, an array a callable only if it can be called. */
static bool is_callable(zval *init)
{
	return Z_TYPE_P(init) != IS_STRING && zend_is_callable(init, 0, NULL);
}

static bool is_list_of_sql(zval *init)
{
	zval *sql;

	if (Z_TYPE_P(init) != IS_ARRAY || !zend_array_is_list(Z_ARRVAL_P(init))) {
		return false;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(init), sql) {
		ZVAL_DEREF(sql);
		if (Z_TYPE_P(sql) != IS_STRING) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

zend_result pdo_pool_check_init(zval *value)
{
	if (Z_TYPE_P(value) == IS_NULL || Z_TYPE_P(value) == IS_STRING || is_callable(value)
			|| is_list_of_sql(value)) {
		return SUCCESS;
	}
	zend_value_error("PDO::ATTR_POOL_INIT must be SQL, a list of SQL, a callable, or null");
	return FAILURE;
}

static zval *find_option(const pdo_pool_t *pool, zend_long attr)
{
	return Z_TYPE(pool->options) == IS_ARRAY
		? zend_hash_index_find_deref(Z_ARRVAL(pool->options), attr) : NULL;
}

PDO_API zval *pdo_pool_option(pdo_dbh_t *dbh, zend_long attr)
{
	return find_option(pdo_pool_conn_of(dbh)->pool, attr);
}

PDO_API void *pdo_pool_held(pdo_dbh_t *dbh)
{
	return pdo_pool_conn_of(dbh)->pool->held;
}

/* A copy: the options go with the PDO object. */
void pdo_pool_copy_option(const pdo_pool_t *pool, zend_long attr, zval *value)
{
	zval *found = find_option(pool, attr);

	if (found) {
		ZVAL_COPY(value, found);
	} else {
		ZVAL_NULL(value);
	}
}

static void list_init(zval *init, HashTable *statements)
{
	zval *sql;

	if (Z_TYPE_P(init) == IS_STRING) {
		zend_hash_next_index_insert(statements, init);
		Z_TRY_ADDREF_P(init);
	} else if (Z_TYPE_P(init) == IS_ARRAY) {
		ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(init), sql) {
			ZVAL_DEREF(sql);
			Z_TRY_ADDREF_P(sql);
			zend_hash_next_index_insert(statements, sql);
		} ZEND_HASH_FOREACH_END();
	}
}
/* }}} */

/* {{{ A callable: while it runs, the PDO object means this one connection */

/* A binding for the time of the call takes the place of that of the coroutine, which waits under
 * another key: the error state, the last id and the connection of the coroutine are not touched. */
static pdo_pool_binding_t *lend(pdo_pool_conn_t *conn)
{
	HashTable *bindings = conn->pool->dbh->pool_connections;
	pdo_pool_binding_t *binding = ecalloc(1, sizeof(*binding));
	zval *place;

	binding->pool = conn->pool;
	binding->coroutine = pdo_pool_current();
	binding->key = pdo_pool_coro_key(binding->coroutine);
	binding->conn = conn;
	conn->binding = conn->holder = binding;
	conn->pool->last_binding = NULL;

	place = zend_hash_index_find(bindings, binding->key);
	if (place) {
		pdo_pool_binding_t *former = Z_PTR_P(place);

		Z_PTR_P(place) = binding;
		former->key = ~former->key;
		zend_hash_index_add_new_ptr(bindings, former->key, former);
	} else {
		zend_hash_index_add_new_ptr(bindings, binding->key, binding);
	}
	return binding;
}

static void take_back(pdo_pool_conn_t *conn, pdo_pool_binding_t *binding)
{
	HashTable *bindings = conn->pool->config.object ? conn->pool->dbh->pool_connections : NULL;
	zval *waiting;

	conn->holder = NULL;
	conn->pool->last_binding = NULL;
	/* The pool was taken apart, with all bindings. */
	if (!bindings || conn->binding != binding) {
		return;
	}
	waiting = zend_hash_index_find(bindings, ~binding->key);
	if (waiting) {
		pdo_pool_binding_t *former = Z_PTR_P(waiting);

		Z_PTR_P(waiting) = binding;
		former->key = binding->key;
		Z_PTR_P(zend_hash_index_find(bindings, former->key)) = former;
		zend_hash_index_del(bindings, ~former->key);
	} else {
		zend_hash_index_del(bindings, binding->key);
	}
}

/* It may leave nothing behind that the pool would have to end: a statement that lives on, a
 * transaction, a Fiber in the middle of a call. */
static zend_result check_leftovers(pdo_pool_conn_t *conn)
{
	const char *what = conn->is_left_in_fiber ? "a Fiber in a call"
		: pdo_pool_conn_is_pinned(conn) ? "a statement or stream"
		: pdo_pool_is_in_transaction(conn) ? "a transaction" : NULL;

	if (pdo_pool_session_of(conn) == PDO_POOL_SESSION_BROKEN) {
		pdo_pool_throw("08006", "the connection was lost in the callable of PDO::ATTR_POOL_INIT",
			NULL);
		return FAILURE;
	}
	if (what) {
		zend_throw_exception_ex(pdo_exception_ce, 0,
			"The callable of PDO::ATTR_POOL_INIT has left %s open", what);
		return FAILURE;
	}
	return SUCCESS;
}

static void call_init(zval *init, zend_object *object) /* may suspend */
{
	zval argument, result;

	ZVAL_OBJ_COPY(&argument, object);
	pdo_pool_call_back(init, &result, 1, &argument);
	zval_ptr_dtor(&result);
	zval_ptr_dtor(&argument);
}

/* The depth keeps the connection from being settled between the calls that are made in it. At a
 * hand-over the coroutine has the connection already. */
static zend_result run_callable(pdo_pool_conn_t *conn, zval *init) /* may suspend */
{
	pdo_pool_t *pool = conn->pool;
	pdo_pool_binding_t *lent;
	zend_object *object = pool->config.object;
	const uint32_t depth = conn->depth;
	zend_result result;

	if (!object) {
		zend_throw_exception(pdo_exception_ce, "The PDO object is gone", 0);
		return FAILURE;
	}
	pdo_pool_become_template(pool, conn->dbh.pool);
	GC_ADDREF(object);
	lent = conn->holder ? NULL : lend(conn);
	pdo_pool_go_deeper(conn);
	call_init(init, object);
	conn->depth--;
	if (UNEXPECTED(conn->depth > depth)) {
		pdo_pool_leave_in_fiber(conn);
	}
	result = EG(exception) ? FAILURE : check_leftovers(conn);
	if (lent) {
		take_back(conn, lent);
	}
	/* As the last thing: the object, and the pool with it, may go now. */
	OBJ_RELEASE(object);
	return result;
}
/* }}} */

/* {{{ Setting up and resetting */
static zend_result set_up(pdo_pool_conn_t *conn, bool reset, zval *init) /* may suspend */
{
	bool has_callable = is_callable(init);
	HashTable statements;
	zend_result result = SUCCESS;

	if (has_callable) {
		result = pdo_pool_run_setup(conn, reset, NULL);
		if (result == SUCCESS) {
			result = run_callable(conn, init);
		}
		reset = false;
	}
	zend_hash_init(&statements, 0, NULL, ZVAL_PTR_DTOR, false);
	if (!has_callable) {
		list_init(init, &statements);
	}
	/* What is adopted from here on, it gets when it is taken. */
	conn->adopted_serial = conn->pool->adopted_serial;
	pdo_pool_list_adopted(conn->pool, 0, &statements);
	if (result == SUCCESS) {
		result = pdo_pool_run_setup(conn, reset, &statements);
	}
	zend_hash_destroy(&statements);
	return result;
}

zend_result pdo_pool_set_up_session(pdo_pool_conn_t *conn, bool reset)
{
	zend_result result;
	zval init;

	pdo_pool_copy_option(conn->pool, PDO_ATTR_POOL_INIT, &init);
	conn->is_in_setup = true;
	result = set_up(conn, reset, &init);
	conn->is_in_setup = false;
	zval_ptr_dtor(&init);
	if (result == FAILURE) {
		return FAILURE;
	}
	conn->pool->hooks.accept_session(&conn->dbh);
	conn->had_deferred_stmts = false;
	conn->is_reset_due = false;
	if (reset) {
		conn->pool->resets++;
	}
	return SUCCESS;
}

PDO_API void pdo_pool_want_reset(pdo_dbh_t *dbh)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(dbh);

	conn->is_reset_due = conn->pool->config.reset != PDO_POOL_RESET_NONE;
}

static bool is_clean(pdo_pool_conn_t *conn)
{
	return pdo_pool_session_of(conn) == PDO_POOL_SESSION_CLEAN;
}

static void reset(pdo_pool_conn_t *conn) /* may suspend */
{
	if (pdo_pool_set_up_session(conn, true) == FAILURE || !is_clean(conn)) {
		pdo_pool_conn_condemn(conn, PDO_POOL_RESET_FAILED);
	}
}

/* Does the driver reset the session in front of the next command? What PDO::ATTR_POOL_INIT says
 * may fail, and PHP code cannot be put into a command. */
static bool goes_ahead(pdo_pool_conn_t *conn)
{
	const zval *init = find_option(conn->pool, PDO_ATTR_POOL_INIT);
	HashTable statements;
	bool is_ahead;

	if ((init && Z_TYPE_P(init) != IS_NULL) || !is_clean(conn)) {
		return false;
	}
	zend_hash_init(&statements, 0, NULL, ZVAL_PTR_DTOR, false);
	pdo_pool_list_adopted(conn->pool, 0, &statements);
	is_ahead = conn->pool->hooks.reset_ahead(&conn->dbh, &statements);
	zend_hash_destroy(&statements);
	if (is_ahead) {
		conn->adopted_serial = conn->pool->adopted_serial;
		conn->is_reset_due = false;
		conn->pool->resets++;
	}
	return is_ahead;
}

PDO_API void pdo_pool_reset_failed(pdo_dbh_t *dbh)
{
	pdo_pool_conn_condemn(pdo_pool_conn_of(dbh), PDO_POOL_RESET_FAILED);
}

zend_result pdo_pool_reset_handed_over(pdo_pool_conn_t *conn)
{
	if (!conn->pool->hooks.can_reset(&conn->dbh)) {
		pdo_pool_conn_condemn(conn, PDO_POOL_DIRTY);
		return FAILURE;
	}
	if (goes_ahead(conn)) {
		return SUCCESS;
	}
	pdo_pool_run_limited(conn, reset);
	if (conn->close_reason == PDO_POOL_OPEN) {
		return SUCCESS;
	}
	/* Another connection may do; the coroutine did not ask for this one. */
	if (EG(exception) && !zend_async_is_cancelling()) {
		zend_clear_exception();
	}
	return FAILURE;
}

void pdo_pool_reset_left(pdo_pool_conn_t *conn)
{
	struct pdo_pool_methods *hooks = &conn->pool->hooks;

	if (conn->pool->config.reset == PDO_POOL_RESET_NONE) {
		hooks->accept_session(&conn->dbh);
		conn->had_deferred_stmts = false;
	} else if (hooks->can_reset(&conn->dbh)) {
		reset(conn);
		conn->is_as_new = true;
	}
	if (!is_clean(conn)) {
		pdo_pool_conn_condemn(conn, PDO_POOL_DIRTY);
	}
}
/* }}} */
