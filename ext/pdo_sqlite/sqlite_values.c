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

/* Strings that are bound to a statement. SQLite reads them in place until others are bound, but PDO
 * frees them earlier: when execute() is given other values, perhaps fewer, or when one is bound
 * while rows are still being fetched. So the statement has references of its own.
 *
 * A statement on a pooled connection knows nothing of the values of its last execution: one that is
 * missing is NULL, as it is when a new statement is executed. On an ordinary connection it is what
 * it was before, as ever. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"

static const struct pdo_bound_param_data *first_param(const pdo_stmt_t *stmt)
{
	const struct pdo_bound_param_data *param;

	if (stmt->bound_params) {
		ZEND_HASH_FOREACH_PTR(stmt->bound_params, param) {
			return param;
		} ZEND_HASH_FOREACH_END();
	}
	return NULL;
}

static void clear(pdo_sqlite_stmt *S)
{
	sqlite3_clear_bindings(S->stmt);
	if (S->values) {
		zend_hash_clean(S->values);
	}
}

/* Called for every parameter and for the execution: the first call comes before any value is
 * bound. */
void pdo_sqlite_values_begin(pdo_stmt_t *stmt, const struct pdo_bound_param_data *param)
{
	if (stmt->is_pooled && first_param(stmt) == param) {
		clear(stmt->driver_data);
	}
}

int pdo_sqlite_values_hold(
	void *driver_data, const struct pdo_bound_param_data *param, zval *string)
{
	pdo_sqlite_stmt *S = driver_data;

	if (!S->values) {
		S->values = zend_new_array(0);
	}
	Z_TRY_ADDREF_P(string);
	zend_hash_index_update(S->values, param->paramno, string);
	return 1;
}

void pdo_sqlite_values_free(void *driver_data)
{
	pdo_sqlite_stmt *S = driver_data;

	if (S->values) {
		zend_array_destroy(S->values);
	}
}
