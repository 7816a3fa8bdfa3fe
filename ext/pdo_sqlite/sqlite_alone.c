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

/* Functions, aggregates and collations of PHP on connections that share a cache. SQLite holds the
 * lock of the cache while it calls them, and another connection of this very thread would wait for
 * that lock for ever. So no other coroutine may run meanwhile; and a fatal error must not jump over
 * the functions of SQLite, which would never give the lock back. It makes the statement fail, and
 * goes on when SQLite has returned to the driver.
 *
 * Which functions there are, and on which connections, is not known here (sqlite_pool.c). */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"

/* No function of PHP is called until then: SQLite asks a collation again and again, and ends
 * aggregates when their statement fails. */
ZEND_EXT_TLS bool pdo_sqlite_has_fatal_error;

void pdo_sqlite_go_on_with_fatal_error(void)
{
	pdo_sqlite_has_fatal_error = false;
	zend_bailout();
}

#define CALL_ALONE(call) do { \
		ZEND_ASYNC_NO_SWITCH_BEGIN(); \
		zend_try { \
			call; \
		} zend_catch { \
			pdo_sqlite_has_fatal_error = true; \
		} zend_end_try(); \
		ZEND_ASYNC_NO_SWITCH_END(); \
	} while (0)

static void fail_if_fatal(sqlite3_context *context)
{
	if (UNEXPECTED(pdo_sqlite_has_fatal_error)) {
		sqlite3_result_error(context, "a fatal error has ended the function", -1);
	}
}

void pdo_sqlite_call_alone(sqlite3_context *context, int argc, sqlite3_value **argv)
{
	if (EXPECTED(!pdo_sqlite_has_fatal_error)) {
		CALL_ALONE(php_sqlite3_func_callback(context, argc, argv));
	}
	fail_if_fatal(context);
}

void pdo_sqlite_step_alone(sqlite3_context *context, int argc, sqlite3_value **argv)
{
	if (EXPECTED(!pdo_sqlite_has_fatal_error)) {
		CALL_ALONE(php_sqlite3_func_step_callback(context, argc, argv));
	}
	fail_if_fatal(context);
}

void pdo_sqlite_finish_alone(sqlite3_context *context)
{
	if (EXPECTED(!pdo_sqlite_has_fatal_error)) {
		CALL_ALONE(php_sqlite3_func_final_callback(context));
	}
	fail_if_fatal(context);
}

typedef struct _lone_collation {
	/* First: the driver frees it. */
	struct pdo_sqlite_collation base;
	pdo_sqlite_compare compare;
	sqlite3 *db;
} lone_collation;

struct pdo_sqlite_collation *pdo_sqlite_collation_new(sqlite3 *db, pdo_sqlite_compare compare)
{
	lone_collation *collation = ecalloc(1, sizeof(*collation));

	collation->compare = compare;
	collation->db = db;
	return &collation->base;
}

/* A comparison cannot fail: the statement has to be interrupted. */
int pdo_sqlite_compare_alone(void *context, int length1, const void *string1, int length2,
	const void *string2)
{
	const lone_collation *collation = context;
	volatile int order = 0;

	if (EXPECTED(!pdo_sqlite_has_fatal_error)) {
		CALL_ALONE(order = collation->compare(context, length1, string1, length2, string2));
	}
	if (UNEXPECTED(pdo_sqlite_has_fatal_error)) {
		sqlite3_interrupt(collation->db);
	}
	return order;
}
