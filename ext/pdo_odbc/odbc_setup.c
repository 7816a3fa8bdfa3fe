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

/* Setting up the session of a pooled connection: the reset, the statements that every connection of
 * a pool runs, and which statements of the main script the pool may adopt. When that is done is
 * decided in ext/pdo.
 *
 * ODBC itself has SQL_ATTR_RESET_CONNECTION. It is not used: psqlodbc does not know it, and
 * MariaDB's driver says that it has succeeded when it has done nothing. So a session can be reset
 * where the SQL of the database can do it, which is PostgreSQL. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "ext/pdo/pdo_pool_mysql.h"
#include "ext/pdo/pdo_pool_pgsql.h"
#include "ext/pdo/pdo_pool_sqlite.h"

static pdo_odbc_pool_data *conn_of(pdo_dbh_t *dbh)
{
	return &((pdo_odbc_db_handle *) dbh->driver_data)->pool;
}

/* {{{ The reset */

/* After an error that it did not expect, psqlodbc does not know its own statements any more. */
bool pdo_odbc_can_reset(pdo_dbh_t *dbh)
{
	const pdo_odbc_pool_data *conn = conn_of(dbh);

	return conn->settings && !conn->lost && dbh->auto_commit;
}

/* Statements that were prepared as text go, too, all in the same round trip. */
static const char end_prepared[] =
	"DO 'DECLARE s name; BEGIN"
	" FOR s IN SELECT name FROM pg_catalog.pg_prepared_statements WHERE from_sql"
	" LOOP EXECUTE pg_catalog.format(''DEALLOCATE %I'', s); END LOOP; END';";

static zend_result reset(pdo_dbh_t *dbh) /* may suspend */
{
	smart_str batch = {0};
	SQLRETURN rc;

	pdo_pool_pgsql_append_reset(&batch);
	smart_str_appends(&batch, end_prepared);
	smart_str_appends(&batch, conn_of(dbh)->settings);
	smart_str_0(&batch);
	rc = pdo_odbc_pool_run(dbh, ZSTR_VAL(batch.s));
	smart_str_free(&batch);
	return (SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA) && !EG(exception) ? SUCCESS : FAILURE;
}
/* }}} */

zend_result pdo_odbc_set_up(pdo_dbh_t *dbh, bool is_reset, const HashTable *statements)
{
	zval *sql;

	if (is_reset && reset(dbh) == FAILURE) {
		return FAILURE;
	}
	if (is_reset && conn_of(dbh)->has_closed_stmts) {
		conn_of(dbh)->has_closed_stmts = false;
		pdo_pool_cache_empty(dbh, PDO_POOL_CACHED_GONE);
	}
	ZEND_HASH_FOREACH_VAL(statements, sql) {
		SQLRETURN rc = pdo_odbc_pool_run(dbh, Z_STRVAL_P(sql));

		if ((!SQL_SUCCEEDED(rc) && rc != SQL_NO_DATA) || EG(exception)) {
			return FAILURE;
		}
	} ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

static zend_string *name_pragma(const zend_string *sql)
{
	const size_t i = pdo_pool_sqlite_read_setup(sql);

	return i == PDO_POOL_SQLITE_SETTINGS ? NULL : zend_string_init(
		pdo_pool_sqlite_settings[i], strlen(pdo_pool_sqlite_settings[i]), false);
}

/* Which way strings are read is not known: a text with a backslash is not adopted. */
zend_string *pdo_odbc_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	if (memchr(ZSTR_VAL(sql), '\\', ZSTR_LEN(sql))) {
		return NULL;
	}
	switch (conn_of(dbh)->dbms) {
		case PDO_ODBC_POSTGRESQL:
			return pdo_pool_pgsql_setting(sql, true, to_default);
		case PDO_ODBC_MYSQL:
			return pdo_pool_mysql_setting(sql, PDO_POOL_TEXT_MYSQL, to_default);
		case PDO_ODBC_SQLITE:
			*to_default = false;
			return name_pragma(sql);
		default:
			return NULL;
	}
}
