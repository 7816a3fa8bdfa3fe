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

/* Judges the text of a statement for pooled connections: could it leave something in the session
 * that the next user would notice? What is not known counts as a change. ext/pdo cuts the text
 * into tokens (pdo_pool_text.h); this file does not parse. It cannot see what stored functions and
 * triggers do: that is what session tracking (mysql_pool.c) is for. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#include "ext/pdo/pdo_pool_mysql.h"
#include "ext/pdo/pdo_pool_verdict.h"

/* Statements that by themselves change nothing of the session, apart from the transaction.
 * Sorted. */
static const char *const clean_statements[] = {
	"alter", "analyze", "begin", "check", "checksum", "commit", "create", "delete", "desc",
	"describe", "do", "drop", "explain", "grant", "help", "insert", "kill", "load", "optimize",
	"release", "rename", "repair", "replace", "revoke", "rollback", "savepoint", "select", "show",
	"start", "table", "truncate", "update", "values", "with",
};

/* Statements that run functions. A definition only names them. Sorted. */
static const char *const running_statements[] = {
	"delete", "do", "explain", "insert", "load", "replace", "select", "update", "values", "with",
};

/* After these the name before a parenthesis is that of a table. Sorted. */
static const char *const before_tables[] = {
	"as", "delayed", "high_priority", "ignore", "insert", "into", "low_priority", "recursive",
	"references", "replace", "table", "with",
};

/* The last name or word that was read; of a qualified name the first part. */
typedef struct _word {
	const char *start;
	size_t length;
} word;

typedef struct _scanner {
	pdo_pool_text text;
	word previous;
	/* The last token is a dot. */
	bool after_dot;
	bool runs_functions;
	/* The server reports changes of variables and temporary tables itself. */
	bool tracked;
	/* The next word is the first of a statement, which is not the first of the text. */
	bool at_start;
	bool is_second;
	/* INTO, which may be followed by variables. */
	bool had_into;
	/* The statement begins with SHOW; with INSERT or REPLACE; so did one of those before. */
	bool is_show;
	bool is_insert;
	bool had_insert;
	/* The name is that of a variable of the server. */
	bool is_variable;
	uint32_t found;
	/* May be NULL. */
	pdo_mysql_visit_call visit;
	void *context;
} scanner;

#define IS_WORD(token, literal) PDO_POOL_TOKEN_IS((token), literal)

static void dirties(scanner *s)
{
	s->found |= PDO_POOL_TEXT_DIRTY;
}

/* LAST_INSERT_ID(value) makes the id, and does not ask for it. */
static void note_asking_call(scanner *s)
{
	const pdo_pool_text *t = &s->text;
	pdo_pool_text ahead = *t;

	if (IS_WORD(t, "row_count")) {
		s->found |= PDO_POOL_TEXT_READS_CHANGED;
	} else if (IS_WORD(t, "found_rows")) {
		s->found |= PDO_POOL_TEXT_READS_FOUND;
	} else if (IS_WORD(t, "last_insert_id")) {
		pdo_pool_text_next(&ahead);
		s->found |= pdo_pool_text_precedes(&ahead, ')')
			? PDO_POOL_TEXT_READS_ID : PDO_POOL_TEXT_INSERTS;
	}
}

static void note_asking_variable(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	if (IS_WORD(t, "last_insert_id") || IS_WORD(t, "identity")) {
		s->found |= PDO_POOL_TEXT_READS_ID;
	} else if (IS_WORD(t, "warning_count") || IS_WORD(t, "error_count")) {
		s->found |= PDO_POOL_TEXT_READS_WARNINGS;
	}
}

/* Wherever they stand; names of functions may be quoted, too. */
static void note_name(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	if (IS_WORD(t, "get_lock") || IS_WORD(t, "sql_calc_found_rows") || IS_WORD(t, "temporary")) {
		dirties(s);
	} else if (pdo_pool_text_precedes(t, '(')) {
		note_asking_call(s);
	} else if (s->is_variable) {
		note_asking_variable(s);
	} else if (s->is_show && (IS_WORD(t, "warnings") || IS_WORD(t, "errors"))) {
		s->found |= PDO_POOL_TEXT_READS_WARNINGS;
	}
}

/* A stored function may take a lock, of which the server does not tell. One that is called by its
 * plain name may as well be built in. */
static void note_call(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	if (!s->runs_functions || PDO_POOL_TOKEN_IS_IN(&s->previous, before_tables)) {
		return;
	}
	if (s->after_dot) {
		dirties(s);
		s->found |= PDO_POOL_TEXT_CALLS;
	} else if (!pdo_pool_mysql_is_harmless(t->start, t->length)) {
		s->found |= PDO_POOL_TEXT_CALLS;
		if (s->visit) {
			s->visit(s->context, t->start, t->length);
		}
	}
}

static void end_name(scanner *s)
{
	if (pdo_pool_text_precedes(&s->text, '(')) {
		note_call(s);
	}
	if (!s->after_dot) {
		s->previous = (word) {.start = s->text.start, .length = s->text.length};
	}
}

/* A server that skips a versioned comment sees the statement begin behind it. */
static bool is_still_at_start(const scanner *s)
{
	return s->at_start && s->text.is_versioned;
}

/* MariaDB prepares every statement. */
static void note_use(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	if (IS_WORD(t, "use") || IS_WORD(t, "execute") || IS_WORD(t, "prepare")) {
		s->found |= PDO_POOL_TEXT_USES;
	}
}

/* What the session will remember of it. An id that is made by one of several statements does not
 * reach the client library. */
static void note_kind(scanner *s)
{
	const pdo_pool_text *t = &s->text;

	s->is_show = IS_WORD(t, "show");
	s->is_insert = IS_WORD(t, "insert") || IS_WORD(t, "replace");
	if (s->is_insert || IS_WORD(t, "update") || IS_WORD(t, "delete")) {
		s->found |= PDO_POOL_TEXT_CHANGES;
	} else if (IS_WORD(t, "select")) {
		s->found |= PDO_POOL_TEXT_SELECTS;
	}
	if (IS_WORD(t, "create") || IS_WORD(t, "alter") || IS_WORD(t, "drop")) {
		s->found |= PDO_POOL_TEXT_DEFINES;
	}
	s->had_insert |= s->is_insert;
	if (s->had_insert && s->is_second) {
		s->found |= PDO_POOL_TEXT_INSERTS;
	}
}

static void begin_statement(scanner *s)
{
	if (!IS_WORD(&s->text, "select") && !PDO_POOL_TOKEN_IS_IN(&s->text, clean_statements)) {
		dirties(s);
		note_use(s);
	}
	if (s->is_second) {
		s->found |= PDO_POOL_TEXT_SEVERAL;
	}
	note_kind(s);
	s->runs_functions = PDO_POOL_TOKEN_IS_IN(&s->text, running_statements);
	s->at_start = is_still_at_start(s);
}

static void read_word(scanner *s)
{
	if (s->at_start) {
		begin_statement(s);
	}
	s->had_into |= IS_WORD(&s->text, "into");
	if (s->is_insert && IS_WORD(&s->text, "returning")) {
		s->found |= PDO_POOL_TEXT_INSERTS;
	}
	/* CREATE TABLE ... SELECT */
	s->runs_functions |= IS_WORD(&s->text, "select");
	note_name(s);
	end_name(s);
}

static void read_quoted(scanner *s)
{
	if (s->text.quote != '\'') {
		if (pdo_pool_text_precedes(&s->text, '(')) {
			note_name(s);
		}
		end_name(s);
	}
	s->at_start = is_still_at_start(s);
}

static void read_sign(scanner *s)
{
	switch (*s->text.start) {
		case '@':
			/* A variable of the user, unless it is "@@", or the host after a user's name. MariaDB
			 * reports those that are set by SET and :=, but not by SELECT ... INTO and LOAD
			 * DATA ... INTO TABLE t (@a). */
			if (s->text.length == 1 && (!s->tracked || s->had_into)) {
				dirties(s);
			}
			break;
		case ':':
			if (pdo_pool_text_peek(&s->text, 1) == '=') {
				dirties(s);
			}
			break;
		case ';':
			s->at_start = s->is_second = true;
			break;
	}
}

/* @@name, @@session.name */
static void note_variable(scanner *s)
{
	if (pdo_pool_text_is_sign(&s->text, '@') && s->text.length == 2) {
		s->is_variable = true;
	} else if (!s->after_dot && !IS_WORD(&s->text, "session") && !IS_WORD(&s->text, "local")) {
		s->is_variable = false;
	}
}

static void read_token(scanner *s)
{
	switch (s->text.kind) {
		case PDO_POOL_TOKEN_WORD:
		case PDO_POOL_TOKEN_NUMBER:
			read_word(s);
			break;
		case PDO_POOL_TOKEN_NAME:
		case PDO_POOL_TOKEN_STRING:
			read_quoted(s);
			break;
		case PDO_POOL_TOKEN_SIGN:
			read_sign(s);
			break;
		case PDO_POOL_TOKEN_END:
			break;
	}
	s->after_dot = pdo_pool_text_is_sign(&s->text, '.');
	note_variable(s);
}

/* Part of the mode of a verdict, apart from the dialect. */
#define TRACKED (1u << 31)

static void scan(scanner *s, const char *sql, size_t length, uint32_t dialect)
{
	s->at_start = true;
	pdo_pool_text_begin(&s->text, sql, length, dialect);
	while (pdo_pool_text_next(&s->text) != PDO_POOL_TOKEN_END) {
		read_token(s);
	}
}

static uint32_t judge(const char *sql, size_t length, uint32_t mode)
{
	scanner s = {.tracked = (mode & TRACKED) != 0};

	scan(&s, sql, length, mode & ~TRACKED);
	if (pdo_pool_text_is_in_doubt(&s.text)) {
		dirties(&s);
		s.found |= PDO_POOL_TEXT_USES;
	}
	return s.found;
}

uint32_t pdo_mysql_scan_dialect(pdo_mysql_scan_mode mode)
{
	const uint32_t backslashes = mode.plain_backslash ? 0 : PDO_POOL_TEXT_BACKSLASHES;
	const uint32_t multibyte = mode.multibyte ? PDO_POOL_TEXT_MULTIBYTE : 0;

	return PDO_POOL_TEXT_MYSQL | backslashes | multibyte;
}

unsigned pdo_mysql_scan(const char *sql, size_t length, pdo_mysql_scan_mode mode)
{
	const uint32_t tracked = mode.tracked ? TRACKED : 0;

	return pdo_pool_verdict(sql, length, pdo_mysql_scan_dialect(mode) | tracked, judge);
}

void pdo_mysql_scan_calls(const char *sql, size_t length, pdo_mysql_scan_mode mode,
	pdo_mysql_visit_call visit, void *context)
{
	scanner s = {.visit = visit, .context = context};

	scan(&s, sql, length, pdo_mysql_scan_dialect(mode));
}
