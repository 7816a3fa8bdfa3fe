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

/* What a connect that failed says about the server: whether it is there, whether it would refuse
 * the same again, whether it only has no place. What follows from that is the business of the async
 * pool. What fails before the driver connects, or after it has, says nothing. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* Class 28 is authentication; 3D000: the database does not exist; 53300: too many connections. */
PDO_API zend_async_pool_failure pdo_pool_judge_sqlstate(const char *sqlstate, zend_long code,
	const char *message)
{
	if (strncmp(sqlstate, "28", 2) == 0 || strcmp(sqlstate, "3D000") == 0) {
		return ZEND_ASYNC_POOL_REJECTED;
	}
	return strcmp(sqlstate, "53300") == 0 ? ZEND_ASYNC_POOL_FULL : ZEND_ASYNC_POOL_UNREACHABLE;
}

PDO_API zend_async_pool_failure pdo_pool_judge_mysql_error(zend_long code)
{
	switch (code) {
		case 1040: /* too many connections */
		case 1203: /* too many of this user, says the server's setting */
		case 1226: /* or the account's */
			return ZEND_ASYNC_POOL_FULL;
		case 1044: /* no access to the database */
		case 1045: /* wrong user or password */
		case 1049: /* unknown database */
		case 1130: /* not from this host */
		case 1698: /* no password will do */
			return ZEND_ASYNC_POOL_REJECTED;
		default:
			return ZEND_ASYNC_POOL_UNREACHABLE;
	}
}

PDO_API void pdo_pool_refused_with(pdo_dbh_t *dbh, const char *sqlstate)
{
	if (pdo_pool_kind(dbh) == PDO_POOL_CONNECTION) {
		pdo_pool_conn_t *conn = pdo_pool_conn_of(dbh);
		strlcpy(conn->refused_with, sqlstate, sizeof(conn->refused_with));
	}
}

/* The n-th element of errorInfo, or what an exception without that has in a property. */
static const zval *read_error(zend_object *error, zend_ulong n, const char *property)
{
	zval rv, *info = zend_read_property(pdo_exception_ce, error, ZEND_STRL("errorInfo"), true, &rv);
	const zval *found = NULL;

	ZVAL_DEREF(info);
	if (Z_TYPE_P(info) == IS_ARRAY) {
		found = zend_hash_index_find_deref(Z_ARRVAL_P(info), n);
	}
	return found ? found
		: zend_read_property(zend_ce_exception, error, property, strlen(property), true, &rv);
}

static const char *string_or_nothing(const zval *value)
{
	return Z_TYPE_P(value) == IS_STRING ? Z_STRVAL_P(value) : "";
}

/* "HY000", or at the beginning of the message: "SQLSTATE[HY000] ...". */
static void copy_sqlstate(const char *from, pdo_error_type sqlstate)
{
	static const char prefix[] = "SQLSTATE[";

	if (strncmp(from, prefix, sizeof(prefix) - 1) == 0) {
		from += sizeof(prefix) - 1;
	}
	strlcpy(sqlstate, from, sizeof(pdo_error_type));
}

/* An exception that is not the driver's is that of a cancellation, or of the time limit. */
static zend_async_pool_failure judge(pdo_pool_conn_t *conn, zend_object *error)
{
	const zval *code;
	pdo_error_type sqlstate;

	if (!error || !instanceof_function(error->ce, pdo_exception_ce)) {
		return ZEND_ASYNC_POOL_FAILED;
	}
	code = read_error(error, 1, "code");
	copy_sqlstate(conn->refused_with[0] ? conn->refused_with
		: string_or_nothing(read_error(error, 0, "message")), sqlstate);
	return conn->pool->hooks.judge_refusal(sqlstate,
		Z_TYPE_P(code) == IS_LONG ? Z_LVAL_P(code) : 0,
		string_or_nothing(read_error(error, 2, "message")));
}

void pdo_pool_begin_connect(pdo_pool_conn_t *conn)
{
	conn->refused_with[0] = '\0';
}

/* While the first connections are made, by the constructor, there is no async pool to tell. */
void pdo_pool_end_connect(pdo_pool_conn_t *conn, bool connected)
{
	pdo_pool_t *pool = conn->pool;

	if (!connected) {
		conn->failure = judge(conn, EG(exception));
		pdo_pool_log(pool, "connecting failed");
	} else if (pool->async) {
		ZEND_ASYNC_POOL_REACHED(pool->async);
	}
}

zend_async_pool_failure pdo_pool_judge_failure(zend_async_pool_t *async, const zend_object *error)
{
	return ((const pdo_pool_t *) async->user_data)->failure;
}
