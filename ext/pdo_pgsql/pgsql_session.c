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

/* What a statement may leave behind in its session, told from its text: the protocol says
 * nothing of temporary tables, advisory locks, prepared statements or most settings.
 *
 * These are lists of what is known to be harmless; everything else is called dirty. ext/pdo cuts
 * the text into tokens (pdo_pool_text.h). This file does not parse, and it cannot see what views,
 * triggers and operators do behind the text. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "pgsql_async.h"
#include "ext/pdo/pdo_pool_pgsql.h"
#include "ext/pdo/pdo_pool_verdict.h"

/* {{{ Word lists, all sorted */

/* First words of statements that leave nothing behind. Others with an opinion of their own are
 * in begin_statement(). */
static const char *const harmless_statements[] = {
	"abort", "alter", "analyze", "begin", "checkpoint", "close", "cluster", "comment", "commit",
	"copy", "create", "delete", "drop", "end", "explain", "fetch", "grant", "import", "insert",
	"lock", "merge", "move", "notify", "reassign", "refresh", "reindex", "release", "revoke",
	"rollback", "savepoint", "security", "select", "show", "start", "table", "truncate", "unlisten",
	"update", "vacuum", "values", "with",
};

/* Statements that define things: names before a parenthesis are no calls there. ALTER TABLE calls
 * the functions of defaults. */
static const char *const definitions[] = {
	"analyze", "cluster", "comment", "create", "drop", "grant", "import", "lock", "reassign",
	"refresh", "reindex", "revoke", "security", "truncate", "vacuum",
};

/* Functions that are never harmless, in a definition either. */
static const char *const session_functions[] = {
	"currval", "dblink", "dblink_exec", "lastval", "nextval", "pg_advisory_lock",
	"pg_advisory_lock_shared", "pg_advisory_unlock", "pg_advisory_unlock_all",
	"pg_advisory_unlock_shared", "pg_try_advisory_lock", "pg_try_advisory_lock_shared",
	"set_config", "setseed", "setval",
};

/* After these the name before a parenthesis is that of a table, or an alias with a list of
 * columns. */
static const char *const before_tables[] = {
	"as", "copy", "into", "recursive", "references", "with",
};

/* }}} */

/* {{{ Names and words */

/* The last name that was read. */
typedef struct _name {
	const char *start;
	size_t length;
	/* Without quotes and qualifiers: it may be a word of the grammar. */
	bool is_word;
} name;

typedef struct _scanner {
	pdo_pool_text text;
	uint32_t effects;

	/* The last name, and the one before it. Of a qualified name it is the last part. */
	name current, previous;
	/* The token before this one: its kind, and its first character. */
	pdo_pool_token_kind last_kind;
	char last_sign;
	/* The next word begins a statement. */
	bool at_start;
	/* There was a statement before. */
	bool had_statement;
	/* The last word is the SET that begins a statement. */
	bool after_set;
	bool is_definition;
	/* It makes a table: what follows its AS is run. */
	bool fills_table;
	/* CREATE, ALTER or DROP; MERGE. */
	bool is_ddl;
	bool is_merge;
	/* DISTINCT ON (...) is the one place where a call may follow a parenthesis. */
	bool had_distinct;
	/* The last token is a dot behind a name. */
	bool after_qualifier;
	/* The last name has qualifiers; the only one of them is pg_catalog. */
	bool is_qualified;
	bool is_in_catalog;
	/* What stood before the last name. */
	bool name_after_parenthesis;
	bool name_after_name;
	/* Hears of calls of unknown functions; may be NULL. */
	pgsql_call_visitor visit;
	void *visitor;
} scanner;

static void dirties(scanner *s)
{
	s->effects |= PDO_POOL_TEXT_DIRTY;
}

#define IS_WORD(name, literal) \
	((name)->is_word && PDO_POOL_TOKEN_IS((name), literal))

#define IS_IN(name, list) \
	((name)->is_word && PDO_POOL_TOKEN_IS_IN((name), list))

static bool contains(const name *n, const char *part, size_t part_length)
{
	for (size_t i = 0; i + part_length <= n->length; i++) {
		if (pdo_pool_word_is(n->start + i, part_length, part, part_length)) {
			return true;
		}
	}
	return false;
}

/* The schema of temporary tables, and a view with rules: UPDATE pg_settings is SET. */
static bool names_session(const name *n)
{
	return contains(n, ZEND_STRL("pg_temp")) || contains(n, ZEND_STRL("pg_settings"));
}
/* }}} */

/* {{{ What tokens mean */
static void note_dirty_statement(scanner *s)
{
	static const char *const runs_others[] = {"call", "do", "execute"};

	dirties(s);
	if (IS_WORD(&s->current, "load")) {
		s->effects |= PDO_POOL_TEXT_STAYS;
	} else if (IS_IN(&s->current, runs_others)) {
		s->effects |= PDO_POOL_TEXT_INSERTS;
	}
}

static void note_first_word(scanner *s)
{
	const name *first = &s->current;

	if (IS_WORD(first, "select")) {
		return;
	}
	s->is_definition = IS_IN(first, definitions);
	s->is_ddl = IS_WORD(first, "create") || IS_WORD(first, "alter") || IS_WORD(first, "drop");
	s->is_merge = IS_WORD(first, "merge");
	if (IS_WORD(first, "copy")) {
		s->effects |= PDO_POOL_TEXT_COPY | PDO_POOL_TEXT_INSERTS;
	} else if (IS_WORD(first, "insert") || IS_WORD(first, "merge")) {
		s->effects |= PDO_POOL_TEXT_INSERTS;
	} else if (IS_WORD(first, "set")) {
		s->after_set = true;
	} else if (IS_WORD(first, "update") || IS_WORD(first, "delete") || IS_WORD(first, "truncate")) {
		s->effects |= PDO_POOL_TEXT_CHANGES;
	} else if (!IS_IN(first, harmless_statements)) {
		note_dirty_statement(s);
	}
}

static void begin_statement(scanner *s)
{
	s->at_start = false;
	if (s->had_statement) {
		s->effects |= PDO_POOL_TEXT_SEVERAL;
	}
	s->had_statement = true;
	note_first_word(s);
	if (UNEXPECTED(pdo_pool_text_precedes(&s->text, '.'))) {
		dirties(s);
	}
}

/* "temp" may also be a schema. */
static void note_temporary(scanner *s)
{
	const name *before = &s->previous;

	if (!pdo_pool_text_precedes(&s->text, '.')
			&& (IS_WORD(before, "create") || IS_WORD(before, "into") || IS_WORD(before, "local")
				|| IS_WORD(before, "global") || IS_WORD(before, "replace")
				|| IS_WORD(before, "recursive"))) {
		dirties(s);
	}
}

/* SET LOCAL and SET TRANSACTION end with the transaction; UPDATE ... SET is preceded by a name.
 * A name as in local.x is that of a setting. */
static void note_set(scanner *s)
{
	const name *second = &s->current;

	s->after_set = false;
	if (!(IS_WORD(second, "local") || IS_WORD(second, "transaction")
			|| IS_WORD(second, "constraints")) || pdo_pool_text_precedes(&s->text, '.')) {
		dirties(s);
	} else {
		s->effects |= PDO_POOL_TEXT_SETS_LOCALLY;
	}
}

static void note_word_of_ddl(scanner *s)
{
	static const char *const definers[] = {
		"aggregate", "extension", "function", "procedure", "routine",
	};

	if (IS_IN(&s->current, definers)) {
		s->effects |= PDO_POOL_TEXT_DEFINES;
	}
}

static void note_word_in_definition(scanner *s)
{
	if (IS_WORD(&s->current, "table") || IS_WORD(&s->current, "materialized")) {
		s->fills_table = true;
	} else if (s->fills_table && IS_WORD(&s->current, "as")) {
		/* CREATE TABLE ... AS SELECT: from here on calls are made. */
		s->is_definition = false;
	}
}

static void note_word(scanner *s)
{
	const name *word = &s->current;

	switch (*word->start | 0x20) {
		case 'd':
			if (IS_WORD(word, "distinct")) {
				s->had_distinct = true;
			} else if (IS_WORD(word, "default")) {
				/* UPDATE t SET id = DEFAULT */
				s->effects |= PDO_POOL_TEXT_INSERTS;
			} else if (IS_WORD(word, "delete")) {
				s->effects |= PDO_POOL_TEXT_CHANGES;
			}
			break;
		case 'i':
			if (IS_WORD(word, "insert")) {
				s->effects |= PDO_POOL_TEXT_INSERTS;
			}
			break;
		case 'p':
			if (names_session(word)) {
				dirties(s);
			}
			break;
		case 'r':
			if (IS_WORD(word, "returning")) {
				s->effects |= PDO_POOL_TEXT_RETURNING;
			}
			break;
		case 't':
			if (IS_WORD(word, "temp") || IS_WORD(word, "temporary")) {
				note_temporary(s);
			}
			break;
		case 'u':
			/* Not of FOR UPDATE, FOR NO KEY UPDATE. */
			if (IS_WORD(word, "update") && !(s->name_after_name
					&& (IS_WORD(&s->previous, "for") || IS_WORD(&s->previous, "key")))) {
				s->effects |= PDO_POOL_TEXT_CHANGES;
			}
			break;
	}
	if (UNEXPECTED(s->is_ddl)) {
		note_word_of_ddl(s);
	}
	if (UNEXPECTED(s->is_definition)) {
		note_word_in_definition(s);
	}
}

/* INSERT INTO t (a), AS t (a), generate_series(1, 3) t (a), MERGE ... THEN INSERT (a) */
static bool is_list_of_columns(const scanner *s)
{
	return (s->is_merge && IS_WORD(&s->current, "insert") && IS_WORD(&s->previous, "then"))
		|| (s->name_after_name && IS_IN(&s->previous, before_tables))
		|| (s->name_after_parenthesis && !s->had_distinct);
}

/* Does it mean the same without the quotes? */
static bool needs_no_quotes(const name *quoted)
{
	for (size_t i = 0; i < quoted->length; i++) {
		const char c = quoted->start[i];
		if (!(c >= 'a' && c <= 'z') && !(c >= '0' && c <= '9') && c != '_') {
			return false;
		}
	}
	return !pdo_pool_pgsql_is_grammar(quoted->start, quoted->length);
}

/* A function of another schema than pg_catalog is in no list. */
static bool may_be_listed(const scanner *s)
{
	return (!s->is_qualified || s->is_in_catalog)
		&& (s->text.kind == PDO_POOL_TOKEN_WORD || needs_no_quotes(&s->current));
}

static bool is_harmless(const name *called)
{
	return called->is_word && pdo_pool_pgsql_is_harmless(called->start, called->length);
}

static void visit_call(scanner *s, bool is_known)
{
	if (UNEXPECTED(s->visit)) {
		s->visit(s->visitor, s->current.start, s->current.length,
			s->text.kind == PDO_POOL_TOKEN_NAME, is_known);
	}
}

/* By the name alone: the user may have one that bears it, in another schema of the search path or
 * with other arguments. */
static void note_known_name(scanner *s)
{
	if (!s->is_in_catalog) {
		s->effects |= PDO_POOL_TEXT_NAMES_KNOWN;
		visit_call(s, true);
	}
}

static void note_call(scanner *s)
{
	name called = s->current;

	called.is_word = may_be_listed(s);
	if (IS_IN(&called, session_functions)) {
		if (IS_WORD(&called, "nextval") || IS_WORD(&called, "setval")) {
			s->effects |= PDO_POOL_TEXT_INSERTS;
		} else if (IS_WORD(&called, "lastval") || IS_WORD(&called, "currval")) {
			s->effects |= PDO_POOL_TEXT_READS_ID;
		} else if (!IS_WORD(&called, "set_config") || !pdo_pool_pgsql_ends_in_true(&s->text)) {
			dirties(s);
		} else {
			s->effects |= PDO_POOL_TEXT_SETS_LOCALLY;
		}
		note_known_name(s);
	} else if (contains(&called, ZEND_STRL("dblink_connect"))) {
		/* A session of the session's own. */
		dirties(s);
		s->effects |= PDO_POOL_TEXT_STAYS;
	} else if (s->is_definition || is_list_of_columns(s)) {
		return;
	} else if (is_harmless(&called)) {
		note_known_name(s);
	} else {
		s->effects |= PDO_POOL_TEXT_CALLS;
		visit_call(s, false);
	}
}
/* }}} */

/* {{{ Reading */

/* The name goes on behind a dot. */
static void read_part(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	s->is_in_catalog = !s->is_qualified && PDO_POOL_TOKEN_IS(&s->current, "pg_catalog")
		&& (s->current.is_word || needs_no_quotes(&s->current));
	s->is_qualified = true;
	if (names_session(&s->current)) {
		dirties(s);
	}
	s->current = (name) {.start = t->start, .length = t->length};
	if (names_session(&s->current)) {
		dirties(s);
	}
}

static void read_first_part(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	s->previous = s->current;
	s->current = (name) {
		.start = t->start, .length = t->length, .is_word = t->kind == PDO_POOL_TOKEN_WORD,
	};
	s->is_qualified = s->is_in_catalog = false;
	s->name_after_name = s->last_kind == PDO_POOL_TOKEN_WORD || s->last_kind == PDO_POOL_TOKEN_NAME;
	s->name_after_parenthesis = s->last_kind == PDO_POOL_TOKEN_SIGN && s->last_sign == ')';
	if (UNEXPECTED(s->after_set)) {
		note_set(s);
	}
	if (s->at_start) {
		begin_statement(s);
	} else if (s->current.is_word) {
		note_word(s);
	} else if (names_session(&s->current)) {
		dirties(s);
	}
}

static void read_name(scanner *s)
{
	if (s->after_qualifier) {
		read_part(s);
	} else {
		read_first_part(s);
	}
	if (pdo_pool_text_precedes(&s->text, '(')) {
		note_call(s);
	}
}

static void end_statement(scanner *s)
{
	s->at_start = true;
	s->is_definition = s->fills_table = s->had_distinct = s->is_ddl = s->is_merge = false;
	s->current = s->previous = (name) {0};
}

static void read_token(scanner *s)
{
	switch (s->text.kind) {
		case PDO_POOL_TOKEN_WORD:
		case PDO_POOL_TOKEN_NAME:
			read_name(s);
			break;
		case PDO_POOL_TOKEN_NUMBER:
			if (pdo_pool_text_is_odd_number(&s->text)) {
				dirties(s);
			}
			break;
		case PDO_POOL_TOKEN_SIGN:
			if (*s->text.start == ';') {
				end_statement(s);
			}
			break;
		default:
			break;
	}
	s->after_qualifier = s->text.kind == PDO_POOL_TOKEN_SIGN && *s->text.start == '.'
		&& (s->last_kind == PDO_POOL_TOKEN_WORD || s->last_kind == PDO_POOL_TOKEN_NAME);
	s->last_kind = s->text.kind;
	s->last_sign = *s->text.start;
}
/* }}} */

static void read_all(scanner *s, const char *sql, size_t length, uint32_t dialect)
{
	pdo_pool_text_begin(&s->text, sql, length, dialect);
	while (pdo_pool_text_next(&s->text) != PDO_POOL_TOKEN_END) {
		read_token(s);
	}
	if (pdo_pool_text_is_in_doubt(&s->text)) {
		dirties(s);
	}
}

/* mode is the dialect. */
static uint32_t judge(const char *sql, size_t length, uint32_t mode)
{
	scanner s = {.at_start = true};

	read_all(&s, sql, length, mode);
	return s.effects;
}

bool pgsql_session_knows(const char *name)
{
	const size_t length = strlen(name);

	return pdo_pool_pgsql_is_harmless(name, length) || pdo_pool_word_is_in(name, length,
		session_functions, sizeof(session_functions) / sizeof(session_functions[0]));
}

/* Without a backslash it does not matter. */
bool pgsql_session_strings_are_plain(const pgsql_async_t *async, const char *sql)
{
	const char *plain;

	if (EXPECTED(!strchr(sql, '\\'))) {
		return true;
	}
	plain = PQparameterStatus(async->conn, "standard_conforming_strings");
	return plain && strcmp(plain, "on") == 0;
}

static uint32_t dialect_of(const pgsql_async_t *async, const char *sql)
{
	return PDO_POOL_TEXT_POSTGRESQL
		| (pgsql_session_strings_are_plain(async, sql) ? 0 : PDO_POOL_TEXT_BACKSLASHES);
}

uint32_t pgsql_session_scan(pgsql_async_t *async, const char *sql)
{
	return pdo_pool_verdict(sql, strlen(sql), dialect_of(async, sql), judge);
}

void pgsql_session_visit_calls(pgsql_async_t *async, const char *sql, pgsql_call_visitor visit,
	void *context)
{
	scanner s = {.at_start = true, .visit = visit, .visitor = context};

	read_all(&s, sql, strlen(sql), dialect_of(async, sql));
}

/* {{{ Statements that are kept for a later prepare() */

enum {
	IS_KEEPABLE = 1 << 0
};

static bool is_word_at(const char *start, size_t length, size_t at, const char *word)
{
	const size_t word_length = strlen(word), end = at + word_length;

	return end <= length && pdo_pool_word_is(start + at, word_length, word, word_length)
		&& (at == 0 || !isalnum((unsigned char) start[at - 1]))
		&& (end == length || !isalnum((unsigned char) start[end]));
}

/* A constant like 'now' is read once, when the statement is prepared. */
static bool names_moment(const char *start, size_t length)
{
	static const char *const moments[] = {"now", "today", "tomorrow", "yesterday"};

	for (size_t i = 0; i < sizeof(moments) / sizeof(moments[0]); i++) {
		for (size_t at = 0; at < length; at++) {
			if (is_word_at(start, length, at, moments[i])) {
				return true;
			}
		}
	}
	return false;
}

/* Those that the server plans. */
static uint32_t judge_keepable(const char *sql, size_t length, uint32_t mode)
{
	static const char *const planned[] = {
		"delete", "insert", "merge", "select", "table", "update", "values", "with",
	};
	pdo_pool_text text;

	pdo_pool_text_begin(&text, sql, length, mode);
	pdo_pool_text_next(&text);
	if (text.kind != PDO_POOL_TOKEN_WORD || !PDO_POOL_TOKEN_IS_IN(&text, planned)) {
		return 0;
	}
	while (pdo_pool_text_next(&text) != PDO_POOL_TOKEN_END) {
		if (text.kind == PDO_POOL_TOKEN_STRING && names_moment(text.start, text.length)) {
			return 0;
		}
	}
	return pdo_pool_text_is_in_doubt(&text) ? 0 : IS_KEEPABLE;
}

bool pgsql_session_is_keepable(pgsql_async_t *async, const char *sql)
{
	return pdo_pool_verdict(sql, strlen(sql), dialect_of(async, sql), judge_keepable) & IS_KEEPABLE;
}

/* {{{ Statements that share a connection with those of other coroutines */

enum {
	MAY_ROAM = 1 << 0,
	NEEDS_KNOWN_NAMES = 1 << 1
};

/* Functions that leave the session as it is, but wait for something, as pg_sleep() and
 * pg_advisory_xact_lock() do, or write: large objects, and the number of a transaction. */
static bool is_busy_function(const pdo_pool_text *text)
{
	static const char *const prefixes[] = {"pg_", "lo_", "loread", "lowrite", "txid_"};

	for (size_t i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
		const size_t length = strlen(prefixes[i]);

		if (text->length >= length && pdo_pool_word_is(text->start, length, prefixes[i], length)) {
			return true;
		}
	}
	return false;
}

/* Rows that it changes or locks, a table that it makes. FOR may also be part of
 * substring(a for 3): better safe. */
static bool does_more_than_read(const pdo_pool_text *text)
{
	static const char *const words[] = {"delete", "for", "insert", "into", "merge", "update"};

	if (text->kind != PDO_POOL_TOKEN_WORD && text->kind != PDO_POOL_TOKEN_NAME) {
		return false;
	}
	return PDO_POOL_TOKEN_IS_IN(text, words)
		|| (pdo_pool_text_precedes(text, '(') && is_busy_function(text));
}

static bool only_reads(const char *sql, size_t length, uint32_t mode)
{
	static const char *const readers[] = {"select", "table", "values", "with"};
	pdo_pool_text text;

	pdo_pool_text_begin(&text, sql, length, mode);
	pdo_pool_text_next(&text);
	if (text.kind != PDO_POOL_TOKEN_WORD || !PDO_POOL_TOKEN_IS_IN(&text, readers)) {
		return false;
	}
	while (pdo_pool_text_next(&text) != PDO_POOL_TOKEN_END) {
		if (does_more_than_read(&text)) {
			return false;
		}
	}
	return true;
}

static uint32_t judge_roaming(const char *sql, size_t length, uint32_t mode)
{
	const uint32_t effects = judge(sql, length, mode);

	if ((effects & ~PDO_POOL_TEXT_NAMES_KNOWN) || !only_reads(sql, length, mode)) {
		return 0;
	}
	return MAY_ROAM | (effects & PDO_POOL_TEXT_NAMES_KNOWN ? NEEDS_KNOWN_NAMES : 0);
}

/* What a backslash means depends on the connection. */
bool pgsql_session_may_roam(const zend_string *sql, bool *names_known)
{
	uint32_t verdict;

	if (memchr(ZSTR_VAL(sql), '\\', ZSTR_LEN(sql))) {
		return false;
	}
	verdict = pdo_pool_verdict(ZSTR_VAL(sql), ZSTR_LEN(sql), PDO_POOL_TEXT_POSTGRESQL,
		judge_roaming);
	*names_known = (verdict & NEEDS_KNOWN_NAMES) != 0;
	return (verdict & MAY_ROAM) != 0;
}
/* }}} */

bool pgsql_session_closes_all(pgsql_async_t *async, const char *sql)
{
	return pdo_pool_pgsql_closes_all(sql, strlen(sql), dialect_of(async, sql));
}
/* }}} */
