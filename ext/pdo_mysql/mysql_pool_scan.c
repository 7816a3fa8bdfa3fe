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

/* Reads the text of a statement for pooled connections: could it leave something in the session
 * that the next user would notice? This is no parser; it knows words, strings and
 * comments. What it does not know counts as a change. It cannot see what stored functions
 * and triggers do: that is what session tracking (mysql_pool.c) is for. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"

typedef struct _scanner {
	const char *p;
	const char *end;
	pdo_mysql_scan_mode mode;
	/* The next word is the first of a statement, which is not the first of the text. */
	bool at_start;
	bool is_second;
	/* INTO, which may be followed by variables. */
	bool had_into;
	unsigned found;
} scanner;

/* Like isalpha() in the locale "C", inline: this runs for each character of each statement. */
static zend_always_inline bool is_letter(char c)
{
	return (unsigned char) ((c | 0x20) - 'a') < 26;
}

static zend_always_inline bool is_digit(char c)
{
	return (unsigned char) (c - '0') < 10;
}

static zend_always_inline bool is_word_char(char c)
{
	return is_letter(c) || is_digit(c) || c == '_' || c == '$' || (c & 0x80);
}

/* {{{ Words */
typedef struct _known_word {
	uint8_t length;
	const char *name;
} known_word;

#define WORD(name) {sizeof(name) - 1, name}

static bool is_one_of(const char *word, size_t length, const known_word *list, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (list[i].length == length && list[i].name[0] == (word[0] | 0x20)
				&& zend_binary_strcasecmp(word, length, list[i].name, length) == 0) {
			return true;
		}
	}
	return false;
}

#define IS_ONE_OF(word, length, list) is_one_of((word), (length), (list), sizeof(list) / sizeof((list)[0]))

/* Statements that by themselves change nothing of the session, apart from the transaction; the most
 * frequent ones first. */
static bool may_begin_clean(const char *word, size_t length)
{
	static const known_word clean[] = {
		WORD("select"), WORD("insert"), WORD("update"), WORD("delete"), WORD("start"), WORD("commit"), WORD("begin"),
		WORD("rollback"), WORD("with"), WORD("replace"), WORD("alter"), WORD("analyze"), WORD("check"),
		WORD("checksum"), WORD("create"), WORD("desc"), WORD("describe"), WORD("do"), WORD("drop"), WORD("explain"),
		WORD("grant"), WORD("help"), WORD("kill"), WORD("load"), WORD("optimize"), WORD("release"), WORD("rename"),
		WORD("repair"), WORD("revoke"), WORD("savepoint"), WORD("show"), WORD("table"), WORD("truncate"),
		WORD("values")
	};

	return IS_ONE_OF(word, length, clean);
}

/* Wherever they stand. */
static bool is_sticky(const char *word, size_t length)
{
	static const known_word sticky[] = {WORD("get_lock"), WORD("sql_calc_found_rows"), WORD("temporary")};

	return IS_ONE_OF(word, length, sticky);
}

static bool names_last_id(const char *word, size_t length)
{
	static const known_word names[] = {WORD("last_insert_id"), WORD("identity")};

	return IS_ONE_OF(word, length, names);
}

static void scan_word(scanner *s)
{
	const char *word = s->p;
	size_t length;

	while (s->p < s->end && is_word_char(*s->p)) {
		s->p++;
	}
	length = s->p - word;
	if ((s->at_start && !may_begin_clean(word, length)) || is_sticky(word, length)) {
		s->found |= PDO_MYSQL_SCAN_DIRTIES;
	}
	if (names_last_id(word, length)) {
		s->found |= PDO_MYSQL_SCAN_READS_ID;
	}
	if (length == 4 && strncasecmp(word, "into", 4) == 0) {
		s->had_into = true;
	}
	if (s->at_start && s->is_second) {
		s->found |= PDO_MYSQL_SCAN_SEVERAL;
	}
	s->at_start = false;
}
/* }}} */

/* {{{ What is not code */

/* Whether a backslash escapes in "..." depends on ANSI_QUOTES, which the client does not know. */
static void scan_quoted(scanner *s)
{
	char quote = *s->p++;

	while (s->p < s->end) {
		char c = *s->p++;

		if (c == '\\' && quote != '`' && !s->mode.plain_backslash && s->p < s->end) {
			if (quote == '"' && *s->p == quote) {
				s->found |= PDO_MYSQL_SCAN_DIRTIES;
			}
			s->p++;
		} else if (c == quote) {
			if (s->p >= s->end || *s->p != quote) {
				break;
			}
			s->p++;
		}
	}
	s->at_start = false;
}

static void skip_line(scanner *s)
{
	while (s->p < s->end && *s->p != '\n') {
		s->p++;
	}
}

static bool at(const scanner *s, const char *text)
{
	size_t length = strlen(text);
	return (size_t) (s->end - s->p) >= length && memcmp(s->p, text, length) == 0;
}

/* The content of a versioned comment is code, for some servers. */
static void scan_comment(scanner *s)
{
	s->p += 2;
	if (at(s, "!") || at(s, "M!")) {
		s->p += *s->p == 'M' ? 2 : 1;
		while (s->p < s->end && is_digit(*s->p)) {
			s->p++;
		}
		return;
	}
	while (s->p < s->end && !at(s, "*/")) {
		s->p++;
	}
	s->p = MIN(s->p + 2, s->end);
}

static bool is_dash_comment(const scanner *s)
{
	return at(s, "--") && (s->p + 2 == s->end || (unsigned char) s->p[2] <= ' ');
}
/* }}} */

/* A variable of the user, unless it is "@@", or the host after a user's name. MariaDB reports those that are set by SET and :=,
 * but not by SELECT ... INTO and LOAD DATA ... INTO TABLE t (@a). */
static void scan_at(scanner *s)
{
	s->p++;
	if (s->p < s->end && *s->p == '@') {
		s->p++;
	} else if (!s->mode.tracked || s->had_into) {
		s->found |= PDO_MYSQL_SCAN_DIRTIES;
	}
}

static void scan_punctuation(scanner *s)
{
	char c = *s->p;

	if (at(s, ":=")) {
		s->found |= PDO_MYSQL_SCAN_DIRTIES;
	}
	s->p += at(s, "*/") ? 2 : 1;
	if (c == ';') {
		s->at_start = s->is_second = true;
	}
}

unsigned pdo_mysql_scan(const char *sql, size_t length, pdo_mysql_scan_mode mode)
{
	scanner s = {.p = sql, .end = sql + length, .mode = mode, .at_start = true};

	while (s.p < s.end) {
		char c = *s.p;

		if (is_word_char(c)) {
			scan_word(&s);
		} else if (c == '\'' || c == '"' || c == '`') {
			scan_quoted(&s);
		} else if (c == '#' || is_dash_comment(&s)) {
			skip_line(&s);
		} else if (at(&s, "/*")) {
			scan_comment(&s);
		} else if (c == '@') {
			scan_at(&s);
		} else {
			scan_punctuation(&s);
		}
	}
	return s.found;
}
