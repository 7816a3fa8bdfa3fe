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

static void set_state(pdo_pool_binding_t *binding, const char *code)
{
	memcpy(binding->error_code, code, sizeof(pdo_error_type));
	zval_ptr_dtor(&binding->error_info);
	ZVAL_UNDEF(&binding->error_info);
}

/* Read from the driver at once: the next call on the connection, whoever makes it, overwrites it. */
static void set_state_from(pdo_pool_binding_t *binding, pdo_dbh_t *conn, pdo_stmt_t *stmt)
{
	set_state(binding, stmt ? stmt->error_code : conn->error_code);
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
		set_state(binding, PDO_ERR_NONE);
	} else {
		set_state_from(binding, &conn->dbh, NULL);
	}
	conn->dbh.error_code[0] = '\0';
}

void pdo_pool_keep_stmt_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	if (!stmt->dbh->pool_connections && strcmp(stmt->error_code, PDO_ERR_NONE) != 0) {
		set_state_from(pdo_pool_get_binding(dbh), stmt->dbh, stmt);
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

/* An error that PDO itself has found. As with an ordinary handle, errorInfo() has what the driver still knows of the
 * coroutine's last failure behind the code. */
void pdo_pool_store_error(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_get_binding(dbh);
	const struct pdo_pool_methods *hooks = binding->pool->driver_methods->pool;
	pdo_dbh_t *conn = pdo_pool_peek_conn(dbh);

	set_state(binding, dbh->error_code);
	if (conn && hooks && hooks->exchange_warning_count && conn->methods->fetch_err
			&& strcmp(dbh->error_code, PDO_ERR_NONE) != 0) {
		array_init(&binding->error_info);
		conn->methods->fetch_err(conn, NULL, &binding->error_info);
	}
}

PDO_API void pdo_pool_reset_error(pdo_dbh_t *dbh)
{
	pdo_pool_binding_t *binding = pdo_pool_current() ? pdo_pool_find_binding(dbh) : pdo_pool_get_binding(dbh);

	if (binding) {
		set_state(binding, PDO_ERR_NONE);
	}
}

void pdo_pool_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info)
{
	pdo_pool_binding_t *binding = pdo_pool_find_binding(dbh);
	zval *item;

	if (!binding || Z_ISUNDEF(binding->error_info)) {
		return;
	}
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL(binding->error_info), item) {
		Z_TRY_ADDREF_P(item);
		add_next_index_zval(info, item);
	} ZEND_HASH_FOREACH_END();
}

bool pdo_pool_is_cancelled(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;

	return coroutine && EG(exception) && (coroutine->flags & ZEND_COROUTINE_F_CANCEL_REQUESTED);
}
