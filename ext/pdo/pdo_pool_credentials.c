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

/* PDO::ATTR_POOL_CREDENTIALS: the user and the password of each connection are asked for when it is
 * made, because tokens expire. Nothing here keeps them, and no message tells them. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

zend_result pdo_pool_check_credentials(zval *value)
{
	if (Z_TYPE_P(value) == IS_NULL || zend_is_callable(value, 0, NULL)) {
		return SUCCESS;
	}
	zend_value_error("PDO::ATTR_POOL_CREDENTIALS must be a valid callback or null");
	return FAILURE;
}

static bool is_string_or_null(const zval *value)
{
	return value && (Z_TYPE_P(value) == IS_STRING || Z_TYPE_P(value) == IS_NULL);
}

static void replace(char **credential, const zval *value)
{
	if (*credential) {
		ZEND_SECURE_ZERO(*credential, strlen(*credential));
		efree(*credential);
	}
	*credential = Z_TYPE_P(value) == IS_STRING
		? estrndup(Z_STRVAL_P(value), Z_STRLEN_P(value)) : NULL;
}

static zend_result use_answer(pdo_dbh_t *dbh, zval *answer)
{
	zval *user = NULL, *password = NULL;

	if (Z_TYPE_P(answer) == IS_ARRAY && zend_hash_num_elements(Z_ARRVAL_P(answer)) == 2) {
		user = zend_hash_index_find_deref(Z_ARRVAL_P(answer), 0);
		password = zend_hash_index_find_deref(Z_ARRVAL_P(answer), 1);
	}
	if (!is_string_or_null(user) || !is_string_or_null(password)) {
		zend_type_error("The callback PDO::ATTR_POOL_CREDENTIALS must return an array of user and "
			"password, each a string or null");
		return FAILURE;
	}
	replace(&dbh->username, user);
	replace(&dbh->password, password);
	return SUCCESS;
}

/* A connection that is being made; the callback may wait. */
zend_result pdo_pool_ask_credentials(pdo_pool_conn_t *conn)
{
	zend_result result = FAILURE;
	zval callback, answer;

	pdo_pool_copy_option(conn->pool, PDO_ATTR_POOL_CREDENTIALS, &callback);
	if (Z_TYPE(callback) == IS_NULL) {
		return SUCCESS;
	}
	if (pdo_pool_call_back(&callback, &answer, 0, NULL) == SUCCESS) {
		result = use_answer(&conn->dbh, &answer);
	}
	/* With it went what the driver needs to connect. */
	if (result == SUCCESS && !conn->pool->config.object) {
		zend_throw_exception(pdo_exception_ce, "The PDO object is gone", 0);
		result = FAILURE;
	}
	zval_ptr_dtor(&answer);
	zval_ptr_dtor(&callback);
	return result;
}
