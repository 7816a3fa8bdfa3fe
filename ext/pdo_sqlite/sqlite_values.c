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

/* Values that are bound to a statement of a pooled connection. SQLite reads strings in place until
 * others are bound, but PDO frees them earlier: when execute() is given other values, perhaps
 * fewer, or when one is bound while rows are still being fetched. So SQLite gets a reference.
 *
 * A statement knows nothing of the values of its last execution: one that is missing is NULL, as it
 * is when a new statement is executed. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"

static void release_string(void *characters)
{
	zend_string_release((zend_string *) ((char *) characters - XtOffsetOf(zend_string, val)));
}

sqlite3_destructor_type pdo_sqlite_value_keeper(const pdo_stmt_t *stmt, zend_string *string)
{
	if (EXPECTED(!stmt->is_pooled)) {
		return SQLITE_STATIC;
	}
	zend_string_addref(string);
	return release_string;
}

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

/* The first call comes before any value is bound. */
void pdo_sqlite_forget_values(sqlite3_stmt *handle, const pdo_stmt_t *stmt,
	const struct pdo_bound_param_data *param)
{
	if (first_param(stmt) == param) {
		sqlite3_clear_bindings(handle);
	}
}
