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

/* Setting up the session of a pooled connection of pdo_mysql: what follows a reset, the statements
 * that every connection of a pool runs, and which statements of the main script the pool may adopt.
 * When that is done is decided in ext/pdo; what the server and the text of a statement tell of the
 * session is in mysql_pool.c and mysql_pool_scan.c. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#include "ext/pdo/pdo_pool_mysql.h"
#include "zend_smart_str.h"

static pdo_mysql_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return dbh->driver_data;
}

static bool read_setup(pdo_dbh_t *dbh, const zend_string *sql, pdo_pool_mysql_setup *setup)
{
	return pdo_pool_mysql_read_setup(sql, pdo_mysql_pool_dialect(dbh), setup);
}

zend_string *pdo_mysql_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	return pdo_pool_mysql_setting(sql, pdo_mysql_pool_dialect(dbh), to_default);
}

/* {{{ Running */
static bool discard_results(pdo_mysql_db_handle *H) /* may suspend */
{
	int more = 0;

	while (more == 0) {
		MYSQL_RES *result = mysql_store_result(H->server);

		if (result) {
			mysql_free_result(result);
		}
		if (!mysql_more_results(H->server)) {
			return true;
		}
		more = mysql_next_result(H->server);
	}
	return more < 0;
}

static bool run(pdo_dbh_t *dbh, const char *sql, size_t length) /* may suspend */
{
	pdo_mysql_db_handle *H = handle_of(dbh);

	if (H->pool.reset_due) {
		pdo_mysql_reset_before_command(dbh);
	}
	return mysql_real_query(H->server, sql, length) == 0 && discard_results(H) && !EG(exception);
}

/* Runs the assignments that have been put together so far, in one SET. */
static bool flush(pdo_dbh_t *dbh, smart_str *list) /* may suspend */
{
	bool done = true;

	if (list->s) {
		smart_str_0(list);
		done = run(dbh, ZSTR_VAL(list->s), ZSTR_LEN(list->s));
		smart_str_free(list);
	}
	return done;
}

/* The line feed ends a comment. */
static void append_assignments(smart_str *list, const char *start, const char *end)
{
	while (end > start && (end[-1] == ';' || (unsigned char) end[-1] <= ' ')) {
		end--;
	}
	smart_str_appends(list, list->s ? "\n, " : "SET ");
	smart_str_appendl(list, start, end - start);
}

static bool run_one(pdo_dbh_t *dbh, smart_str *list, const zend_string *sql) /* may suspend */
{
	const char *end = ZSTR_VAL(sql) + ZSTR_LEN(sql);
	pdo_pool_mysql_setup s;

	if (read_setup(dbh, sql, &s)) {
		smart_str_free(&s.names);
		if (s.assignments && !memchr(s.assignments, '#', end - s.assignments)
				&& !zend_memnstr(s.assignments, "--", 2, end)) {
			append_assignments(list, s.assignments, end);
			return true;
		}
	}
	return flush(dbh, list) && run(dbh, ZSTR_VAL(sql), ZSTR_LEN(sql));
}

static zval *find_init_command(pdo_dbh_t *dbh)
{
	zval *command = pdo_pool_option(dbh, PDO_MYSQL_ATTR_INIT_COMMAND);
	return command && Z_TYPE_P(command) == IS_STRING ? command : NULL;
}

static bool reset(pdo_dbh_t *dbh, smart_str *list) /* may suspend */
{
	zval *command = find_init_command(dbh);

	if (!pdo_mysql_reset(dbh)) {
		return false;
	}
	pdo_mysql_reset_append_state(dbh, list);
	return !command
		|| (flush(dbh, list) && run(dbh, Z_STRVAL_P(command), Z_STRLEN_P(command)));
}

static bool run_all(pdo_dbh_t *dbh, bool is_reset, const HashTable *statements) /* may suspend */
{
	smart_str list = {0};
	bool done = !is_reset || reset(dbh, &list);
	zval *sql;

	ZEND_HASH_FOREACH_VAL(statements, sql) {
		done = done && run_one(dbh, &list, Z_STR_P(sql));
	} ZEND_HASH_FOREACH_END();
	done = done && flush(dbh, &list);
	smart_str_free(&list);
	return done;
}

/* What the user has set up may fail. */
bool pdo_mysql_reset_ahead(pdo_dbh_t *dbh, const HashTable *statements)
{
	return zend_hash_num_elements(statements) == 0 && !find_init_command(dbh)
		&& pdo_mysql_reset_ride(dbh);
}

zend_result pdo_mysql_set_up(pdo_dbh_t *dbh, bool is_reset, const HashTable *statements)
{
	const pdo_mysql_kept kept = pdo_mysql_pool_keep(dbh);

	if (run_all(dbh, is_reset, statements) && (!is_reset || pdo_mysql_functions_ask(dbh))) {
		handle_of(dbh)->pool.was_reset |= is_reset;
		pdo_mysql_pool_put_back(dbh, kept);
		return SUCCESS;
	}
	if (!EG(exception)) {
		pdo_mysql_error(dbh);
	}
	return FAILURE;
}
/* }}} */
