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

/* What a pooled PDO object does where an ordinary one calls its driver: each method finds the
 * connection of the calling coroutine, calls the driver's method on it and lets go of it. Who gets which
 * connection, and when it goes back, is decided in pdo_pool_binding.c.
 *
 * The methods of a statement need no connection found: the statement holds its own. They only see to it
 * that one coroutine at a time is inside. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"
#include "zend_weakrefs.h"

/* The end of a method. What it left in the connection is what PDO looks for in the template next; not before the
 * release, during which others may use the template. */
static void finish(pdo_dbh_t *dbh, pdo_dbh_t *conn) /* may suspend */
{
	pdo_error_type code;

	memcpy(code, conn->error_code[0] ? conn->error_code : PDO_ERR_NONE, sizeof(code));
	pdo_pool_maybe_release(conn);
	memcpy(dbh->error_code, code, sizeof(code));
}

/* No connection: the exception says why, and PDO must not add an error that was another's. */
static pdo_dbh_t *begin_call(pdo_dbh_t *dbh) /* may suspend */
{
	pdo_dbh_t *conn = pdo_pool_acquire_conn(dbh);

	if (!conn) {
		memcpy(dbh->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
	}
	return conn;
}

/* {{{ Statements */

/* The driver's table of the pool that a statement belongs to. */
static const struct pdo_stmt_methods *driver_of(const pdo_stmt_t *stmt)
{
	return pdo_pool_conn_of(stmt->dbh)->pool->driver_stmt_methods;
}

/* The statement is half freed while its driver waits: nobody may get hold of it any more. */
static void drop_weak_references(zend_object *object)
{
	if (UNEXPECTED(GC_FLAGS(object) & IS_OBJ_WEAKLY_REFERENCED)) {
		zend_weakrefs_notify(object);
		GC_DEL_FLAGS(object, IS_OBJ_WEAKLY_REFERENCED);
	}
}

static int stmt_dtor(pdo_stmt_t *stmt) /* may suspend */
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);
	int result;

	drop_weak_references(&stmt->std);
	if (conn->users > 0 && conn->user != pdo_pool_current() && !pdo_pool_is_foreign(&conn->dbh)) {
		pdo_pool_free_stmt_later(conn, stmt);
		return 1;
	}
	conn->user = pdo_pool_current();
	conn->users++;
	result = driver_of(stmt)->dtor(stmt);
	pdo_pool_leave(conn);
	return result;
}

/* Where PDO looks at the statement's error after a failure, there is none: the exception says it. */
static bool stmt_enter(pdo_stmt_t *stmt)
{
	return pdo_pool_enter(pdo_pool_conn_of(stmt->dbh));
}

static int stmt_execute(pdo_stmt_t *stmt)
{
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->executer(stmt);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_fetch(pdo_stmt_t *stmt, enum pdo_fetch_orientation ori, zend_long offset)
{
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->fetcher(stmt, ori, offset);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_get_col(pdo_stmt_t *stmt, int colno, zval *result, enum pdo_param_type *type)
{
	int found;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	found = driver_of(stmt)->get_col(stmt, colno, result, type);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return found;
}

static int stmt_param_hook(pdo_stmt_t *stmt, struct pdo_bound_param_data *param, enum pdo_param_event event)
{
	int result;

	/* Freeing parameters is part of freeing the statement. */
	if (event == PDO_PARAM_EVT_FREE) {
		return driver_of(stmt)->param_hook(stmt, param, event);
	}
	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->param_hook(stmt, param, event);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_set_attribute(pdo_stmt_t *stmt, zend_long attr, zval *value)
{
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->set_attribute(stmt, attr, value);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_get_attribute(pdo_stmt_t *stmt, zend_long attr, zval *value)
{
	int result;

	if (!stmt_enter(stmt)) {
		return -1;
	}
	result = driver_of(stmt)->get_attribute(stmt, attr, value);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_get_column_meta(pdo_stmt_t *stmt, zend_long colno, zval *meta)
{
	int result;

	if (!stmt_enter(stmt)) {
		return FAILURE;
	}
	result = driver_of(stmt)->get_column_meta(stmt, colno, meta);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_next_rowset(pdo_stmt_t *stmt)
{
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->next_rowset(stmt);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

static int stmt_close_cursor(pdo_stmt_t *stmt)
{
	int result;

	if (!stmt_enter(stmt)) {
		return 0;
	}
	result = driver_of(stmt)->cursor_closer(stmt);
	pdo_pool_leave(pdo_pool_conn_of(stmt->dbh));
	return result;
}

/* A method that the driver lacks stays NULL: PDO asks for that. The describer works on what execution
 * has brought and is called in between. */
static void wrap_stmt_methods(pdo_pool_t *pool, const struct pdo_stmt_methods *driver)
{
	struct pdo_stmt_methods *methods = &pool->stmt_methods;

	pool->driver_stmt_methods = driver;
	*methods = *driver;
#define WRAP(method, function) methods->method = driver->method ? function : NULL
	WRAP(dtor, stmt_dtor);
	WRAP(executer, stmt_execute);
	WRAP(fetcher, stmt_fetch);
	WRAP(get_col, stmt_get_col);
	WRAP(param_hook, stmt_param_hook);
	WRAP(set_attribute, stmt_set_attribute);
	WRAP(get_attribute, stmt_get_attribute);
	WRAP(get_column_meta, stmt_get_column_meta);
	WRAP(next_rowset, stmt_next_rowset);
	WRAP(cursor_closer, stmt_close_cursor);
#undef WRAP
}

static bool pool_preparer(pdo_dbh_t *dbh, zend_string *sql, pdo_stmt_t *stmt, zval *options)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	pdo_dbh_t *conn = begin_call(dbh);
	bool prepared;

	if (!conn) {
		return false;
	}
	/* Undone by php_pdo_free_statement(), for a statement that failed, too. */
	stmt->dbh = conn;
	stmt->is_pooled = 1;
	pdo_pool_pin(conn);
	prepared = conn->methods->preparer(conn, sql, stmt, options);
	if (stmt->methods) {
		if (!pool->driver_stmt_methods) {
			wrap_stmt_methods(pool, stmt->methods);
		}
		ZEND_ASSERT(stmt->methods == pool->driver_stmt_methods && "A driver has one kind of statement");
		stmt->methods = &pool->stmt_methods;
	}
	finish(dbh, conn);
	return prepared;
}
/* }}} */

/* {{{ Calls that need a connection */
static zend_long pool_doer(pdo_dbh_t *dbh, const zend_string *sql)
{
	pdo_dbh_t *conn = begin_call(dbh);
	zend_long rows;

	if (!conn) {
		return -1;
	}
	rows = conn->methods->doer(conn, sql);
	finish(dbh, conn);
	return rows;
}

static bool pool_begin(pdo_dbh_t *dbh)
{
	pdo_dbh_t *conn = begin_call(dbh);
	bool begun;

	if (!conn) {
		return false;
	}
	begun = conn->methods->begin(conn);
	if (begun) {
		conn->in_txn = true;
	}
	finish(dbh, conn);
	return begun;
}

/* PDO has asked in_transaction before. */
static bool end_transaction(pdo_dbh_t *dbh, bool commit)
{
	pdo_dbh_t *conn = begin_call(dbh);
	bool ended;

	if (!conn) {
		return false;
	}
	ended = commit ? conn->methods->commit(conn) : conn->methods->rollback(conn);
	if (ended) {
		conn->in_txn = false;
	}
	finish(dbh, conn);
	return ended;
}

static bool pool_commit(pdo_dbh_t *dbh)
{
	return end_transaction(dbh, true);
}

static bool pool_rollback(pdo_dbh_t *dbh)
{
	return end_transaction(dbh, false);
}
/* }}} */

/* {{{ Calls that take no new connection */
static bool pool_in_transaction(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);

	/* A connection that is remembered only is idle, and so in no transaction. */
	return binding && binding->conn && binding->conn->holder == binding
		&& pdo_pool_is_in_transaction(binding->conn);
}

/* From the connection that inserted, as long as the coroutine still has or finds it; else what was
 * put down when it went to somebody else. */
static zend_string *pool_last_id(pdo_dbh_t *dbh, const zend_string *name)
{
	const struct pdo_pool_methods *hooks = pdo_pool_of_template(dbh)->driver_methods->pool;
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);
	pdo_dbh_t *conn;
	zend_string *id;

	if (binding && binding->is_id_lost && !name) {
		zend_throw_exception(pdo_exception_ce, "The id of the last insert is not known: its connection was closed or lost; insert "
			"and ask for the id in one transaction", 0);
		return NULL;
	}
	if (!binding || (!binding->conn && !name)) {
		return binding && binding->last_id ? zend_string_copy(binding->last_id) : ZSTR_CHAR('0');
	}
	if (!name && binding->conn->holder != binding && hooks && hooks->local_id) {
		id = hooks->local_id(&binding->conn->dbh);
		return id ? id : ZSTR_CHAR('0');
	}
	conn = begin_call(dbh);
	if (!conn) {
		return NULL;
	}
	id = conn->methods->last_id(conn, name);
	finish(dbh, conn);
	return id;
}
/* }}} */

/* {{{ Quoting and attributes */
static zend_string *pool_quoter(pdo_dbh_t *dbh, const zend_string *text, enum pdo_param_type type)
{
	const struct pdo_pool_methods *hooks = pdo_pool_of_template(dbh)->driver_methods->pool;
	pdo_dbh_t *conn;
	zend_string *quoted;

	if (hooks && hooks->quoter) {
		return hooks->quoter(dbh, text, type);
	}
	conn = begin_call(dbh);
	if (!conn) {
		return NULL;
	}
	quoted = conn->methods->quoter(conn, text, type);
	finish(dbh, conn);
	return quoted;
}

static int pool_get_attribute(pdo_dbh_t *dbh, zend_long attr, zval *value)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	const struct pdo_pool_methods *hooks = pool->driver_methods->pool;
	pdo_dbh_t *conn;
	int result = 0;

	if (pdo_pool_is_attribute(attr)) {
		pdo_pool_get_own_attribute(pool, attr, value);
		return 1;
	}
	if (hooks && hooks->get_attribute) {
		result = hooks->get_attribute(dbh, attr, value);
		if (result != 0) {
			return result;
		}
	}
	conn = begin_call(dbh);
	if (!conn) {
		return -1;
	}
	result = conn->methods->get_attribute(conn, attr, value);
	finish(dbh, conn);
	return result;
}

typedef struct _attribute_setting {
	pdo_pool_setting base;
	zend_long attr;
	zval value;
} attribute_setting;

static bool attribute_apply(pdo_dbh_t *dbh, pdo_pool_setting *base)
{
	attribute_setting *setting = (attribute_setting *) base;
	zval value;
	bool done;

	/* A driver may convert it in place. */
	ZVAL_COPY(&value, &setting->value);
	done = dbh->methods->set_attribute(dbh, setting->attr, &value);
	zval_ptr_dtor(&value);
	return done;
}

static void attribute_free(pdo_pool_setting *base)
{
	attribute_setting *setting = (attribute_setting *) base;

	zval_ptr_dtor(&setting->value);
	efree(setting);
}

static void attribute_get_gc(pdo_pool_setting *base, zend_get_gc_buffer *buffer)
{
	zend_get_gc_buffer_add_zval(buffer, &((attribute_setting *) base)->value);
}

static bool record_attribute(pdo_dbh_t *dbh, zend_long attr, zval *value) /* may suspend */
{
	attribute_setting *setting = ecalloc(1, sizeof(*setting));
	zend_string *name = strpprintf(0, "attribute " ZEND_LONG_FMT, attr);
	bool done;

	setting->base.apply = attribute_apply;
	setting->base.free = attribute_free;
	setting->base.get_gc = attribute_get_gc;
	setting->attr = attr;
	ZVAL_COPY(&setting->value, value);

	done = pdo_pool_configure(dbh, name, &setting->base);
	pdo_pool_load_error(dbh);
	if (dbh->error_code[0] == '\0') {
		memcpy(dbh->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
	}
	zend_string_release(name);
	return done;
}

static bool pool_set_attribute(pdo_dbh_t *dbh, zend_long attr, zval *value)
{
	pdo_pool_t *pool = dbh->pool_connections ? pdo_pool_of_template(dbh) : NULL;

	/* While the constructor runs there is no pool yet; the connections get the attribute later. */
	if (!pool) {
		return true;
	}
	if (pdo_pool_is_attribute(attr)) {
		pdo_raise_impl_error(dbh, NULL, "HY000", "PDO::ATTR_POOL_* attributes can be set in the constructor only");
		return false;
	}
	return record_attribute(dbh, attr, value);
}
/* }}} */

/* {{{ The rest */
static void pool_get_gc(pdo_dbh_t *dbh, zend_get_gc_buffer *buffer)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	pdo_pool_setting *setting;

	zend_get_gc_buffer_add_zval(buffer, &pool->options);
	/* What a coroutine of the pool's own uses just now does not go with the PDO object. */
	ZEND_HASH_FOREACH_PTR(&pool->settings, setting) {
		if (setting->get_gc && setting->refcount == 1) {
			setting->get_gc(setting, buffer);
		}
	} ZEND_HASH_FOREACH_END();
	for (pdo_pool_conn_t *conn = pool->conns; conn; conn = conn->next) {
		if (conn->dbh.driver && conn->dbh.methods->get_gc && !conn->in_hook && !conn->cleaner && conn->users == 0) {
			conn->dbh.methods->get_gc(&conn->dbh, buffer);
		}
	}
}

static const zend_function_entry *pool_get_driver_methods(pdo_dbh_t *dbh, int kind)
{
	return pdo_pool_of_template(dbh)->driver_methods->get_driver_methods(dbh, kind);
}

void pdo_pool_init_methods(pdo_pool_t *pool)
{
	const struct pdo_dbh_methods *driver = pool->driver_methods;
	struct pdo_dbh_methods *methods = &pool->methods;

	methods->closer = pdo_pool_destroy;
	methods->preparer = pool_preparer;
	methods->doer = pool_doer;
	methods->fetch_err = pdo_pool_fetch_error;
	methods->in_transaction = pool_in_transaction;
	methods->get_gc = pool_get_gc;
	methods->scanner = driver->scanner;
	/* PDO tells the user that the driver cannot do it when one of these is missing. */
#define PASS(method, function) methods->method = driver->method ? function : NULL
	PASS(quoter, pool_quoter);
	PASS(begin, pool_begin);
	PASS(commit, pool_commit);
	PASS(rollback, pool_rollback);
	PASS(last_id, pool_last_id);
	PASS(get_driver_methods, pool_get_driver_methods);
	/* The attributes of the pool are there with every driver. */
	methods->get_attribute = pool_get_attribute;
	PASS(set_attribute, pool_set_attribute);
#undef PASS
}
/* }}} */
