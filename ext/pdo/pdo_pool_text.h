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

/* SQL text as a row of tokens, for drivers that tell from the text what a statement may leave
 * behind in its session. It knows where words, names, strings and comments begin and end in a
 * dialect; it does not parse, and it judges nothing: the word lists and the verdict are the
 * driver's. It allocates nothing and calls nothing of the engine. */

#ifndef PDO_POOL_TEXT_H
#define PDO_POOL_TEXT_H

#include "php_pdo_driver.h"

/* What a text says about the statements in it. A driver sets those that it needs. */
enum {
	/* They may leave something in the session. The answer errs on this side. */
	PDO_POOL_TEXT_DIRTY = 1 << 0,
	/* They do so only if the server understands them: nothing runs before all of it is parsed. */
	PDO_POOL_TEXT_UNLESS_REFUSED = 1 << 1,
	/* There are several. */
	PDO_POOL_TEXT_SEVERAL = 1 << 2,
	/* They may ask for the id of an insert that came before them. */
	PDO_POOL_TEXT_READS_ID = 1 << 3,
	/* They may make such an id. */
	PDO_POOL_TEXT_INSERTS = 1 << 4,
	/* They hand the values that they made to the caller. */
	PDO_POOL_TEXT_RETURNING = 1 << 5,
	PDO_POOL_TEXT_COPY = 1 << 6,
	/* They begin a transaction; they end one. */
	PDO_POOL_TEXT_BEGINS = 1 << 7,
	PDO_POOL_TEXT_ENDS = 1 << 8,
	/* It ends the session if it succeeds. */
	PDO_POOL_TEXT_RELEASES = 1 << 9,
	/* What they leave in the session, no reset undoes. */
	PDO_POOL_TEXT_STAYS = 1 << 10,
	/* They may make another database the current one. */
	PDO_POOL_TEXT_USES = 1 << 11,
	/* They call functions that are not known; they define, change or drop something. */
	PDO_POOL_TEXT_CALLS = 1 << 12,
	PDO_POOL_TEXT_DEFINES = 1 << 13,
	/* They may ask what the session remembers of a statement that came before them: how many rows
	 * it has changed, or found; its warnings. */
	PDO_POOL_TEXT_READS_CHANGED = 1 << 14,
	PDO_POOL_TEXT_READS_FOUND = 1 << 15,
	PDO_POOL_TEXT_READS_WARNINGS = 1 << 16,
	/* How many rows all statements of the session have changed. */
	PDO_POOL_TEXT_READS_TOTAL = 1 << 17,
	/* They change rows, so that triggers may run; they select some. The session remembers such a
	 * statement instead of the one before. */
	PDO_POOL_TEXT_CHANGES = 1 << 18,
	PDO_POOL_TEXT_SELECTS = 1 << 19,
	/* They call functions that are known by name, but not by their schema. */
	PDO_POOL_TEXT_NAMES_KNOWN = 1 << 20,
	/* They may change settings until the transaction ends. */
	PDO_POOL_TEXT_SETS_LOCALLY = 1 << 21,

	/* What belongs to the coroutine that ran the statement before. */
	PDO_POOL_TEXT_READS_LAST = PDO_POOL_TEXT_READS_ID | PDO_POOL_TEXT_READS_CHANGED
		| PDO_POOL_TEXT_READS_FOUND | PDO_POOL_TEXT_READS_WARNINGS | PDO_POOL_TEXT_READS_TOTAL
};

/* How a text is to be read. */
enum {
	/* A backslash escapes in '...', and in "..." where that is a string. */
	PDO_POOL_TEXT_BACKSLASHES = 1 << 0,
	/* A dollar may be part of a word; it may begin one; $tag$ ... $tag$ is a string. */
	PDO_POOL_TEXT_DOLLAR_IN_WORD = 1 << 1,
	PDO_POOL_TEXT_DOLLAR_STARTS_WORD = 1 << 2,
	PDO_POOL_TEXT_DOLLAR_QUOTES = 1 << 3,
	/* E'...' has backslashes, and B'...', X'...', N'...', U&'...' are strings. */
	PDO_POOL_TEXT_PREFIXED_STRINGS = 1 << 4,
	/* "..." is a string, or a name: that depends on a setting of the server. */
	PDO_POOL_TEXT_DOUBLE_QUOTED_STRINGS = 1 << 5,
	PDO_POOL_TEXT_BACK_QUOTES = 1 << 6,
	/* [...] is a name, or an index. */
	PDO_POOL_TEXT_BRACKETS = 1 << 7,
	PDO_POOL_TEXT_NESTED_COMMENTS = 1 << 8,
	/* The content of comments that begin with ! or M! is code for some servers. */
	PDO_POOL_TEXT_VERSIONED_COMMENTS = 1 << 9,
	/* A hash begins a comment; a double dash does so only in front of a blank. */
	PDO_POOL_TEXT_HASH_COMMENTS = 1 << 10,
	PDO_POOL_TEXT_DASHES_AND_BLANK = 1 << 11,
	/* A carriage return ends a line comment. */
	PDO_POOL_TEXT_LINE_ENDS_AT_CR = 1 << 12,
	/* The text may be in an encoding, such as Shift JIS or GBK, in which a byte from 0x40 to 0x7e
	 * that follows one from 0x80 on is the second half of a character. */
	PDO_POOL_TEXT_MULTIBYTE = 1 << 13,
	/* It is not known which server reads the text: what servers read in different ways is
	 * ambiguous. */
	PDO_POOL_TEXT_ANY_SERVER = 1 << 14,

	/* Only E'...' and the like suffer from an encoding here, and those are rare. */
	PDO_POOL_TEXT_POSTGRESQL = PDO_POOL_TEXT_MULTIBYTE | PDO_POOL_TEXT_DOLLAR_IN_WORD
		| PDO_POOL_TEXT_DOLLAR_QUOTES | PDO_POOL_TEXT_PREFIXED_STRINGS
		| PDO_POOL_TEXT_NESTED_COMMENTS | PDO_POOL_TEXT_LINE_ENDS_AT_CR,
	PDO_POOL_TEXT_MYSQL = PDO_POOL_TEXT_DOLLAR_IN_WORD | PDO_POOL_TEXT_DOLLAR_STARTS_WORD
		| PDO_POOL_TEXT_DOUBLE_QUOTED_STRINGS | PDO_POOL_TEXT_BACK_QUOTES
		| PDO_POOL_TEXT_VERSIONED_COMMENTS | PDO_POOL_TEXT_HASH_COMMENTS
		| PDO_POOL_TEXT_DASHES_AND_BLANK,
	PDO_POOL_TEXT_ODBC = PDO_POOL_TEXT_BACK_QUOTES | PDO_POOL_TEXT_BRACKETS
		| PDO_POOL_TEXT_ANY_SERVER
};

typedef enum _pdo_pool_token_kind {
	PDO_POOL_TOKEN_END,
	/* A word of the grammar, or a name without quotes. */
	PDO_POOL_TOKEN_WORD,
	/* A name in quotes; start and length are those of its content. */
	PDO_POOL_TOKEN_NAME,
	/* Begins with a digit; may go on with letters. */
	PDO_POOL_TOKEN_NUMBER,
	/* start and length are those of its content. */
	PDO_POOL_TOKEN_STRING,
	/* One character of any other kind; @@ is one sign, too. */
	PDO_POOL_TOKEN_SIGN
} pdo_pool_token_kind;

typedef struct _pdo_pool_text {
	/* The token that was read last. */
	pdo_pool_token_kind kind;
	/* The quote that encloses it: ' " ` [ $; undefined for other kinds than names and strings. */
	unsigned char quote;
	/* The token, or a comment before it, may be read in another way, so that what follows may be
	 * something else than it seems. */
	bool is_ambiguous;
	/* So was one of those before it. */
	bool was_ambiguous;
	/* It stands in a versioned comment: some servers skip it. */
	bool is_versioned;
	const char *start;
	size_t length;

	/* Behind that token, and behind blanks and comments. *end is '\0'. */
	const unsigned char *cursor;
	const unsigned char *end;
	uint32_t dialect;
	/* A comment behind the token was ambiguous. */
	bool is_ambiguous_ahead;
	/* The cursor is in a versioned comment. */
	bool is_in_versioned;
} pdo_pool_text;

BEGIN_EXTERN_C()

/* sql[length] is '\0', as it is in a zend_string. */
PDO_API void pdo_pool_text_begin(
	pdo_pool_text *text, const char *sql, size_t length, uint32_t dialect);

/* Reads the next token. */
PDO_API pdo_pool_token_kind pdo_pool_text_next(pdo_pool_text *text);

/* A number that goes on with letters, such as 1INTO: some servers read two tokens. 0x1F and 1e5
 * are not odd. */
PDO_API bool pdo_pool_text_is_odd_number(const pdo_pool_text *text);

/* Every server reads this text in the same way, and runs all of it. */
PDO_API bool pdo_pool_text_is_plain(const char *sql, size_t length, uint32_t dialect);

/* Is the word one of the list? Case does not matter; the list is sorted by strcmp(), in lower
 * case. */
PDO_API bool pdo_pool_word_is_in(
	const char *word, size_t length, const char *const *list, size_t count);

#define PDO_POOL_TOKEN_IS_IN(token, list) \
	pdo_pool_word_is_in((token)->start, (token)->length, (list), sizeof(list) / sizeof((list)[0]))

END_EXTERN_C()

/* Is it this one, which is given in lower case? */
static zend_always_inline bool pdo_pool_word_is(
	const char *word, size_t length, const char *expected, size_t expected_length)
{
	if (length != expected_length) {
		return false;
	}
	for (size_t i = 0; i < length; i++) {
		char c = word[i];
		if ((c >= 'A' && c <= 'Z' ? c | 0x20 : c) != expected[i]) {
			return false;
		}
	}
	return true;
}

/* A token, or a copy of its start and length, compared with a literal. */
#define PDO_POOL_TOKEN_IS(token, literal) \
	pdo_pool_word_is((token)->start, (token)->length, (literal), sizeof(literal) - 1)

/* May any of the tokens so far be read in another way? */
static zend_always_inline bool pdo_pool_text_is_in_doubt(const pdo_pool_text *text)
{
	return UNEXPECTED(text->was_ambiguous || text->is_ambiguous);
}

/* Is this the first character of the token that follows? */
static zend_always_inline bool pdo_pool_text_precedes(const pdo_pool_text *text, char sign)
{
	return *text->cursor == (unsigned char) sign;
}

/* {{{ For reading a statement token by token */

/* Is the token this word of the grammar? */
#define PDO_POOL_TEXT_IS_WORD(text, literal) \
	((text)->kind == PDO_POOL_TOKEN_WORD && PDO_POOL_TOKEN_IS((text), literal))

static zend_always_inline bool pdo_pool_text_is_sign(const pdo_pool_text *text, char sign)
{
	return text->kind == PDO_POOL_TOKEN_SIGN && *text->start == sign;
}

/* Reads on if the token is the one that is wanted, and says whether it was. */
static zend_always_inline bool pdo_pool_text_skip(pdo_pool_text *text, bool is_wanted)
{
	if (is_wanted) {
		pdo_pool_text_next(text);
	}
	return is_wanted;
}

static zend_always_inline bool pdo_pool_text_skip_sign(pdo_pool_text *text, char sign)
{
	return pdo_pool_text_skip(text, pdo_pool_text_is_sign(text, sign));
}

/* Does nothing but a semicolon follow? */
static zend_always_inline bool pdo_pool_text_ends(pdo_pool_text *text)
{
	pdo_pool_text_skip_sign(text, ';');
	return text->kind == PDO_POOL_TOKEN_END;
}
/* }}} */

/* A character behind the first of a sign, as it stands in the text; '\0' behind the end. */
static zend_always_inline char pdo_pool_text_peek(const pdo_pool_text *text, size_t offset)
{
	const char *end = (const char *) text->end;
	return (size_t) (end - text->start) > offset ? text->start[offset] : '\0';
}

#endif /* PDO_POOL_TEXT_H */
