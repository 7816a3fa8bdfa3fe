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

/* pdo_sqlite in a connection pool: see sqlite_pool.c. */

#ifndef SQLITE_POOL_H
#define SQLITE_POOL_H

#include "ext/pdo/pdo_pool.h"
#include "ext/pdo/pdo_pool_cache.h"
#include <sqlite3.h>

typedef int (*pdo_sqlite_authorizer)(void *arg, int action, const char *arg3, const char *arg4,
	const char *database, const char *trigger);

/* Part of the handle. All zero in an ordinary one. */
typedef struct _pdo_sqlite_pool_data {
	/* PDO::ATTR_TIMEOUT, and when the lock wait that is on began. */
	zend_long timeout_ms;
	uint64_t waiting_since_ns;
	/* What was done that the next user would notice: see sqlite_setup.c. */
	uint32_t changes;
	/* timeout_ms when the session was set up; PRAGMA busy_timeout asks for another one. */
	zend_long usual_timeout_ms;
	bool has_new_timeout;
	zend_long new_timeout_ms;
	/* A wait for a lock was cancelled: the transaction that it happened in is lost. */
	bool was_cancelled;
	/* Connections to one shared cache must not be switched between while one waits. */
	bool shared_cache;
	/* changes() and total_changes() as SQLite had them when the coroutine took the connection, and
	 * as they were for the coroutine then. */
	int64_t changed_before;
	int64_t total_before;
	pdo_pool_notes notes;
	/* It has compiled a statement that changes rows since. */
	bool may_have_changed;
	/* What the driver asks when SQLite compiles a statement and there is an open_basedir. */
	pdo_sqlite_authorizer authorizer;
} pdo_sqlite_pool_data;

extern const struct pdo_pool_methods pdo_sqlite_pool_methods;

/* The limit of a wait for a lock. On pooled connections the wait suspends the coroutine. */
void pdo_sqlite_set_timeout(pdo_dbh_t *dbh, zend_long timeout_ms);

/* A connection has been opened, with these flags; authorizer is that of the driver. */
void pdo_sqlite_pool_opened(pdo_dbh_t *dbh, int flags, pdo_sqlite_authorizer authorizer);

/* {{{ sqlite_setup.c: what the authorizer is told, and hooks of struct pdo_pool_methods */
void pdo_sqlite_note_change(pdo_sqlite_pool_data *pool, int action, const char *arg3,
	const char *arg4, const char *database);
bool pdo_sqlite_can_reset(pdo_dbh_t *dbh);
zend_result pdo_sqlite_set_up(pdo_dbh_t *dbh, bool reset,
	const HashTable *statements); /* may suspend */
void pdo_sqlite_accept_session(pdo_dbh_t *dbh);
zend_string *pdo_sqlite_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default);
/* A statement ran PRAGMA busy_timeout: from now on the wait suspends again. */
void pdo_sqlite_take_over_timeout(pdo_dbh_t *dbh);
/* }}} */

/* {{{ sqlite_cache.c: prepared statements that a connection keeps */

/* Before one is prepared: false if none is kept for this text. */
bool pdo_sqlite_cache_take(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql);
/* It has been prepared: is it to be kept? */
void pdo_sqlite_cache_note(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql);
/* The PDOStatement goes. false: what it has is its own. */
bool pdo_sqlite_cache_give_back(pdo_stmt_t *stmt);
void pdo_sqlite_cache_drop(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end);
/* }}} */

/* {{{ sqlite_values.c: values that are bound */

/* What SQLite calls when it does not read the string, which is bound next, any more. */
sqlite3_destructor_type pdo_sqlite_value_keeper(const pdo_stmt_t *stmt, zend_string *string);
/* Pooled connections only: the statement has been reset, and param is bound next; NULL: it is
 * executed next. Values of the last execution go with the first call. */
void pdo_sqlite_forget_values(sqlite3_stmt *handle, const pdo_stmt_t *stmt,
	const struct pdo_bound_param_data *param);
/* }}} */

/* db_handle_init_methods() of the driver. */
void pdo_sqlite_pool_init_methods(pdo_dbh_t *dbh);

/* The methods of Pdo\Sqlite that configure, for a template. The callables are taken over. All may
 * suspend, and throw. */
bool pdo_sqlite_pool_create_function(pdo_dbh_t *dbh, const char *name, int argc, int flags,
	zend_fcall_info_cache *func);
bool pdo_sqlite_pool_create_aggregate(pdo_dbh_t *dbh, const char *name, int argc,
	zend_fcall_info_cache *step, zend_fcall_info_cache *fini);
bool pdo_sqlite_pool_create_collation(pdo_dbh_t *dbh, const char *name,
	zend_fcall_info_cache *callback, int (*compare)(void *, int, const void *, int, const void *));
bool pdo_sqlite_pool_load_extension(pdo_dbh_t *dbh, const char *path);

/* The data of a blob's stream begins with this (sqlite_pool_blob.c). Undefined in an ordinary
 * handle's. */
typedef struct _pdo_sqlite_pool_blob {
	pdo_dbh_t *conn;
	/* Those of an ordinary handle. */
	const php_stream_ops *ops;
	/* It was closed while another coroutine was in one of its operations. */
	bool is_closed;
} pdo_sqlite_pool_blob;

/* The operations of a blob's stream on this handle; ops, when it is an ordinary one. */
const php_stream_ops *pdo_sqlite_pool_blob_ops(
	pdo_dbh_t *dbh, pdo_sqlite_pool_blob *blob, const php_stream_ops *ops);

/* {{{ sqlite_alone.c: PHP called by SQLite, while that holds the lock of a shared cache */
typedef int (*pdo_sqlite_compare)(void *, int, const void *, int, const void *);

/* A collation for pdo_sqlite_compare_alone(), with everything but these two zero. */
struct pdo_sqlite_collation *pdo_sqlite_collation_new(sqlite3 *db, pdo_sqlite_compare compare);
void pdo_sqlite_call_alone(sqlite3_context *context, int argc, sqlite3_value **argv);
void pdo_sqlite_step_alone(sqlite3_context *context, int argc, sqlite3_value **argv);
void pdo_sqlite_finish_alone(sqlite3_context *context);
int pdo_sqlite_compare_alone(void *context, int length1, const void *string1, int length2,
	const void *string2);

/* A fatal error in one of them waits for SQLite to return. */
extern ZEND_EXT_TLS bool pdo_sqlite_has_fatal_error;
void pdo_sqlite_go_on_with_fatal_error(void);

/* SQLite has returned from what may have called them. */
static zend_always_inline int pdo_sqlite_returned(int result)
{
	if (UNEXPECTED(pdo_sqlite_has_fatal_error)) {
		pdo_sqlite_go_on_with_fatal_error();
	}
	return result;
}

#define sqlite3_prepare_v2(db, sql, length, stmt, tail) \
	pdo_sqlite_returned(sqlite3_prepare_v2(db, sql, length, stmt, tail))
#define sqlite3_step(stmt) pdo_sqlite_returned(sqlite3_step(stmt))
#define sqlite3_reset(stmt) pdo_sqlite_returned(sqlite3_reset(stmt))
#define sqlite3_finalize(stmt) pdo_sqlite_returned(sqlite3_finalize(stmt))
#define sqlite3_exec(db, sql, callback, arg, error) \
	pdo_sqlite_returned(sqlite3_exec(db, sql, callback, arg, error))
/* }}} */

/* In sqlite_driver.c. */
extern const struct pdo_dbh_methods sqlite_methods;
void php_sqlite3_func_callback(sqlite3_context *context, int argc, sqlite3_value **argv);
void php_sqlite3_func_step_callback(sqlite3_context *context, int argc, sqlite3_value **argv);
void php_sqlite3_func_final_callback(sqlite3_context *context);

#endif /* SQLITE_POOL_H */
