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

/* How servers of MySQL and MariaDB end a session of their own accord, for the drivers that may
 * talk to one (pdo_mysql, pdo_odbc). Not what the protocol or the network say about it. */

#ifndef PDO_POOL_MYSQL_H
#define PDO_POOL_MYSQL_H

#include "php.h"

/* {{{ Errors */

#define PDO_POOL_MYSQL_INTERRUPTED 1317

/* Does the server close the connection behind this error? Not for PDO_POOL_MYSQL_INTERRUPTED, which
 * MySQL says for KILL of a connection as well as for KILL QUERY. */
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

#endif /* PDO_POOL_MYSQL_H */
