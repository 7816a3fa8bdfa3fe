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

/* Whether functions that pdo_pool_mysql_is_harmless() does not know are stored functions, which may
 * take a lock without a word of it in the text, or built into the server, which do not. The
 * question is asked of information_schema.routines after the next reset of a session, when no one
 * waits for it. The answer holds for a minute, and until this pool runs a statement that
 * defines something. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#include "zend_hrtime.h"
#include "zend_smart_str.h"

#define VALID_NS (60 * (zend_hrtime_t) 1000000000)
/* Names that wait for an answer; others are asked about later. */
#define MAX_WANTED 32
/* What the pool remembers at most. */
#define MAX_KNOWN 4096
/* 64 characters. */
#define MAX_NAME (64 * 4)

/* The hook hold keeps it for the pool. Names are in lower case. */
typedef struct _functions {
	/* name => is it a stored function? All answers end at the same time. */
	HashTable known;
	zend_hrtime_t valid_until;
	/* name => null */
	HashTable wanted;
} functions;

/* {{{ Life */
void *pdo_mysql_functions_new(pdo_dbh_t *dbh)
{
	functions *f = ecalloc(1, sizeof(*f));

	zend_hash_init(&f->known, 0, NULL, NULL, false);
	zend_hash_init(&f->wanted, 0, NULL, NULL, false);
	return f;
}

void pdo_mysql_functions_free(void *held)
{
	functions *f = held;

	zend_hash_destroy(&f->known);
	zend_hash_destroy(&f->wanted);
	efree(f);
}

void pdo_mysql_functions_forget(pdo_dbh_t *dbh)
{
	functions *f = pdo_pool_held(dbh);

	if (f) {
		zend_hash_clean(&f->known);
	}
}
/* }}} */

/* {{{ Are they stored? */
typedef struct _inquiry {
	functions *functions;
	bool are_built_in;
} inquiry;

static void look_at(void *context, const char *name, size_t length)
{
	inquiry *i = context;
	char lower[MAX_NAME + 1];
	const zval *is_stored;
	zval nothing;

	if (length > MAX_NAME || memchr(name, '\'', length) || memchr(name, '\\', length)) {
		i->are_built_in = false;
		return;
	}
	zend_str_tolower_copy(lower, name, length);
	is_stored = zend_hash_str_find(&i->functions->known, lower, length);
	i->are_built_in &= is_stored && Z_TYPE_P(is_stored) == IS_FALSE;
	if (!is_stored && zend_hash_num_elements(&i->functions->wanted) < MAX_WANTED) {
		ZVAL_NULL(&nothing);
		zend_hash_str_update(&i->functions->wanted, lower, length, &nothing);
	}
}

bool pdo_mysql_functions_are_built_in(pdo_dbh_t *dbh, const zend_string *sql,
	pdo_mysql_scan_mode mode)
{
	inquiry i = {.functions = pdo_pool_held(dbh), .are_built_in = true};

	if (!i.functions) {
		return false;
	}
	if (zend_hrtime() > i.functions->valid_until) {
		zend_hash_clean(&i.functions->known);
	}
	pdo_mysql_scan_calls(ZSTR_VAL(sql), ZSTR_LEN(sql), mode, look_at, &i);
	return i.are_built_in;
}
/* }}} */

/* {{{ Asking */

/* Schemas do not matter: none may have a function of the name. */
static zend_string *make_question(const HashTable *names)
{
	const char *separator = "";
	smart_str query = {0};
	zend_string *name;

	smart_str_appends(&query, "SELECT LOWER(ROUTINE_NAME) FROM information_schema.ROUTINES"
		" WHERE ROUTINE_TYPE = 'FUNCTION' AND ROUTINE_NAME IN (");
	ZEND_HASH_FOREACH_STR_KEY(names, name) {
		smart_str_appends(&query, separator);
		smart_str_appendc(&query, '\'');
		smart_str_append(&query, name);
		smart_str_appendc(&query, '\'');
		separator = ", ";
	} ZEND_HASH_FOREACH_END();
	smart_str_appendc(&query, ')');
	return smart_str_extract(&query);
}

static void note_answer(functions *f, const char *name, size_t length, bool is_stored)
{
	zval answer;

	if (zend_hash_num_elements(&f->known) >= MAX_KNOWN) {
		return;
	}
	if (zend_hash_num_elements(&f->known) == 0) {
		f->valid_until = zend_hrtime() + VALID_NS;
	}
	ZVAL_BOOL(&answer, is_stored);
	zend_hash_str_update(&f->known, name, length, &answer);
}

/* That of mysqlnd is the caller's. */
static void free_row(MYSQL_ROW row)
{
#ifdef PDO_USE_MYSQLND
	mnd_efree(row);
#endif
}

static void read_answers(functions *f, HashTable *names, MYSQL_RES *result)
{
	MYSQL_ROW row;
	zend_string *name;

	while ((row = mysql_fetch_row(result))) {
		note_answer(f, row[0], strlen(row[0]), true);
		zend_hash_str_del(names, row[0], strlen(row[0]));
		free_row(row);
	}
	ZEND_HASH_FOREACH_STR_KEY(names, name) {
		note_answer(f, ZSTR_VAL(name), ZSTR_LEN(name), false);
	} ZEND_HASH_FOREACH_END();
}

/* One that is not answered is asked again when the function is called again. */
bool pdo_mysql_functions_ask(pdo_dbh_t *dbh)
{
	pdo_mysql_db_handle *H = dbh->driver_data;
	functions *f = pdo_pool_held(dbh);
	MYSQL_RES *result = NULL;
	HashTable names;
	zend_string *query;

	if (!f || zend_hash_num_elements(&f->wanted) == 0) {
		return true;
	}
	names = f->wanted;
	zend_hash_init(&f->wanted, 0, NULL, NULL, false);
	query = make_question(&names);
	if (mysql_real_query(H->server, ZSTR_VAL(query), ZSTR_LEN(query)) == 0) {
		result = mysql_store_result(H->server);
	}
	/* The PDO object may have gone meanwhile. */
	f = pdo_pool_held(dbh);
	if (result && f) {
		read_answers(f, &names, result);
	}
	if (result) {
		mysql_free_result(result);
	}
	zend_string_release(query);
	zend_hash_destroy(&names);
	return result != NULL;
}
/* }}} */
