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

#ifndef PDO_POOL_PGSQL_H
#define PDO_POOL_PGSQL_H

#include "pdo_pool_text.h"
#include "zend_smart_str.h"

BEGIN_EXTERN_C()

/* May a name stand before a parenthesis without being a call that changes the session? Not
 * qualified, or by pg_catalog; of a user's function that has the same name nothing is known. */
PDO_API bool pdo_pool_pgsql_is_harmless(const char *name, size_t length);

/* Is it, unless it is quoted, a word of the grammar? */
PDO_API bool pdo_pool_pgsql_is_grammar(const char *name, size_t length);

/* The next token opens the arguments of a call: is the last of them the word TRUE? As that of
 * set_config() it means that the setting ends with the transaction. */
PDO_API bool pdo_pool_pgsql_ends_in_true(const pdo_pool_text *text);

/* Does the text do nothing but set up the session, in a way that all connections may share? The
 * name of what it sets, or NULL; see name_setting in pdo_pool.h. */
PDO_API zend_string *pdo_pool_pgsql_setting(const zend_string *sql, bool plain_strings,
	bool *to_default);

/* From -1 to 1. What a coroutine has seeded, the next one must not find. */
PDO_API double pdo_pool_pgsql_random_seed(void);

/* Does the text close all prepared statements of the session? */
PDO_API bool pdo_pool_pgsql_closes_all(const char *sql, size_t length, uint32_t dialect);
/* The commands that make a session new, but for prepared statements. */
PDO_API void pdo_pool_pgsql_append_reset(smart_str *batch);

END_EXTERN_C()

#endif /* PDO_POOL_PGSQL_H */
