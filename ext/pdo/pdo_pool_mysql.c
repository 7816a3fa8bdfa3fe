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

/* What the drivers that may talk to MySQL or MariaDB (pdo_mysql, pdo_odbc) both know of its SQL:
 * which statements do nothing but set up a session. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_mysql.h"

PDO_API bool pdo_pool_mysql_is_multibyte(const char *charset)
{
	static const char *const names[] = {"big5", "cp932", "gb18030", "gbk", "sjis"};

	return pdo_pool_word_is_in(
		charset, strlen(charset), names, sizeof(names) / sizeof(names[0]));
}

/* {{{ Statements that do nothing but set up a session */

#define IS(text, literal) PDO_POOL_TEXT_IS_WORD(text, literal)
#define SKIP(text, literal) pdo_pool_text_skip((text), IS((text), literal))

static void add_name(pdo_pool_mysql_setup *s, const char *name, size_t length)
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
	bool is_multibyte = pdo_pool_mysql_is_multibyte(charset);

	efree(charset);
	return !is_multibyte && read_value(t) && (!SKIP(t, "collate") || read_value(t));
}

static bool read_variable(pdo_pool_text *t, pdo_pool_mysql_setup *s)
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

static bool read_assignment(pdo_pool_text *t, pdo_pool_mysql_setup *s)
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
static bool read_transaction(pdo_pool_text *t, pdo_pool_mysql_setup *s)
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

static bool read_set(pdo_pool_text *t, pdo_pool_mysql_setup *s)
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

static bool read_use(pdo_pool_text *t, pdo_pool_mysql_setup *s)
{
	add_name(s, ZEND_STRL("use"));
	return pdo_pool_text_skip(t, t->kind == PDO_POOL_TOKEN_WORD || t->kind == PDO_POOL_TOKEN_NAME)
		&& pdo_pool_text_ends(t);
}

PDO_API bool pdo_pool_mysql_read_setup(const zend_string *sql, uint32_t dialect,
	pdo_pool_mysql_setup *s)
{
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

PDO_API zend_string *pdo_pool_mysql_setting(const zend_string *sql, uint32_t dialect,
	bool *to_default)
{
	pdo_pool_mysql_setup setup;

	if (!pdo_pool_mysql_read_setup(sql, dialect, &setup)) {
		return NULL;
	}
	*to_default = setup.to_default && setup.count == 1;
	return smart_str_extract(&setup.names);
}
/* }}} */
