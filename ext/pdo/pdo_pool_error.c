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

/* The error state of a pooled PDO object. It belongs to the coroutine, although PDO keeps it in the
 * handle: the template holds it for the moment of one call only. Nothing here decides what is an
 * error, or raises one. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

void pdo_pool_forget_exception(zend_object *in_flight)
{
	zend_object *thrown = EG(exception);

	if (EXPECTED(thrown == in_flight)) {
		return;
	}
	if (!in_flight) {
		zend_clear_exception();
		return;
	}
	/* It is the previous one of what was thrown. */
	EG(exception) = in_flight;
	GC_ADDREF(in_flight);
	OBJ_RELEASE(thrown);
}

void pdo_pool_begin_silence(pdo_pool_silence *silence)
{
	silence->in_flight = EG(exception);
	zend_replace_error_handling(EH_THROW, zend_ce_error_exception, &silence->handling);
}

void pdo_pool_end_silence(pdo_pool_silence *silence)
{
	zend_restore_error_handling(&silence->handling);
	if (EG(exception) && EG(exception) != silence->in_flight
			&& EG(exception)->ce == zend_ce_error_exception) {
		pdo_pool_forget_exception(silence->in_flight);
	}
}

zend_result pdo_pool_call_back(zval *callable, zval *result, uint32_t count, zval *arguments)
{
	zend_error_handling constructor;

	ZVAL_UNDEF(result);
	zend_replace_error_handling(EH_NORMAL, NULL, &constructor);
	call_user_function(NULL, NULL, callable, result, count, arguments);
	zend_restore_error_handling(&constructor);
	return EG(exception) ? FAILURE : SUCCESS;
}

void pdo_pool_set_error(pdo_pool_binding_t *binding, const char *code, zval *info)
{
	zval old = binding->error_info;

	memmove(binding->error_code, code, sizeof(pdo_error_type));
	if (info) {
		ZVAL_COPY(&binding->error_info, info);
	} else {
		ZVAL_UNDEF(&binding->error_info);
	}
	zval_ptr_dtor(&old);
}

static void set_error_code(pdo_pool_binding_t *binding, const char *code)
{
	pdo_pool_set_error(binding, code, NULL);
}

/* Read from the driver at once: the next call on the connection, whoever makes it, overwrites
 * it. */
static void set_error_from(pdo_pool_binding_t *binding, pdo_dbh_t *conn, pdo_stmt_t *stmt)
{
	set_error_code(binding, stmt ? stmt->error_code : conn->error_code);
	if (conn->methods->fetch_err) {
		array_init(&binding->error_info);
		conn->methods->fetch_err(conn, stmt, &binding->error_info);
	}
}

void pdo_pool_keep_error(pdo_pool_conn_t *conn)
{
	pdo_pool_binding_t *binding = conn->holder;
	const char *code = conn->dbh.error_code;

	/* Empty: the call has neither cleared nor set it. */
	if (!binding || code[0] == '\0') {
		return;
	}
	if (strcmp(code, PDO_ERR_NONE) == 0) {
		set_error_code(binding, PDO_ERR_NONE);
	} else {
		set_error_from(binding, &conn->dbh, NULL);
	}
	conn->dbh.error_code[0] = '\0';
}

void pdo_pool_keep_stmt_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	if (pdo_pool_kind(stmt->dbh) == PDO_POOL_CONNECTION
			&& strcmp(stmt->error_code, PDO_ERR_NONE) != 0) {
		set_error_from(pdo_pool_get_binding(dbh), stmt->dbh, stmt);
	}
}

void pdo_pool_load_error(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);

	if (binding) {
		memcpy(dbh->error_code, binding->error_code, sizeof(pdo_error_type));
	} else if (pdo_pool_current()) {
		memcpy(dbh->error_code, PDO_ERR_NONE, sizeof(PDO_ERR_NONE));
	} else {
		dbh->error_code[0] = '\0';
	}
}

/* An error that PDO itself has found. As with an ordinary handle, errorInfo() has behind the
 * code what the driver still knows of the coroutine's last failure. */
void pdo_pool_store_error(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_get_binding(dbh);
	pdo_dbh_t *conn = pdo_pool_peek_conn(dbh);

	set_error_code(binding, dbh->error_code);
	if (conn && binding->pool->hooks.forgets_failure && conn->methods->fetch_err
			&& strcmp(dbh->error_code, PDO_ERR_NONE) != 0) {
		array_init(&binding->error_info);
		conn->methods->fetch_err(conn, NULL, &binding->error_info);
	}
}

PDO_API void pdo_pool_reset_error(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_current()
		? pdo_pool_find_binding(dbh) : pdo_pool_get_binding(dbh);

	if (binding) {
		set_error_code(binding, PDO_ERR_NONE);
	}
}

void pdo_pool_append_error_info(zval *to, const zval *info)
{
	zval *item;

	if (Z_TYPE_P(info) != IS_ARRAY) {
		return;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(info), item) {
		Z_TRY_ADDREF_P(item);
		add_next_index_zval(to, item);
	} ZEND_HASH_FOREACH_END();
}

void pdo_pool_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info)
{
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);

	if (binding) {
		pdo_pool_append_error_info(info, &binding->error_info);
	}
}

/* {{{ Exceptions */

/* A cancellation says nothing of the database. */
void pdo_pool_keep_exception(pdo_pool_binding_t *binding)
{
	zend_object *exception = EG(exception);
	zval rv, *all, *code, *item, info;
	zend_ulong i;

	if (!instanceof_function(exception->ce, pdo_exception_ce)) {
		return;
	}
	all = zend_read_property(pdo_exception_ce, exception, ZEND_STRL("errorInfo"), true, &rv);
	ZVAL_DEREF(all);
	code = Z_TYPE_P(all) == IS_ARRAY ? zend_hash_index_find_deref(Z_ARRVAL_P(all), 0) : NULL;
	if (!code || Z_TYPE_P(code) != IS_STRING || Z_STRLEN_P(code) != sizeof(pdo_error_type) - 1) {
		return;
	}
	array_init(&info);
	ZEND_HASH_FOREACH_NUM_KEY_VAL(Z_ARRVAL_P(all), i, item) {
		if (i > 0) {
			Z_TRY_ADDREF_P(item);
			add_next_index_zval(&info, item);
		}
	} ZEND_HASH_FOREACH_END();
	pdo_pool_set_error(binding, Z_STRVAL_P(code), &info);
	zval_ptr_dtor(&info);
}

static void set_error_info(zend_object *exception, const char *code, zval *info)
{
	zval all;

	array_init(&all);
	add_next_index_string(&all, code);
	if (info) {
		pdo_pool_append_error_info(&all, info);
	}
	zend_update_property(pdo_exception_ce, exception, ZEND_STRL("errorInfo"), &all);
	zval_ptr_dtor(&all);
}

void pdo_pool_throw(const char *code, const char *message, zval *info)
{
	const char *description = pdo_sqlstate_state_to_description((char *) code);
	zend_object *exception = zend_throw_exception_ex(pdo_exception_ce, 0, "SQLSTATE[%s]: %s: %s",
		code, description ? description : "Unknown error", message);

	/* It was freed when exit() unwinds. */
	if (UNEXPECTED(EG(exception) != exception)) {
		return;
	}
	zend_update_property_string(zend_ce_exception, exception, ZEND_STRL("code"), code);
	set_error_info(exception, code, info);
}

/* By name: PDO does not know the extension that implements the pool. */
static bool is_a(const zend_object *object, const char *lower_name, size_t length)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(EG(class_table), lower_name, length);
	return ce && instanceof_function(object->ce, ce);
}

void pdo_pool_explain_refusal(const pdo_pool_t *pool)
{
	zend_object *cause = EG(exception);
	zend_string *message;
	zval rv, info;

	if (!cause || !is_a(cause, ZEND_STRL("async\\asyncexception"))) {
		return;
	}
	message = zval_get_string(zend_read_property_ex(cause->ce, cause, ZSTR_KNOWN(ZEND_STR_MESSAGE),
		true, &rv));
	pdo_pool_log(pool, "%s", ZSTR_VAL(message));
	array_init(&info);
	add_next_index_long(&info, 0);
	add_next_index_str(&info, zend_string_copy(message));
	/* Thrown on top of it, so that it becomes the previous one. */
	pdo_pool_throw(is_a(cause, ZEND_STRL("async\\pooltimeoutexception")) ? "HYT00" : "08004",
		ZSTR_VAL(message), &info);
	zval_ptr_dtor(&info);
	zend_string_release(message);
}
/* }}} */
