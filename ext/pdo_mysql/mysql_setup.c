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
#include "zend_smart_str.h"

static pdo_mysql_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return dbh->driver_data;
}

/* {{{ Which statements may be adopted */

#define IS(text, literal) PDO_POOL_TEXT_IS_WORD(text, literal)
#define SKIP(text, literal) pdo_pool_text_skip((text), IS((text), literal))

/* What one statement sets. */
typedef struct _setup {
	/* Names, with commas in between. */
	smart_str names;
	uint32_t count;
	/* The last value was DEFAULT. */
	bool to_default;
	/* Where the assignments of a SET begin, which may stand in a list with others; else NULL. */
	const char *assignments;
} setup;

static void add_name(setup *s, const char *name, size_t length)
{
	if (s->count++ > 0) {
		smart_str_appendc(&s->names, ',');
	}
	smart_str_appendl(&s->names, name, length);
}

/* Not settings, but acts; or what one session has and others have not. */
static bool is_never_adopted(const pdo_pool_text *t)
{
	static const char *const never[] = {
		"autocommit", "gtid_next", "identity", "insert_id", "last_insert_id", "password",
		"pseudo_thread_id", "rand_seed1", "rand_seed2", "timestamp",
	};

	return PDO_POOL_TOKEN_IS_IN(t, never) || (t->length > 13
		&& pdo_pool_word_is(t->start, 13, "session_track", 13));
}

/* Of a constant: a word, a number, a string; not an expression. */
static bool read_value(pdo_pool_text *t)
{
	if (!pdo_pool_text_skip_sign(t, '-')) {
		pdo_pool_text_skip_sign(t, '+');
	}
	return pdo_pool_text_skip(t, t->kind != PDO_POOL_TOKEN_END && t->kind != PDO_POOL_TOKEN_SIGN
		&& !pdo_pool_text_precedes(t, '('));
}

static char *copy_of(const pdo_pool_text *t)
{
	return estrndup(t->start, t->length);
}

/* SET NAMES 'utf8mb4' COLLATE ...; not for an encoding that changes how a text is read. */
static bool read_charset(pdo_pool_text *t)
{
	char *charset = copy_of(t);
	bool is_multibyte = pdo_mysql_scan_is_multibyte(charset);

	efree(charset);
	return !is_multibyte && read_value(t) && (!SKIP(t, "collate") || read_value(t));
}

static bool read_variable(pdo_pool_text *t, setup *s)
{
	const bool is_name = t->kind == PDO_POOL_TOKEN_WORD || t->kind == PDO_POOL_TOKEN_NAME;

	if (!is_name || is_never_adopted(t)) {
		return false;
	}
	add_name(s, t->start, t->length);
	pdo_pool_text_next(t);
	pdo_pool_text_skip_sign(t, ':');
	if (!pdo_pool_text_skip_sign(t, '=')) {
		return false;
	}
	s->to_default = IS(t, "default");
	return read_value(t);
}

/* SESSION, LOCAL, @@, @@session. and @@local. all mean the session. */
static bool skip_scope(pdo_pool_text *t)
{
	bool has_sign = pdo_pool_text_skip(t,
		pdo_pool_text_is_sign(t, '@') && t->length == 2);

	if ((IS(t, "session") || IS(t, "local")) && pdo_pool_text_precedes(t, '.') == has_sign) {
		pdo_pool_text_next(t);
		return !has_sign || pdo_pool_text_skip_sign(t, '.');
	}
	return true;
}

static bool read_assignment(pdo_pool_text *t, setup *s)
{
	if (SKIP(t, "names")) {
		add_name(s, ZEND_STRL("names"));
		return read_charset(t);
	}
	if (SKIP(t, "charset") || (IS(t, "character") && (pdo_pool_text_next(t), SKIP(t, "set")))) {
		add_name(s, ZEND_STRL("charset"));
		return read_charset(t);
	}
	return skip_scope(t) && read_variable(t, s);
}

/* SET SESSION TRANSACTION: the isolation level, the access mode, or both. */
static bool read_transaction(pdo_pool_text *t, setup *s)
{
	s->assignments = NULL;
	while (t->kind == PDO_POOL_TOKEN_WORD || pdo_pool_text_is_sign(t, ',')) {
		if (IS(t, "isolation")) {
			add_name(s, ZEND_STRL("transaction isolation"));
		} else if (IS(t, "only") || IS(t, "write")) {
			add_name(s, ZEND_STRL("transaction access"));
		}
		pdo_pool_text_next(t);
	}
	return s->count > 0 && pdo_pool_text_ends(t);
}

static bool read_set(pdo_pool_text *t, setup *s)
{
	pdo_pool_text ahead = *t;

	/* With the quote of a name. */
	s->assignments = t->start - (t->kind == PDO_POOL_TOKEN_NAME ? 1 : 0);
	if ((SKIP(&ahead, "session") || SKIP(&ahead, "local")) && SKIP(&ahead, "transaction")) {
		return read_transaction(&ahead, s);
	}
	do {
		if (!read_assignment(t, s)) {
			return false;
		}
	} while (pdo_pool_text_skip_sign(t, ','));
	return pdo_pool_text_ends(t);
}

static bool read_use(pdo_pool_text *t, setup *s)
{
	add_name(s, ZEND_STRL("use"));
	return pdo_pool_text_skip(t, t->kind == PDO_POOL_TOKEN_WORD || t->kind == PDO_POOL_TOKEN_NAME)
		&& pdo_pool_text_ends(t);
}

static bool read_setup(pdo_dbh_t *dbh, const zend_string *sql, setup *s)
{
	const uint32_t dialect = pdo_mysql_pool_dialect(dbh);
	pdo_pool_text t;
	bool found;

	memset(s, 0, sizeof(*s));
	pdo_pool_text_begin(&t, ZSTR_VAL(sql), ZSTR_LEN(sql), dialect);
	pdo_pool_text_next(&t);
	found = SKIP(&t, "set") ? read_set(&t, s) : SKIP(&t, "use") && read_use(&t, s);
	smart_str_0(&s->names);
	if (!found || !pdo_pool_text_is_plain(ZSTR_VAL(sql), ZSTR_LEN(sql), dialect)) {
		smart_str_free(&s->names);
		return false;
	}
	zend_str_tolower(ZSTR_VAL(s->names.s), ZSTR_LEN(s->names.s));
	return true;
}

zend_string *pdo_mysql_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	setup s;

	if (!read_setup(dbh, sql, &s)) {
		return NULL;
	}
	*to_default = s.to_default && s.count == 1;
	return smart_str_extract(&s.names);
}
/* }}} */

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

static bool run(pdo_mysql_db_handle *H, const char *sql, size_t length) /* may suspend */
{
	return mysql_real_query(H->server, sql, length) == 0 && discard_results(H) && !EG(exception);
}

/* Runs the assignments that have been put together so far, in one SET. */
static bool flush(pdo_mysql_db_handle *H, smart_str *list) /* may suspend */
{
	bool done = true;

	if (list->s) {
		smart_str_0(list);
		done = run(H, ZSTR_VAL(list->s), ZSTR_LEN(list->s));
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
	pdo_mysql_db_handle *H = handle_of(dbh);
	setup s;

	if (read_setup(dbh, sql, &s)) {
		smart_str_free(&s.names);
		if (s.assignments && !memchr(s.assignments, '#', end - s.assignments)
				&& !zend_memnstr(s.assignments, "--", 2, end)) {
			append_assignments(list, s.assignments, end);
			return true;
		}
	}
	return flush(H, list) && run(H, ZSTR_VAL(sql), ZSTR_LEN(sql));
}

/* COM_RESET_CONNECTION keeps the database, and makes all else what it is for the server. */
static bool reset(pdo_dbh_t *dbh, smart_str *list) /* may suspend */
{
	pdo_mysql_db_handle *H = handle_of(dbh);
	zval *command;

	if (!pdo_mysql_pool_reset(dbh)) {
		return false;
	}
	pdo_mysql_pool_append_state(dbh, list);
	command = pdo_pool_option(dbh, PDO_MYSQL_ATTR_INIT_COMMAND);
	if (command && Z_TYPE_P(command) == IS_STRING) {
		return flush(H, list) && run(H, Z_STRVAL_P(command), Z_STRLEN_P(command));
	}
	return true;
}

zend_result pdo_mysql_set_up(pdo_dbh_t *dbh, bool is_reset, const HashTable *statements)
{
	pdo_mysql_db_handle *H = handle_of(dbh);
	const pdo_mysql_kept kept = pdo_mysql_pool_keep(dbh);
	smart_str list = {0};
	bool done = !is_reset || reset(dbh, &list);
	zval *sql;

	ZEND_HASH_FOREACH_VAL(statements, sql) {
		done = done && run_one(dbh, &list, Z_STR_P(sql));
	} ZEND_HASH_FOREACH_END();
	done = done && flush(H, &list);
	smart_str_free(&list);
	if (done) {
		pdo_mysql_pool_put_back(dbh, kept);
	} else if (!EG(exception)) {
		pdo_mysql_error(dbh);
	}
	return done ? SUCCESS : FAILURE;
}
/* }}} */
