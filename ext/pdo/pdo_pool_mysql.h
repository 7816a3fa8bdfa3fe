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

/* How servers of MySQL and MariaDB end a session of their own accord, and which statements set one
 * up, for the drivers that may talk to one (pdo_mysql, pdo_odbc). Not what the protocol or the
 * network say about it. */

#ifndef PDO_POOL_MYSQL_H
#define PDO_POOL_MYSQL_H

#include "pdo_pool_text.h"
#include "zend_smart_str.h"

/* {{{ Errors */

#define PDO_POOL_MYSQL_INTERRUPTED 1317

/* Does the server close the connection behind this error? Not for PDO_POOL_MYSQL_INTERRUPTED, which
 * MySQL says for KILL of a connection as well as for KILL QUERY. */
static inline bool pdo_pool_mysql_is_read_only(unsigned code, const char *message)
{
	/* Of the options that prevent a statement, read_only and super_read_only; the server is in
	 * read-only mode. A transaction that is read-only (1792) is the user's wish. */
	return (code == 1290 && message && strstr(message, "read-only")) || code == 1836;
}

static inline bool pdo_pool_mysql_is_last_error(unsigned code)
{
	switch (code) {
		case 1053: /* the server shuts down */
		case 1080: /* forced close */
		case 1152: /* aborted connection */
		case 1153: /* a packet that is too large */
		case 1156: /* packets out of order, and what else can go wrong with reading or writing */
		case 1157:
		case 1158:
		case 1159:
		case 1160:
		case 1161:
		case 1184: /* aborted connection */
		case 1927: /* the connection was killed */
		case 3169: /* the session was killed */
		case 4031: /* the client was idle for too long */
			return true;
		default:
			return false;
	}
}
/* }}} */

/* {{{ COMMIT RELEASE, ROLLBACK RELEASE */
static inline bool pdo_pool_mysql_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Takes the last word off the text. */
static inline bool pdo_pool_mysql_ends_in(const char *sql, size_t *length, const char *word)
{
	size_t word_length = strlen(word), end = *length;

	while (end > 0 && pdo_pool_mysql_is_blank(sql[end - 1])) {
		end--;
	}
	if (end < word_length || strncasecmp(sql + end - word_length, word, word_length) != 0
			|| (end > word_length && isalnum((unsigned char) sql[end - word_length - 1]))) {
		return false;
	}
	*length = end - word_length;
	return true;
}

/* Does the text end the session when it succeeds? */
static inline bool pdo_pool_mysql_releases(const char *sql, size_t length)
{
	while (length > 0 && (sql[length - 1] == ';' || pdo_pool_mysql_is_blank(sql[length - 1]))) {
		length--;
	}
	if (EXPECTED(length == 0 || (sql[length - 1] | ' ') != 'e')) {
		return false;
	}
	return pdo_pool_mysql_ends_in(sql, &length, "release")
		&& (pdo_pool_mysql_ends_in(sql, &length, "commit")
			|| pdo_pool_mysql_ends_in(sql, &length, "rollback")
			|| pdo_pool_mysql_ends_in(sql, &length, "work")
			|| pdo_pool_mysql_ends_in(sql, &length, "chain"));
}
/* }}} */

/* {{{ Setting up a session */

/* What one statement sets. */
typedef struct _pdo_pool_mysql_setup {
	/* Names, with commas in between. */
	smart_str names;
	uint32_t count;
	/* The last value was DEFAULT. */
	bool to_default;
	/* Where the assignments of a SET begin, which may stand in a list with others; else NULL. */
	const char *assignments;
} pdo_pool_mysql_setup;

BEGIN_EXTERN_C()

/* Does the text do nothing but set up the session, in a way that all connections may share? The
 * caller frees setup->names then. */
PDO_API bool pdo_pool_mysql_read_setup(const zend_string *sql, uint32_t dialect,
	pdo_pool_mysql_setup *setup);

/* The name of what it sets, or NULL; see name_setting in pdo_pool.h. */
PDO_API zend_string *pdo_pool_mysql_setting(const zend_string *sql, uint32_t dialect,
	bool *to_default);

/* May a name, without a qualifier, stand before a parenthesis and not be that of a function that
 * changes the session? Locks and the last id are not meant: they have names of their own. */
PDO_API bool pdo_pool_mysql_is_harmless(const char *name, size_t length);

/* Can a byte of a character look like a quote or a backslash in this encoding? */
PDO_API bool pdo_pool_mysql_is_multibyte(const char *charset);

END_EXTERN_C()
/* }}} */

#endif /* PDO_POOL_MYSQL_H */
