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

/* The session of a pooled connection of pdo_sqlite: what SQLite's authorizer sees of its
 * changes, how they are undone, and which pragmas of the main script the pool may adopt. When
 * that is done is decided in ext/pdo. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_sqlite.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"

static pdo_sqlite_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return (pdo_sqlite_db_handle *) dbh->driver_data;
}

/* {{{ Pragmas */
#define settings pdo_pool_sqlite_settings
#define NUM_SETTINGS PDO_POOL_SQLITE_SETTINGS

/* Pragmas that change nothing of the connection although they have an argument. */
static bool is_harmless_pragma(const char *name, const char *argument)
{
	static const char *const harmless[] = {
		"application_id", "foreign_key_check", "foreign_key_list", "incremental_vacuum",
		"index_info", "index_list", "index_xinfo", "integrity_check", "optimize", "quick_check",
		"table_info", "table_list", "table_xinfo", "user_version", "wal_checkpoint",
	};

	if (!argument || pdo_pool_word_is_in(name, strlen(name), harmless,
			sizeof(harmless) / sizeof(harmless[0]))) {
		return true;
	}
	/* A property of the file. */
	return strcasecmp(name, "journal_mode") == 0 && strcasecmp(argument, "wal") == 0;
}
/* }}} */

/* {{{ What the authorizer sees */

/* Bits of pdo_sqlite_pool_data.changes; behind them one for each of the settings. */
enum {
	CHANGED_TEMP = 1 << 0,
	CHANGED_DATABASES = 1 << 1,
	/* No way back. */
	CHANGED_OTHER = 1 << 2,
	FIRST_SETTING = 3
};

static uint32_t change_of_pragma(pdo_sqlite_pool_data *pool, const char *name,
	const char *argument)
{
	size_t i;

	if (is_harmless_pragma(name, argument)) {
		return 0;
	}
	i = pdo_pool_sqlite_find_setting(name, strlen(name));
	if (i == NUM_SETTINGS) {
		return CHANGED_OTHER;
	}
	if (strcmp(settings[i], "busy_timeout") == 0) {
		pool->has_new_timeout = true;
		pool->new_timeout_ms = ZEND_STRTOL(argument, NULL, 10);
	}
	return 1u << (FIRST_SETTING + i);
}

/* SQLite asks when it compiles a statement, so that no way to write it escapes. */
void pdo_sqlite_note_change(pdo_sqlite_pool_data *pool, int action, const char *arg3,
	const char *arg4, const char *database)
{
	switch (action) {
		case SQLITE_ATTACH:
		case SQLITE_DETACH:
			pool->changes |= CHANGED_DATABASES;
			break;
		case SQLITE_CREATE_TEMP_INDEX:
		case SQLITE_CREATE_TEMP_TABLE:
		case SQLITE_CREATE_TEMP_TRIGGER:
		case SQLITE_CREATE_TEMP_VIEW:
			pool->changes |= CHANGED_TEMP;
			break;
		case SQLITE_PRAGMA:
			pool->changes |= change_of_pragma(pool, arg3, arg4);
			break;
		case SQLITE_READ:
			break;
		case SQLITE_DELETE:
		case SQLITE_INSERT:
		case SQLITE_UPDATE:
			pool->may_have_changed = true;
			ZEND_FALLTHROUGH;
		default:
			/* CREATE TABLE temp.x is no CREATE TEMP TABLE to SQLite. */
			if (database && strcasecmp(database, "temp") == 0) {
				pool->changes |= CHANGED_TEMP;
			}
	}
}
/* }}} */

/* {{{ The way back */
static bool exec(sqlite3 *db, char *sql) /* may suspend */
{
	bool done = sql && sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK;

	sqlite3_free(sql);
	return done;
}

/* The first column of the first row of a query, or NULL when it has no row; for sqlite3_free().
 * false: the query failed. */
static bool read_first(sqlite3 *db, const char *sql, char **value) /* may suspend */
{
	sqlite3_stmt *statement = NULL;
	int result = sqlite3_prepare_v2(db, sql, -1, &statement, NULL);

	*value = NULL;
	if (result == SQLITE_OK) {
		result = sqlite3_step(statement);
	}
	if (result == SQLITE_ROW) {
		*value = sqlite3_mprintf("%s", sqlite3_column_text(statement, 0));
	}
	sqlite3_finalize(statement);
	return (result == SQLITE_ROW && *value) || result == SQLITE_DONE;
}

/* Runs what the query makes up, until it finds nothing more. */
static bool run_each(sqlite3 *db, const char *query) /* may suspend */
{
	char *sql;

	do {
		if (!read_first(db, query, &sql)) {
			return false;
		}
	} while (sql && exec(db, sql));
	return sql == NULL;
}

static bool drop_temporary(sqlite3 *db) /* may suspend */
{
	return run_each(db, "SELECT printf('DROP %s temp.\"%w\"', type, name) FROM temp.sqlite_master"
		" WHERE type IN ('table', 'trigger', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
		" ORDER BY type DESC");
}

static bool detach_databases(sqlite3 *db) /* may suspend */
{
	return run_each(db, "SELECT printf('DETACH \"%w\"', name) FROM pragma_database_list"
		" WHERE seq > 1");
}

/* As in a database that no one has configured. */
static bool restore_setting(sqlite3 *db, sqlite3 *fresh, const char *name) /* may suspend */
{
	char *query = sqlite3_mprintf("PRAGMA %s", name);
	char *value = NULL;
	bool done = query && read_first(fresh, query, &value) && value
		&& exec(db, sqlite3_mprintf("PRAGMA %s = %s", name, value));

	sqlite3_free(query);
	sqlite3_free(value);
	return done;
}

static bool restore_settings(pdo_dbh_t *dbh, uint32_t changes) /* may suspend */
{
	sqlite3 *fresh = NULL;
	bool done = sqlite3_open(":memory:", &fresh) == SQLITE_OK;

	for (size_t i = 0; done && i < NUM_SETTINGS; i++) {
		if (!(changes & (1u << (FIRST_SETTING + i)))) {
			continue;
		}
		if (strcmp(settings[i], "busy_timeout") == 0) {
			pdo_sqlite_set_timeout(dbh, handle_of(dbh)->pool.usual_timeout_ms);
			continue;
		}
		done = restore_setting(handle_of(dbh)->db, fresh, settings[i]);
	}
	sqlite3_close(fresh);
	return done;
}

bool pdo_sqlite_can_reset(pdo_dbh_t *dbh)
{
	return !(handle_of(dbh)->pool.changes & CHANGED_OTHER);
}

static bool reset_session(pdo_dbh_t *dbh) /* may suspend */
{
	pdo_sqlite_db_handle *H = handle_of(dbh);
	const uint32_t changes = H->pool.changes;

	/* The settings come first: PRAGMA query_only would not let anything be dropped. */
	return (!(changes >> FIRST_SETTING) || restore_settings(dbh, changes))
		&& (!(changes & CHANGED_TEMP) || drop_temporary(H->db))
		&& (!(changes & CHANGED_DATABASES) || detach_databases(H->db));
}

zend_result pdo_sqlite_set_up(pdo_dbh_t *dbh, bool reset, const HashTable *statements)
{
	zval *sql;

	if (reset && !reset_session(dbh)) {
		return FAILURE;
	}
	ZEND_HASH_FOREACH_VAL(statements, sql) {
		if (dbh->methods->doer(dbh, Z_STR_P(sql)) == -1) {
			return FAILURE;
		}
	} ZEND_HASH_FOREACH_END();
	return SUCCESS;
}

/* PRAGMA busy_timeout installs SQLite's own handler, which blocks all coroutines. */
void pdo_sqlite_take_over_timeout(pdo_dbh_t *dbh)
{
	pdo_sqlite_db_handle *H = handle_of(dbh);
	const zend_long usual = H->pool.usual_timeout_ms;

	H->pool.has_new_timeout = false;
	pdo_sqlite_set_timeout(dbh, H->pool.new_timeout_ms);
	H->pool.usual_timeout_ms = usual;
}

void pdo_sqlite_accept_session(pdo_dbh_t *dbh)
{
	pdo_sqlite_db_handle *H = handle_of(dbh);

	if (H->pool.has_new_timeout) {
		pdo_sqlite_take_over_timeout(dbh);
	}
	H->pool.usual_timeout_ms = H->pool.timeout_ms;
	H->pool.changes = 0;
}
/* }}} */

/* {{{ What may be adopted */

/* The pool asks because it adopts the setting. The authorizer has noted it as a change already when
 * the statement was prepared, before the pool knew. */
static void forgive(pdo_dbh_t *dbh, size_t setting)
{
	pdo_sqlite_db_handle *H = handle_of(dbh);

	if (H->pool.has_new_timeout) {
		pdo_sqlite_take_over_timeout(dbh);
	}
	if (strcmp(settings[setting], "busy_timeout") == 0) {
		H->pool.usual_timeout_ms = H->pool.timeout_ms;
	}
	H->pool.changes &= ~(1u << (FIRST_SETTING + setting));
}

zend_string *pdo_sqlite_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	const size_t i = pdo_pool_sqlite_read_setup(sql);

	*to_default = false;
	if (i == NUM_SETTINGS) {
		return NULL;
	}
	forgive(dbh, i);
	return zend_string_init(settings[i], strlen(settings[i]), false);
}
/* }}} */
