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

/* Transactions that were lost with their connection. The coroutine must hear of it: until it
 * ends the transaction with rollBack(), the text ROLLBACK or commit(), inTransaction() is true
 * and all its calls fail with the error that ended it, so that nothing of the transaction
 * reaches a fresh connection, where it would be committed at once, and no commit() succeeds for
 * nothing. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* Of the connection, whatever else the server or the driver calls it. */
#define CONNECTION_FAILED_IN_TRANSACTION "08007"

/* {{{ The error */
const char *pdo_pool_code_of_loss(const char *code)
{
	return strncmp(code, "08", 2) == 0 || strncmp(code, "40", 2) == 0
		? code : CONNECTION_FAILED_IN_TRANSACTION;
}

/* What the driver adds to errorInfo(): its own code and text, of the call that found out. It has
 * none for a call that was cancelled. */
static void read_failure(pdo_pool_conn_t *conn, pdo_stmt_t *stmt, zval *info)
{
	/* A call that took too long. */
	if (Z_TYPE(conn->lost_info) == IS_ARRAY) {
		ZVAL_DUP(info, &conn->lost_info);
		return;
	}
	array_init(info);
	if (conn->close_reason != PDO_POOL_INTERRUPTED && conn->dbh.methods->fetch_err) {
		conn->dbh.methods->fetch_err(&conn->dbh, stmt, info);
	}
}

static const char *code_of_failure(pdo_pool_binding_t *binding, const pdo_stmt_t *stmt)
{
	return pdo_pool_code_of_loss(stmt ? stmt->error_code : binding->error_code);
}

static void explain(zval *info)
{
	zval *text = zend_hash_index_find(Z_ARRVAL_P(info), 1);
	zend_string *explained = text && Z_TYPE_P(text) == IS_STRING && Z_STRLEN_P(text) > 0
		? strpprintf(0, "The transaction was lost with its connection: %s", Z_STRVAL_P(text))
		: ZSTR_INIT_LITERAL("The transaction was lost with its connection", false);

	if (!zend_hash_index_exists(Z_ARRVAL_P(info), 0)) {
		add_index_long(info, 0, 0);
	}
	add_index_str(info, 1, explained);
}

void pdo_pool_lose_transaction(pdo_pool_conn_t *conn, pdo_stmt_t *stmt)
{
	pdo_pool_binding_t *binding = conn->holder;

	if (pdo_pool_has_lost_transaction(binding)) {
		return;
	}
	pdo_pool_forget_lost_transaction(binding);
	binding->lost_in_generation = pdo_pool_forks;
	memcpy(binding->lost_code, code_of_failure(binding, stmt), sizeof(pdo_error_type));
	read_failure(conn, stmt, &binding->lost_info);
	explain(&binding->lost_info);
	/* Its statements say the same from now on. */
	zval_ptr_dtor(&conn->lost_info);
	ZVAL_COPY(&conn->lost_info, &binding->lost_info);
	conn->dbh.methods = &conn->pool->lost_methods;
}

void pdo_pool_fetch_lost_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info)
{
	pdo_pool_append_error_info(info, &pdo_pool_conn_of(dbh)->lost_info);
}
/* }}} */

/* {{{ Telling it */
void pdo_pool_forget_lost_transaction(pdo_pool_binding_t *binding)
{
	zval_ptr_dtor(&binding->lost_info);
	ZVAL_UNDEF(&binding->lost_info);
}

void pdo_pool_report_lost_transaction(pdo_dbh_t *dbh, pdo_pool_binding_t *binding)
{
	memcpy(dbh->error_code, binding->lost_code, sizeof(pdo_error_type));
	pdo_pool_set_error(binding, binding->lost_code, &binding->lost_info);
}

bool pdo_pool_report_lost_stmt(pdo_stmt_t *stmt)
{
	pdo_pool_conn_t *conn = pdo_pool_conn_of(stmt->dbh);
	pdo_dbh_t *template = conn->pool->dbh;
	pdo_pool_binding_t *binding;

	if (Z_TYPE(conn->lost_info) == IS_UNDEF || !template || !template->pool_connections) {
		return false;
	}
	binding = pdo_pool_find_binding(template);
	if (!binding || !pdo_pool_has_lost_transaction(binding)) {
		return false;
	}
	memcpy(stmt->error_code, binding->lost_code, sizeof(pdo_error_type));
	return true;
}

void pdo_pool_throw_lost_transaction(pdo_pool_binding_t *binding)
{
	zval *text = zend_hash_index_find(Z_ARRVAL(binding->lost_info), 1);

	pdo_pool_throw(binding->lost_code, Z_STRVAL_P(text), &binding->lost_info);
}
/* }}} */

/* {{{ The text ROLLBACK */
static const char *skip_blanks(const char *text)
{
	return text + strspn(text, " \t\r\n\f\v");
}

/* Behind the word if the text begins with it, else where it was. */
static const char *skip_word(const char *text, const char *word)
{
	size_t length = strlen(word);

	return strncasecmp(text, word, length) == 0 && !isalnum((unsigned char) text[length])
		&& text[length] != '_' ? skip_blanks(text + length) : text;
}

bool pdo_pool_is_rollback(const zend_string *sql)
{
	const char *start = skip_blanks(ZSTR_VAL(sql));
	const char *text = skip_word(start, "ROLLBACK");

	if (text == start) {
		return false;
	}
	text = skip_word(text, "WORK");
	text = skip_word(text, "TRANSACTION");
	if (*text == ';') {
		text = skip_blanks(text + 1);
	}
	return text == ZSTR_VAL(sql) + ZSTR_LEN(sql);
}
/* }}} */
