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

/* Pragmas of SQLite: see pdo_pool_sqlite.h. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_sqlite.h"

/* What is stored in the file (user_version, journal_mode) is no setting, nor is what cannot be read
 * (case_sensitive_like). */
PDO_API const char *const pdo_pool_sqlite_settings[PDO_POOL_SQLITE_SETTINGS] = {
	"analysis_limit", "automatic_index", "busy_timeout", "cache_size", "cache_spill",
	"cell_size_check", "checkpoint_fullfsync", "defer_foreign_keys", "foreign_keys", "fullfsync",
	"ignore_check_constraints", "journal_size_limit", "legacy_alter_table", "query_only",
	"read_uncommitted", "recursive_triggers", "reverse_unordered_selects", "secure_delete",
	"synchronous", "temp_store", "threads", "trusted_schema", "wal_autocheckpoint",
	"writable_schema",
};

PDO_API size_t pdo_pool_sqlite_find_setting(const char *name, size_t length)
{
	size_t i = 0;

	while (i < PDO_POOL_SQLITE_SETTINGS
			&& !pdo_pool_word_is(name, length, pdo_pool_sqlite_settings[i],
				strlen(pdo_pool_sqlite_settings[i]))) {
		i++;
	}
	return i;
}

static bool read_value(pdo_pool_text *text)
{
	if (!pdo_pool_text_skip_sign(text, '-')) {
		pdo_pool_text_skip_sign(text, '+');
	}
	if (text->kind == PDO_POOL_TOKEN_END || text->kind == PDO_POOL_TOKEN_SIGN) {
		return false;
	}
	pdo_pool_text_next(text);
	return true;
}

/* = value, or (value), and nothing behind it. */
static bool read_argument(pdo_pool_text *text)
{
	bool in_parentheses = pdo_pool_text_skip_sign(text, '(');

	if ((!in_parentheses && !pdo_pool_text_skip_sign(text, '=')) || !read_value(text)
			|| (in_parentheses && !pdo_pool_text_skip_sign(text, ')'))) {
		return false;
	}
	return pdo_pool_text_ends(text);
}

/* PRAGMA [main.]name */
PDO_API size_t pdo_pool_sqlite_read_setup(const zend_string *sql)
{
	pdo_pool_text text;
	size_t i;

	pdo_pool_text_begin(&text, ZSTR_VAL(sql), ZSTR_LEN(sql),
		PDO_POOL_TEXT_BACK_QUOTES | PDO_POOL_TEXT_BRACKETS);
	if (pdo_pool_text_next(&text) != PDO_POOL_TOKEN_WORD || !PDO_POOL_TOKEN_IS(&text, "pragma")) {
		return PDO_POOL_SQLITE_SETTINGS;
	}
	pdo_pool_text_next(&text);
	if (PDO_POOL_TOKEN_IS(&text, "main") && pdo_pool_text_precedes(&text, '.')) {
		pdo_pool_text_next(&text);
		pdo_pool_text_next(&text);
	}
	i = text.kind == PDO_POOL_TOKEN_WORD
		? pdo_pool_sqlite_find_setting(text.start, text.length) : PDO_POOL_SQLITE_SETTINGS;
	pdo_pool_text_next(&text);
	return i < PDO_POOL_SQLITE_SETTINGS && read_argument(&text) ? i : PDO_POOL_SQLITE_SETTINGS;
}
