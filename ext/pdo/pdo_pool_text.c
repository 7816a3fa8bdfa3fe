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

/* Cuts SQL text into tokens: see pdo_pool_text.h. The text is read once, from left to right. It
 * ends with a '\0' that is not part of it, so that looking one character ahead needs no test. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_text.h"

/* {{{ Characters */
#define WORD 1
#define DIGIT 2
#define DOLLAR 4
#define BLANK 8
/* May begin a comment, or end a versioned one. */
#define COMMENT 16

#define W8 WORD, WORD, WORD, WORD, WORD, WORD, WORD, WORD
#define W32 W8, W8, W8, W8
#define D8 DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT, DIGIT

static const uint8_t classes[256] = {
	/* 00 */ 0, 0, 0, 0, 0, 0, 0, 0,
	/* 08 */ 0, BLANK, BLANK, BLANK, BLANK, BLANK, 0, 0,
	/* 10 */ 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
	/* 20 */ BLANK, 0, 0, /* # */ COMMENT, /* $ */ DOLLAR, 0, 0, 0,
	/* 28 */ 0, 0, /* * */ COMMENT, 0, 0, /* - */ COMMENT, 0, /* / */ COMMENT,
	/* 30 */ D8, DIGIT, DIGIT, 0, 0, 0, 0, 0, 0,
	/* 40 */ 0, WORD, WORD, WORD, WORD, WORD, WORD, WORD, W8,
	/* 50 */ W8, WORD, WORD, WORD, 0, 0, 0, 0, /* _ */ WORD,
	/* 60 */ 0, WORD, WORD, WORD, WORD, WORD, WORD, WORD, W8,
	/* 70 */ W8, WORD, WORD, WORD, 0, 0, 0, 0, 0,
	/* 80 */ W32, W32, W32, W32
};

static zend_always_inline bool has(const pdo_pool_text *t, uint32_t feature)
{
	return (t->dialect & feature) != 0;
}

static zend_always_inline unsigned char fold(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
}

/* What may stand in a word behind its first character. */
static zend_always_inline uint8_t word_mask(const pdo_pool_text *t)
{
	return WORD | DIGIT | (has(t, PDO_POOL_TEXT_DOLLAR_IN_WORD) ? DOLLAR : 0);
}

static zend_always_inline const unsigned char *word_end(
	const pdo_pool_text *t, const unsigned char *p)
{
	const uint8_t mask = word_mask(t);

	while (classes[*p] & mask) {
		p++;
	}
	return p;
}
/* }}} */

/* {{{ Comments */
static bool has_comment_mark(const unsigned char *p, const unsigned char *end)
{
	for (; p + 1 < end; p++) {
		if ((p[0] == '/' && p[1] == '*') || (p[0] == '*' && p[1] == '/')) {
			return true;
		}
	}
	return false;
}

/* For a server that runs the code of a versioned comment, a quote or a line in it goes as far as
 * it does anywhere; for one that skips it, the comment ends at the first mark. */
static void check_versioned(pdo_pool_text *t, const unsigned char *from, bool *is_ambiguous)
{
	if (UNEXPECTED(t->is_in_versioned) && has_comment_mark(from, t->cursor)) {
		*is_ambiguous = true;
	}
}

static void skip_line(pdo_pool_text *t)
{
	const unsigned char *from = t->cursor;
	const unsigned char *p = from;
	const bool ends_at_cr = has(t, PDO_POOL_TEXT_LINE_ENDS_AT_CR);

	for (; p < t->end && *p != '\n'; p++) {
		if (*p == '\r' && ends_at_cr) {
			break;
		}
		if (*p == '\r' && p[1] != '\n' && has(t, PDO_POOL_TEXT_ANY_SERVER)) {
			t->is_ambiguous_ahead = true;
		}
	}
	t->cursor = p;
	check_versioned(t, from, &t->is_ambiguous_ahead);
}

/* -- needs a blank behind it for some servers. */
static bool skip_dashes(pdo_pool_text *t)
{
	if (t->cursor[1] != '-') {
		return false;
	}
	if (t->cursor + 2 < t->end && t->cursor[2] > ' ') {
		if (has(t, PDO_POOL_TEXT_DASHES_AND_BLANK)) {
			return false;
		}
		if (has(t, PDO_POOL_TEXT_ANY_SERVER)) {
			t->is_ambiguous_ahead = true;
		}
	}
	skip_line(t);
	return true;
}

/* The cursor is behind the mark that begins it. */
static void skip_block_content(pdo_pool_text *t)
{
	const unsigned char *p = t->cursor;
	unsigned depth = 1;

	for (; p < t->end; p++) {
		if (p[0] == '*' && p[1] == '/') {
			p++;
			if (--depth == 0) {
				p++;
				break;
			}
		} else if (p[0] == '/' && p[1] == '*') {
			if (has(t, PDO_POOL_TEXT_NESTED_COMMENTS)) {
				p++;
				depth++;
			} else if (has(t, PDO_POOL_TEXT_ANY_SERVER)) {
				t->is_ambiguous_ahead = true;
			}
		}
	}
	t->cursor = p;
}

/* A version has five or six digits; what is shorter is code. */
static void skip_version(pdo_pool_text *t)
{
	unsigned digits = 0;

	while (digits < 6 && (classes[t->cursor[digits]] & DIGIT)) {
		digits++;
	}
	t->cursor += digits >= 5 ? digits : 0;
}

/* The cursor is behind the mark. Versioned comments do not nest. */
static void enter_versioned(pdo_pool_text *t)
{
	t->cursor += *t->cursor == 'M' ? 2 : 1;
	skip_version(t);
	if (t->is_in_versioned) {
		t->is_ambiguous_ahead = true;
	}
	t->is_in_versioned = true;
}

static bool skip_block(pdo_pool_text *t)
{
	if (t->cursor[1] != '*') {
		return false;
	}
	t->cursor += 2;
	const unsigned char c = *t->cursor;
	if (has(t, PDO_POOL_TEXT_VERSIONED_COMMENTS)
			&& (c == '!' || (c == 'M' && t->cursor[1] == '!'))) {
		enter_versioned(t);
		return true;
	}
	if (has(t, PDO_POOL_TEXT_ANY_SERVER) && (c == '!' || c == 'M' || c == '+')) {
		t->is_ambiguous_ahead = true;
	}
	skip_block_content(t);
	return true;
}

/* false: here is none. */
static bool skip_comment(pdo_pool_text *t)
{
	switch (*t->cursor) {
		case '-':
			return skip_dashes(t);
		case '/':
			return skip_block(t);
		case '#':
			if (has(t, PDO_POOL_TEXT_HASH_COMMENTS)) {
				skip_line(t);
				return true;
			}
			return false;
		case '*':
			if (t->is_in_versioned && t->cursor[1] == '/') {
				t->is_in_versioned = false;
				t->cursor += 2;
				return true;
			}
			return false;
	}
	return false;
}

static zend_always_inline void skip_blanks(pdo_pool_text *t)
{
	for (;;) {
		const uint8_t class = classes[*t->cursor];

		if (class & BLANK) {
			t->cursor++;
		} else if (EXPECTED(!(class & COMMENT)) || !skip_comment(t)) {
			return;
		}
	}
}
/* }}} */

/* Is this byte perhaps the second half of a character? There is one before it. */
static zend_always_inline bool may_be_half(const pdo_pool_text *t, const unsigned char *p)
{
	return UNEXPECTED(p[-1] >= 0x80) && *p >= 0x40 && *p < 0x7f && has(t, PDO_POOL_TEXT_MULTIBYTE);
}

/* {{{ Quotes: each function leaves the cursor behind the closing one, at most at the end */

/* A quote that is doubled stands for itself. */
static void skip_quoted(pdo_pool_text *t, unsigned char quote, bool backslashes)
{
	const unsigned char *p = t->cursor + 1;

	for (; p < t->end; p++) {
		if (*p == '\\' && backslashes) {
			/* Whether "..." has escapes depends on a setting that is not known here. */
			t->is_ambiguous |= (quote == '"' && p[1] == quote) || may_be_half(t, p);
			p += p + 1 < t->end;
		} else if (*p == quote) {
			t->is_ambiguous |= may_be_half(t, p);
			if (p[1] != quote) {
				p++;
				break;
			}
			p++;
		}
	}
	t->cursor = p;
}

/* A backslash before a quote hides it, or does not, or is half of a character; and where one server
 * sees no end to a string another may see one. */
static void skip_quoted_anywhere(pdo_pool_text *t, unsigned char quote)
{
	const unsigned char *p = t->cursor + 1;
	bool is_escaped = false, is_half = false;

	for (; p < t->end; p++) {
		if (*p == '\\') {
			is_escaped = !is_escaped;
			is_half |= p[-1] >= 0x80;
			continue;
		}
		if (*p == quote) {
			t->is_ambiguous |= is_escaped || is_half;
			if (p[1] != quote) {
				t->cursor = p + 1;
				return;
			}
			p++;
		}
		is_escaped = is_half = false;
	}
	t->is_ambiguous = true;
	t->cursor = p;
}

static pdo_pool_token_kind end_quoted(
	pdo_pool_text *t, const unsigned char *opening, pdo_pool_token_kind kind)
{
	const unsigned char *content = opening + 1;
	const bool is_closed = t->cursor > content && t->cursor[-1] == *opening;

	check_versioned(t, opening, &t->is_ambiguous);
	t->quote = *opening;
	t->start = (const char *) content;
	t->length = (size_t) (t->cursor - content) - is_closed;
	skip_blanks(t);
	return t->kind = kind;
}

static pdo_pool_token_kind read_quoted(
	pdo_pool_text *t, pdo_pool_token_kind kind, bool backslashes)
{
	const unsigned char *opening = t->cursor;

	if (UNEXPECTED(has(t, PDO_POOL_TEXT_ANY_SERVER))) {
		skip_quoted_anywhere(t, *opening);
	} else {
		skip_quoted(t, *opening, backslashes);
	}
	return end_quoted(t, opening, kind);
}

static pdo_pool_token_kind read_string(pdo_pool_text *t)
{
	return read_quoted(t, PDO_POOL_TOKEN_STRING, has(t, PDO_POOL_TEXT_BACKSLASHES));
}

static pdo_pool_token_kind read_double_quoted(pdo_pool_text *t)
{
	if (has(t, PDO_POOL_TEXT_DOUBLE_QUOTED_STRINGS)) {
		return read_string(t);
	}
	return read_quoted(t, PDO_POOL_TOKEN_NAME, false);
}

/* An index of an array, or a quoted name. */
static pdo_pool_token_kind read_bracketed(pdo_pool_text *t)
{
	const unsigned char *content = t->cursor + 1;
	const unsigned char *p = content;

	while ((classes[*p] & (WORD | DIGIT)) || (*p && strchr(" ,:.+-*", *p))) {
		p++;
	}
	t->is_ambiguous |= p < t->end && *p != ']';
	t->quote = '[';
	t->start = (const char *) content;
	t->length = (size_t) (p - content);
	t->cursor = p + (*p == ']');
	skip_blanks(t);
	return t->kind = PDO_POOL_TOKEN_NAME;
}

/* After a line break an E'...' or B'...' goes on, with the rules that it began with. */
static bool is_continued(pdo_pool_text *t)
{
	const unsigned char *next = t->cursor;
	bool has_line_break = false;

	for (; classes[*next] & BLANK; next++) {
		has_line_break |= *next == '\n' || *next == '\r';
	}
	if (has_line_break && *next == '\'') {
		t->cursor = next;
		return true;
	}
	/* Or after a comment. */
	t->is_ambiguous |= *next == '-';
	return false;
}

static pdo_pool_token_kind read_escape_string(pdo_pool_text *t)
{
	const unsigned char *opening = t->cursor;

	do {
		skip_quoted(t, '\'', true);
	} while (is_continued(t));
	return end_quoted(t, opening, PDO_POOL_TOKEN_STRING);
}

/* Ends at the first quote, whatever stands before it. */
static pdo_pool_token_kind read_bit_string(pdo_pool_text *t)
{
	const unsigned char *opening = t->cursor;

	do {
		const unsigned char *p = t->cursor + 1;
		const unsigned char *closing = memchr(p, '\'', (size_t) (t->end - p));

		t->cursor = closing ? closing + 1 : t->end;
	} while (is_continued(t));
	return end_quoted(t, opening, PDO_POOL_TOKEN_STRING);
}

/* END: here is none, but a word. */
static pdo_pool_token_kind read_prefixed_string(pdo_pool_text *t)
{
	const unsigned char c = fold(*t->cursor);

	if (t->cursor[1] == '\'' && (c == 'e' || c == 'b' || c == 'x' || c == 'n')) {
		t->cursor++;
		return c == 'e' ? read_escape_string(t) : c == 'n' ? read_string(t) : read_bit_string(t);
	}
	if (c == 'u' && t->cursor[1] == '&' && t->cursor[2] == '\'') {
		t->cursor += 2;
		return read_string(t);
	}
	if (c == 'u' && t->cursor[1] == '&' && t->cursor[2] == '"') {
		/* A name that is not what it looks like. */
		t->is_ambiguous = true;
	}
	return PDO_POOL_TOKEN_END;
}

/* $tag$ ... $tag$. END: here is none, but a lone dollar. */
static pdo_pool_token_kind read_dollar_quoted(pdo_pool_text *t)
{
	const unsigned char *tag = t->cursor, *p = tag + 1;

	while (classes[*p] & (WORD | DIGIT)) {
		p++;
	}
	if (*p != '$' || (classes[tag[1]] & DIGIT)) {
		return PDO_POOL_TOKEN_END;
	}
	const size_t tag_length = (size_t) (p - tag) + 1;
	t->quote = '$';
	t->start = (const char *) ++p;
	for (; (size_t) (t->end - p) >= tag_length; p++) {
		if (*p == '$' && memcmp(p, tag, tag_length) == 0) {
			break;
		}
	}
	const bool is_closed = (size_t) (t->end - p) >= tag_length;
	t->length = (size_t) ((is_closed ? p : t->end) - (const unsigned char *) t->start);
	t->cursor = is_closed ? p + tag_length : t->end;
	skip_blanks(t);
	return t->kind = PDO_POOL_TOKEN_STRING;
}
/* }}} */

/* {{{ Tokens */
static zend_always_inline pdo_pool_token_kind read_word(
	pdo_pool_text *t, pdo_pool_token_kind kind)
{
	const unsigned char *start = t->cursor;

	t->cursor = word_end(t, start + 1);
	if (UNEXPECTED(may_be_half(t, t->cursor)) && has(t, PDO_POOL_TEXT_BACK_QUOTES)) {
		t->is_ambiguous = true;
	}
	t->start = (const char *) start;
	t->length = (size_t) (t->cursor - start);
	skip_blanks(t);
	return t->kind = kind;
}

/* Where $ begins a string it is no part of a number: $1$$. */
static zend_always_inline pdo_pool_token_kind read_number(pdo_pool_text *t)
{
	const unsigned char *start = t->cursor;

	if (!has(t, PDO_POOL_TEXT_DOLLAR_QUOTES)) {
		return read_word(t, PDO_POOL_TOKEN_NUMBER);
	}
	do {
		t->cursor++;
	} while (classes[*t->cursor] & (WORD | DIGIT));
	t->start = (const char *) start;
	t->length = (size_t) (t->cursor - start);
	skip_blanks(t);
	return t->kind = PDO_POOL_TOKEN_NUMBER;
}

static pdo_pool_token_kind read_sign(pdo_pool_text *t)
{
	t->start = (const char *) t->cursor;
	t->length = t->cursor[0] == '@' && t->cursor[1] == '@' ? 2 : 1;
	t->cursor += t->length;
	skip_blanks(t);
	return t->kind = PDO_POOL_TOKEN_SIGN;
}

/* END: it is a sign. */
static pdo_pool_token_kind read_special(pdo_pool_text *t)
{
	switch (*t->cursor) {
		case '\'':
			return read_string(t);
		case '"':
			return read_double_quoted(t);
		case '`':
			if (has(t, PDO_POOL_TEXT_BACK_QUOTES)) {
				return read_quoted(t, PDO_POOL_TOKEN_NAME, false);
			}
			break;
		case '[':
			if (has(t, PDO_POOL_TEXT_BRACKETS)) {
				return read_bracketed(t);
			}
			break;
		case '$':
			if (has(t, PDO_POOL_TEXT_DOLLAR_QUOTES)) {
				return read_dollar_quoted(t);
			}
			if (has(t, PDO_POOL_TEXT_DOLLAR_STARTS_WORD)) {
				return read_word(t, PDO_POOL_TOKEN_WORD);
			}
			break;
	}
	return PDO_POOL_TOKEN_END;
}

PDO_API void pdo_pool_text_begin(
	pdo_pool_text *t, const char *sql, size_t length, uint32_t dialect)
{
	*t = (pdo_pool_text) {
		.start = sql,
		.cursor = (const unsigned char *) sql,
		.end = (const unsigned char *) sql + length,
		.dialect = dialect,
	};
	skip_blanks(t);
}

PDO_API pdo_pool_token_kind pdo_pool_text_next(pdo_pool_text *t)
{
	const uint8_t class = classes[*t->cursor];
	pdo_pool_token_kind kind = PDO_POOL_TOKEN_END;

	t->was_ambiguous |= t->is_ambiguous;
	t->is_ambiguous = t->is_ambiguous_ahead;
	t->is_ambiguous_ahead = false;
	t->is_versioned = t->is_in_versioned;
	if (class & WORD) {
		if (has(t, PDO_POOL_TEXT_PREFIXED_STRINGS)) {
			kind = read_prefixed_string(t);
		}
		return kind != PDO_POOL_TOKEN_END ? kind : read_word(t, PDO_POOL_TOKEN_WORD);
	}
	if (class & DIGIT) {
		return read_number(t);
	}
	if (UNEXPECTED(t->cursor >= t->end)) {
		return t->kind = PDO_POOL_TOKEN_END;
	}
	kind = read_special(t);
	return kind != PDO_POOL_TOKEN_END ? kind : read_sign(t);
}

PDO_API bool pdo_pool_text_is_odd_number(const pdo_pool_text *t)
{
	if (t->kind != PDO_POOL_TOKEN_NUMBER) {
		return false;
	}
	for (size_t i = 0; i < t->length; i++) {
		const unsigned char c = fold((unsigned char) t->start[i]);

		if (!(classes[c] & DIGIT) && !(c >= 'a' && c <= 'f') && c != 'x' && c != '_') {
			return true;
		}
	}
	return false;
}
/* }}} */

/* {{{ Word lists */
/* Both begin with the same character. */
static int compare(const char *word, size_t length, const char *listed)
{
	for (size_t i = 1; i < length; i++) {
		const unsigned char c = fold((unsigned char) word[i]);
		const unsigned char d = (unsigned char) listed[i];

		if (c != d || d == '\0') {
			return c < d ? -1 : 1;
		}
	}
	return listed[length] == '\0' ? 0 : -1;
}

PDO_API bool pdo_pool_word_is_in(
	const char *word, size_t length, const char *const *list, size_t count)
{
	const unsigned char first = length ? fold((unsigned char) *word) : '\0';
	size_t low = 0, high = count;

	while (low < high) {
		const size_t middle = (low + high) / 2;
		const char *listed = list[middle];
		int order = (int) first - (int) (unsigned char) *listed;

		if (order == 0 && (order = compare(word, length, listed)) == 0) {
			return true;
		}
		if (order < 0) {
			high = middle;
		} else {
			low = middle + 1;
		}
	}
	return false;
}
/* }}} */

PDO_API bool pdo_pool_text_is_plain(const char *sql, size_t length, uint32_t dialect)
{
	pdo_pool_text text;

	if (strlen(sql) != length) {
		return false;
	}
	pdo_pool_text_begin(&text, sql, length, dialect);
	do {
		pdo_pool_text_next(&text);
		if (text.is_ambiguous || text.is_versioned) {
			return false;
		}
	} while (text.kind != PDO_POOL_TOKEN_END);
	return true;
}
