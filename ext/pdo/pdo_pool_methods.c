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
 * connection of the calling coroutine, calls the driver's method on it and lets go of it. Who
 * gets which connection is decided in pdo_pool_binding.c, what becomes of it afterwards in
 * pdo_pool_call.c. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* {{{ Beginning and end of a method */

/* What the method left in the connection is what PDO looks for in the template next. It is put
 * there after the release, during which other coroutines may use the template. false: its time was
 * over. */
static bool finish(pdo_dbh_t *dbh, pdo_dbh_t *conn) /* may suspend */
{
	const bool is_late = pdo_pool_end_limit(pdo_pool_conn_of(conn), NULL);
	pdo_error_type code;

	memcpy(code, conn->error_code[0] ? conn->error_code : PDO_ERR_NONE, sizeof(code));
	pdo_pool_maybe_release(conn);
	memcpy(dbh->error_code, code, sizeof(code));
	return !is_late;
}

/* After a statement was prepared. It pins the connection, whose fate is decided when it goes, or by
 * a call that could change something. */
static void finish_pinned(pdo_dbh_t *dbh, pdo_dbh_t *conn) /* may suspend */
{
	pdo_error_type code;

	memcpy(code, conn->error_code[0] ? conn->error_code : PDO_ERR_NONE, sizeof(code));
	pdo_pool_keep_error(pdo_pool_conn_of(conn));
	pdo_pool_leave(pdo_pool_conn_of(conn));
	memcpy(dbh->error_code, code, sizeof(code));
}

/* No connection: an exception says why, and PDO must not add an error that was another
 * coroutine's; or the transaction was lost, which PDO raises as any error of a driver. */
static pdo_dbh_t *begin(pdo_dbh_t *dbh, pdo_pool_binding_t *binding) /* may suspend */
{
	pdo_dbh_t *conn = pdo_pool_begin_call(dbh, binding);

	if (!conn && EG(exception)) {
		/* Not binding: its coroutine may have ended. */
		pdo_pool_keep_exception(pdo_pool_get_binding(dbh));
		memcpy(dbh->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
	} else if (!conn) {
		pdo_pool_report_lost_transaction(dbh, binding);
	}
	return conn;
}

static pdo_dbh_t *begin_call(pdo_dbh_t *dbh) /* may suspend */
{
	return begin(dbh, pdo_pool_get_binding(dbh));
}

/* The same for a text, which may be the one that ends a transaction that was lost. */
static pdo_dbh_t *begin_command(pdo_dbh_t *dbh, const zend_string *sql) /* may suspend */
{
	pdo_pool_binding_t *binding = pdo_pool_get_binding(dbh);

	if (UNEXPECTED(pdo_pool_has_lost_transaction(binding)) && pdo_pool_is_rollback(sql)) {
		pdo_pool_forget_lost_transaction(binding);
	}
	return begin(dbh, binding);
}
/* }}} */

/* {{{ Calls that need a connection */
static bool has_no_options(const zval *options)
{
	return !options || zend_hash_num_elements(Z_ARRVAL_P(options)) == 0;
}

static bool pool_preparer(pdo_dbh_t *dbh, zend_string *sql, pdo_stmt_t *stmt, zval *options)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	pdo_dbh_t *conn;
	bool prepared;

	if (UNEXPECTED(pool->line.is_open) && has_no_options(options)
			&& pdo_pool_may_roam(pool, sql)) {
		return pdo_pool_prepare_roaming(pool, sql, stmt);
	}
	conn = begin_command(dbh, sql);
	if (!conn) {
		return false;
	}
	/* Undone by php_pdo_free_statement(), for a statement that failed, too. */
	stmt->dbh = conn;
	stmt->is_pooled = 1;
	pdo_pool_pin(conn);
	prepared = conn->methods->preparer(conn, sql, stmt, options);
	if (stmt->methods) {
		pdo_pool_wrap_stmt(pool, stmt);
	}
	if (EXPECTED(prepared && !EG(exception)) && !pdo_pool_conn_of(conn)->is_limited) {
		finish_pinned(dbh, conn);
	} else {
		prepared = finish(dbh, conn) && prepared;
	}
	return prepared;
}

/* A server may end the session right behind the answer to BEGIN or COMMIT: what the answer said of
 * the transaction counts. */
static zend_long run_text(pdo_dbh_t *dbh, const zend_string *sql)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(dbh);
	const zend_long rows = dbh->methods->doer(dbh, sql);

	if (EXPECTED(rows != -1 && !EG(exception))) {
		conn->in_transaction = pdo_pool_is_in_transaction(conn);
	}
	return rows;
}

static zend_long pool_doer(pdo_dbh_t *dbh, const zend_string *sql)
{
	pdo_dbh_t *conn = begin_command(dbh, sql);
	zend_long rows;

	if (!conn) {
		return -1;
	}
	rows = run_text(conn, sql);
	finish(dbh, conn);
	return rows;
}

static zend_long adopting_doer(pdo_dbh_t *dbh, const zend_string *sql)
{
	pdo_dbh_t *conn = begin_command(dbh, sql);
	pdo_pool_adoption adoption;
	zend_long rows;

	if (!conn) {
		return -1;
	}
	adoption = pdo_pool_begin_adoption(pdo_pool_conn_of(conn));
	rows = run_text(conn, sql);
	pdo_pool_end_adoption(pdo_pool_conn_of(conn), &adoption, sql, rows != -1);
	finish(dbh, conn);
	return rows;
}

void pdo_pool_choose_doer(pdo_pool_t *pool)
{
	pool->methods.doer = pool->is_adopting ? adopting_doer : pool_doer;
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
		/* Also on a connection that was lost behind the answer. */
		conn->in_txn = pdo_pool_conn_of(conn)->in_transaction = true;
	}
	finish(dbh, conn);
	return begun;
}

/* The connection went while the transaction ended, which is over in any case. What became of a
 * COMMIT is for the error to say; a ROLLBACK has happened. */
static bool end_on_lost_connection(pdo_pool_conn_t *conn, bool commit)
{
	bool is_cancelled = zend_async_is_cancelling();

	if (!is_cancelled && pdo_pool_session_of(conn) != PDO_POOL_SESSION_BROKEN) {
		return false;
	}
	pdo_pool_conn_condemn(conn, is_cancelled ? PDO_POOL_INTERRUPTED : PDO_POOL_LOST);
	conn->in_transaction = false;
	if (EG(exception)) {
		return false;
	}
	if (commit) {
		memmove(conn->dbh.error_code, pdo_pool_code_of_loss(conn->dbh.error_code),
			sizeof(pdo_error_type));
		return false;
	}
	memcpy(conn->dbh.error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
	return true;
}

static bool end_lost_transaction(pdo_dbh_t *dbh, pdo_pool_binding_t *binding, bool commit)
{
	if (commit) {
		pdo_pool_report_lost_transaction(dbh, binding);
	}
	pdo_pool_forget_lost_transaction(binding);
	return !commit;
}

/* PDO has asked in_transaction before. */
static bool end_transaction(pdo_dbh_t *dbh, bool commit) /* may suspend */
{
	pdo_pool_binding_t *binding = pdo_pool_get_binding(dbh);
	pdo_dbh_t *conn = pdo_pool_begin_call(dbh, binding);
	bool ended;

	if (!conn) {
		memcpy(dbh->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
		return !EG(exception) && end_lost_transaction(dbh, binding, commit);
	}
	ended = commit ? conn->methods->commit(conn) : conn->methods->rollback(conn);
	ended = ended || end_on_lost_connection(pdo_pool_conn_of(conn), commit);
	if (ended) {
		/* Also on a connection that was lost behind the answer. */
		conn->in_txn = pdo_pool_conn_of(conn)->in_transaction = false;
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

	if (!binding) {
		return false;
	}
	if (UNEXPECTED(pdo_pool_has_lost_transaction(binding))) {
		return true;
	}
	/* A connection that is remembered only is idle, and so in no transaction; that of the parent
	 * process is not this one's. */
	if (!binding->conn || binding->conn->holder != binding
			|| pdo_pool_conn_is_foreign(binding->conn)) {
		return false;
	}
	return pdo_pool_session_of(binding->conn) == PDO_POOL_SESSION_BROKEN
		? binding->conn->in_transaction : pdo_pool_has_open_transaction(binding->conn);
}

/* From the connection that inserted, as long as the coroutine still has or finds it; else what
 * was kept when it went to another coroutine. */
static zend_string *pool_last_id(pdo_dbh_t *dbh, const zend_string *name)
{
	const pdo_pool_t *pool = pdo_pool_of_template(dbh);
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);
	pdo_dbh_t *conn;
	zend_string *id;

	if (binding && binding->is_id_lost && !name) {
		zend_throw_exception(pdo_exception_ce, "The id of the last insert is not known: its "
			"connection is gone, or was taken by another coroutine; insert and ask for the id in "
			"one transaction", 0);
		return NULL;
	}
	if (!binding || (!binding->conn && !name)) {
		return binding && binding->last_id ? zend_string_copy(binding->last_id) : ZSTR_CHAR('0');
	}
	if (!name && binding->conn->holder != binding && pool->id_is_local) {
		id = pool->hooks.local_id(&binding->conn->dbh);
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
zend_string *pdo_pool_quote_on_connection(pdo_dbh_t *dbh, const zend_string *text,
	enum pdo_param_type type)
{
	pdo_dbh_t *conn = begin_call(dbh);
	zend_string *quoted;

	if (!conn) {
		return NULL;
	}
	quoted = conn->methods->quoter(conn, text, type);
	finish(dbh, conn);
	return quoted;
}

static zend_string *pool_quoter(pdo_dbh_t *dbh, const zend_string *text, enum pdo_param_type type)
{
	return pdo_pool_of_template(dbh)->hooks.quoter(dbh, text, type);
}

static int pool_get_attribute(pdo_dbh_t *dbh, zend_long attr, zval *value)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	pdo_dbh_t *conn;
	int result;

	if (pdo_pool_is_attribute(attr)) {
		pdo_pool_get_own_attribute(pool, attr, value);
		return 1;
	}
	result = pool->hooks.get_attribute(dbh, attr, value);
	if (result != 0) {
		return result;
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
	setting->base.waits_for_transaction = true;
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
	/* While the constructor runs there is no pool yet; the connections get the attribute later. */
	if (pdo_pool_kind(dbh) != PDO_POOL_TEMPLATE) {
		return true;
	}
	if (pdo_pool_is_attribute(attr)) {
		pdo_raise_impl_error(dbh, NULL, "HY000",
			"PDO::ATTR_POOL_* attributes can be set in the constructor only");
		return false;
	}
	return record_attribute(dbh, attr, value);
}
/* }}} */

/* {{{ The rest */

/* What a coroutine of the pool's own uses just now does not go with the PDO object. */
static bool is_owned_by_object(const pdo_pool_conn_t *conn)
{
	return conn->depth == 0 && conn->dbh.driver
		&& (conn->state == PDO_POOL_CONN_IDLE || conn->state == PDO_POOL_CONN_HELD
			|| conn->state == PDO_POOL_CONN_LEFT
			|| (conn->state == PDO_POOL_CONN_CLEANING && !conn->has_cleaner_begun));
}

static void pool_get_gc(pdo_dbh_t *dbh, zend_get_gc_buffer *buffer)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	pdo_pool_setting *setting;

	zend_get_gc_buffer_add_zval(buffer, &pool->options);
	ZEND_HASH_FOREACH_PTR(&pool->settings, setting) {
		if (setting->get_gc && setting->refcount == 1) {
			setting->get_gc(setting, buffer);
		}
	} ZEND_HASH_FOREACH_END();
	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		if (conn->dbh.methods && conn->dbh.methods->get_gc && is_owned_by_object(conn)) {
			conn->dbh.methods->get_gc(&conn->dbh, buffer);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

static const zend_function_entry *pool_get_driver_methods(pdo_dbh_t *dbh, int kind)
{
	return pdo_pool_of_template(dbh)->driver_methods->get_driver_methods(dbh, kind);
}

void pdo_pool_init_methods(pdo_pool_t *pool)
{
	const struct pdo_dbh_methods *driver = pool->driver_methods;
	struct pdo_dbh_methods *methods = &pool->methods;

	pool->lost_methods = *driver;
	pool->lost_methods.fetch_err = pdo_pool_fetch_lost_error;
	methods->closer = pdo_pool_destroy;
	methods->preparer = pool_preparer;
	pdo_pool_choose_doer(pool);
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
