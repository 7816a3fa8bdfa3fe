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

/* What the catalog says about functions that pgsql_session.c does not know. One that is called
 * may have changed the session, unless every function of that name is immutable or stable. The
 * question rides with the next reset of a connection of the pool (pgsql_setup.c): it costs no
 * round trip, and is never asked inside a transaction of the user. The answer holds for a
 * minute, and until this pool runs a statement that defines something. A function that is
 * declared to be stable and is not goes unnoticed.
 *
 * A function that is known to be harmless may have a namesake of the user's (a shadow), in a schema
 * that comes before pg_catalog in the search path, or with other arguments. Those that are
 * volatile are asked for once a minute, in front of a command outside of transactions. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "pgsql_async.h"
#include "zend_hrtime.h"

#define VALID_NS (60 * (zend_hrtime_t) 1000000000)
/* Names that wait for an answer; others are asked about later. */
#define MAX_WANTED 32
/* What the pool remembers at most. */
#define MAX_KNOWN 4096
/* The server cuts longer names off. */
#define MAX_NAME 63

struct _pgsql_functions {
	/* The template, and each connection. */
	uint32_t refcount;
	/* name => is it harmless? All answers end at the same time. */
	HashTable known;
	zend_hrtime_t valid_until;
	/* name => null */
	HashTable wanted;

	/* Volatile functions of other schemas than pg_catalog that bear a known name: name => null. */
	HashTable shadows;
	zend_hrtime_t shadows_valid_until;
};

/* {{{ Life */
void *pgsql_functions_new(pdo_dbh_t *dbh)
{
	pgsql_functions *functions = emalloc(sizeof(*functions));

	functions->refcount = 1;
	functions->valid_until = functions->shadows_valid_until = 0;
	zend_hash_init(&functions->shadows, 0, NULL, NULL, false);
	zend_hash_init(&functions->known, 0, NULL, NULL, false);
	zend_hash_init(&functions->wanted, 0, NULL, NULL, false);
	return functions;
}

void pgsql_functions_addref(pgsql_functions *functions)
{
	functions->refcount++;
}

void pgsql_functions_release(void *held)
{
	pgsql_functions *functions = held;

	if (--functions->refcount == 0) {
		zend_hash_destroy(&functions->known);
		zend_hash_destroy(&functions->wanted);
		zend_hash_destroy(&functions->shadows);
		efree(functions);
	}
}
/* }}} */

/* {{{ Are they harmless? */

/* They run text that they are given, or that they make up. */
static bool runs_text(const char *name, size_t length)
{
	static const char *const prefixes[] = {"connectby", "crosstab", "dblink", "xpath_table"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		if (strncmp(name, prefixes[i], strlen(prefixes[i])) == 0) {
			return true;
		}
	}
	return zend_memnstr(name, ZEND_STRL("_to_xml"), name + length) != NULL;
}

typedef struct _inquiry {
	pgsql_functions *functions;
	bool are_harmless;
} inquiry;

/* As the catalog has it. false: that takes a closer look than this one. */
static bool fold(char plain[MAX_NAME + 1], const char *name, size_t length, bool is_quoted)
{
	if (length > MAX_NAME || memchr(name, '"', length)) {
		return false;
	}
	memcpy(plain, name, length);
	plain[length] = '\0';
	if (!is_quoted) {
		zend_str_tolower(plain, length);
	}
	return true;
}

static void look_at(void *context, const char *name, size_t length, bool is_quoted, bool is_known)
{
	inquiry *i = context;
	pgsql_functions *functions = i->functions;
	char plain[MAX_NAME + 1];
	const zval *answer;

	if (is_known) {
		return;
	}
	if (!fold(plain, name, length, is_quoted)) {
		i->are_harmless = false;
		return;
	}
	answer = zend_hash_str_find(&functions->known, plain, length);
	i->are_harmless &= answer && Z_TYPE_P(answer) == IS_TRUE && !runs_text(plain, length);
	if (!answer && zend_hash_num_elements(&functions->wanted) < MAX_WANTED) {
		zval nothing;
		ZVAL_NULL(&nothing);
		zend_hash_str_update(&functions->wanted, plain, length, &nothing);
	}
}

bool pgsql_functions_are_harmless(pgsql_async_t *async, const char *sql)
{
	inquiry i = {.functions = async->functions, .are_harmless = true};

	if (!i.functions) {
		return false;
	}
	if (zend_hrtime() > i.functions->valid_until) {
		pgsql_functions_forget(i.functions);
	}
	pgsql_session_visit_calls(async, sql, look_at, &i);
	return i.are_harmless;
}

void pgsql_functions_forget(pgsql_functions *functions)
{
	if (functions) {
		zend_hash_clean(&functions->known);
		functions->shadows_valid_until = 0;
	}
}
/* }}} */

/* {{{ Shadows */
const char pgsql_functions_question[] = "SELECT DISTINCT proname FROM pg_catalog.pg_proc"
	" WHERE provolatile OPERATOR(pg_catalog.=) 'v'"
	" AND pronamespace OPERATOR(pg_catalog.<>) 11 /* pg_catalog */"
	" AND pg_catalog.pg_function_is_visible(oid)";

static void look_for_shadow(void *context, const char *name, size_t length, bool is_quoted,
	bool is_known)
{
	inquiry *i = context;
	char plain[MAX_NAME + 1];

	i->are_harmless &= !is_known || (fold(plain, name, length, is_quoted)
		&& !zend_hash_str_exists(&i->functions->shadows, plain, length));
}

bool pgsql_functions_are_shadowed(pgsql_async_t *async, const char *sql)
{
	inquiry i = {.functions = async->functions, .are_harmless = true};

	if (EXPECTED(!i.functions || zend_hash_num_elements(&i.functions->shadows) == 0)) {
		return false;
	}
	pgsql_session_visit_calls(async, sql, look_for_shadow, &i);
	return !i.are_harmless;
}

bool pgsql_functions_have_no_shadows(const pgsql_functions *functions)
{
	return functions && zend_hash_num_elements(&functions->shadows) == 0
		&& zend_hrtime() <= functions->shadows_valid_until;
}

bool pgsql_functions_ask_for_shadows(const pgsql_async_t *async)
{
	return async->functions && zend_hrtime() > async->functions->shadows_valid_until;
}

void pgsql_functions_note_shadows(pgsql_async_t *async, const PGresult *answer)
{
	pgsql_functions *functions = async->functions;
	zval nothing;

	if (!functions || PQresultStatus(answer) != PGRES_TUPLES_OK) {
		return;
	}
	ZVAL_NULL(&nothing);
	zend_hash_clean(&functions->shadows);
	for (int i = 0; i < PQntuples(answer); i++) {
		const char *name = PQgetvalue(answer, i, 0);

		if (pgsql_session_knows(name)) {
			zend_hash_str_update(&functions->shadows, name, strlen(name), &nothing);
		}
	}
	functions->shadows_valid_until = zend_hrtime() + VALID_NS;
}
/* }}} */

/* {{{ Asking */

/* Schemas and overloads do not matter: all functions of the name have to be harmless. */
void pgsql_functions_append_question(pgsql_async_t *async, smart_str *query)
{
	pgsql_functions *functions = async->functions;
	const char *separator = "";
	zend_string *name;

	/* Older servers have no prokind. */
	if (!functions || zend_hash_num_elements(&functions->wanted) == 0
			|| PQserverVersion(async->conn) < 110000) {
		return;
	}
	smart_str_appends(query, " UNION ALL SELECT 'function', proname::pg_catalog.text,"
		" pg_catalog.bool_and(provolatile OPERATOR(pg_catalog.<>) 'v'"
		" AND prokind OPERATOR(pg_catalog.=) 'f')"
		" FROM pg_catalog.pg_proc WHERE proname OPERATOR(pg_catalog.=) ANY (ARRAY[");
	ZEND_HASH_FOREACH_STR_KEY(&functions->wanted, name) {
		char *quoted = PQescapeLiteral(async->conn, ZSTR_VAL(name), ZSTR_LEN(name));

		if (quoted) {
			smart_str_appends(query, separator);
			smart_str_appends(query, quoted);
			separator = ",";
			PQfreemem(quoted);
		}
	} ZEND_HASH_FOREACH_END();
	smart_str_appends(query, "]::pg_catalog.name[]) GROUP BY 2");
	zend_hash_clean(&functions->wanted);
}

void pgsql_functions_note_answer(pgsql_async_t *async, const char *name, bool is_harmless)
{
	pgsql_functions *functions = async->functions;
	zval answer;

	if (!functions || zend_hash_num_elements(&functions->known) >= MAX_KNOWN) {
		return;
	}
	if (zend_hash_num_elements(&functions->known) == 0) {
		functions->valid_until = zend_hrtime() + VALID_NS;
	}
	ZVAL_BOOL(&answer, is_harmless);
	zend_hash_str_update(&functions->known, name, strlen(name), &answer);
}
/* }}} */
