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

/* Private to the files pdo_pool*.c, and the hooks that the rest of PDO calls. */

#ifndef PDO_POOL_INT_H
#define PDO_POOL_INT_H

#include "pdo_pool.h"
#include "Zend/zend_hrtime.h"

typedef struct _pdo_pool_t pdo_pool_t;
typedef struct _pdo_pool_conn_t pdo_pool_conn_t;
typedef struct _pdo_pool_binding_t pdo_pool_binding_t;
typedef struct _pdo_pool_ghost_t pdo_pool_ghost_t;

typedef struct _pdo_pool_config {
	bool enabled;
	/* Wanted by php.ini, for code that knows nothing of pools. */
	bool from_ini;
	uint32_t min;
	uint32_t max;
	zend_ulong healthcheck_interval;
	zend_long acquire_timeout;
} pdo_pool_config;

/* What the template, its connections and its bindings share. It outlives the PDO object for as long
 * as something still holds one of the connections. */
struct _pdo_pool_t {
	/* The template, and each connection. */
	uint32_t refcount;

	/* NULL once the PDO object is gone. */
	pdo_dbh_t *dbh;
	/* NULL before the pool is made and once it is disposed. */
	zend_async_pool_t *async;

	pdo_pool_config config;

	pdo_driver_t *driver;
	const struct pdo_dbh_methods *driver_methods;
	/* An idle connection of this driver can be lost, and it can be seen; a local file cannot. */
	bool idle_can_be_lost;
	/* Those of the template. */
	struct pdo_dbh_methods methods;

	/* The driver has one table for all of its statements; ours calls it. */
	const struct pdo_stmt_methods *driver_stmt_methods;
	struct pdo_stmt_methods stmt_methods;

	/* Arguments of the constructor. The strings of the template may not be used: they are the
	 * same, but a driver gets copies that it may change. */
	zval options;

	/* name => pdo_pool_setting, in the order in which they were made. */
	HashTable settings;
	zend_ulong settings_serial;

	pdo_pool_conn_t *conns;
};

struct _pdo_pool_conn_t {
	/* First: a pdo_dbh_t with pool and without pool_connections is one of these. */
	pdo_dbh_t dbh;

	pdo_pool_t *pool;
	pdo_pool_conn_t *prev;
	pdo_pool_conn_t *next;

	/* Whose state (last insert id) it carries: the coroutine that has it, or used it last.
	 * binding->conn points back. NULL: nobody's. */
	pdo_pool_binding_t *binding;
	/* Who has it now. NULL while idle, and when it waits for statements or for cleaning that a finished
	 * coroutine left behind. */
	pdo_pool_binding_t *holder;

	/* How many calls are inside the driver, and the coroutine whose calls they are
	 * (pdo_pool_current()). */
	uint32_t users;
	zend_coroutine_t *user;

	/* Rolls back what a finished coroutine left; a reference to its object is held. */
	zend_coroutine_t *cleaner;

	/* Statements that went while another coroutine was in a call; each pins the connection. A driver may leave what they
	 * had on the server, so that the session is not clean any more. */
	pdo_pool_ghost_t *ghosts;
	bool had_ghosts;

	/* Last setting that was made on it. */
	zend_ulong settings_serial;

	zend_hrtime_t idle_since;
	/* While on_input is linked, the reactor tells when the server sends something or hangs up. */
	zend_async_poll_event_t *watch;
	zend_async_callback_t on_input;
	uint32_t fork_generation;

	/* Has had a user before. */
	bool used;
	/* Passes to another coroutine just now. */
	bool changing_hands;
	/* The async pool has it in a hook that may suspend, and calls the destructor itself if the pool
	 * is closed meanwhile. */
	bool in_hook;
	/* To be destroyed, whatever the driver says. */
	bool broken;
	/* The pool has let go of it: freed when the last pin and the last call are gone. */
	bool orphan;
};

/* What is left of a statement: its object is gone, its driver has not freed it yet. */
struct _pdo_pool_ghost_t {
	pdo_stmt_t stmt;
	pdo_pool_ghost_t *next;
};

/* What one coroutine has with one PDO object. */
struct _pdo_pool_binding_t {
	/* On the event of the coroutine; never linked for the main script. */
	zend_async_callback_t end;
	zend_coroutine_t *coroutine;
	zend_ulong key;
	pdo_pool_t *pool;

	/* conn->binding == this. Held if conn->holder == this, too; else only remembered. */
	pdo_pool_conn_t *conn;

	/* The error state of PDO::errorCode() and PDO::errorInfo(): what the driver added to errorInfo(),
	 * or undefined. */
	pdo_error_type error_code;
	zval error_info;

	/* lastInsertId(), and the note of the driver, from a connection that others have used since or
	 * that is gone. */
	zend_string *last_id;
	zend_ulong note;
	/* What that connection knew could not be asked any more: it was lost, or the one who took it was cancelled. */
	bool is_id_lost;
};

static zend_always_inline pdo_pool_t *pdo_pool_of_template(const pdo_dbh_t *dbh)
{
	ZEND_ASSERT(dbh->pool_connections && "Only a template");
	return (pdo_pool_t *) dbh->pool->user_data;
}

static zend_always_inline pdo_pool_conn_t *pdo_pool_conn_of(pdo_dbh_t *dbh)
{
	ZEND_ASSERT(dbh->pool && !dbh->pool_connections && "Only a connection");
	return (pdo_pool_conn_t *) dbh;
}

/* The current coroutine, and NULL for the main script, before and after the scheduler has started. */
static zend_always_inline zend_coroutine_t *pdo_pool_current(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	return coroutine && (coroutine->flags & ZEND_COROUTINE_F_MAIN) ? NULL : coroutine;
}

/* {{{ pdo_pool_attr.c: attributes and ini settings */
void pdo_pool_minit(int type, int module_number);
void pdo_pool_mshutdown(int type, int module_number);

/* What the options and php.ini ask for. FAILURE: exception. */
zend_result pdo_pool_read_config(const pdo_driver_t *driver, zval *options, pdo_pool_config *config);
bool pdo_pool_is_attribute(zend_long attr);
/* Value of a PDO::ATTR_POOL_* of this pool. */
void pdo_pool_get_own_attribute(const pdo_pool_t *pool, zend_long attr, zval *value);
/* }}} */

/* {{{ pdo_pool.c: the pool and its connections */

/* Makes dbh a template, or an ordinary handle where the pool is php.ini's wish only and not possible.
 * false: see EG(exception); closer tidies up. May suspend. */
bool pdo_pool_create(pdo_dbh_t *dbh, pdo_driver_t *driver, zval *options, const pdo_pool_config *config);
/* Takes the template apart. Connections that are still pinned stay until they are not. */
void pdo_pool_destroy(pdo_dbh_t *dbh);
/* The Async\Pool of a template; the caller owns a reference. NULL: exception. */
zend_object *pdo_pool_get_wrapper(pdo_dbh_t *dbh);
/* Closes the connection and frees everything. May suspend where closing does. */
void pdo_pool_free_conn(pdo_pool_conn_t *conn);
/* Attributes that PDO itself reads from the handle of a statement. */
void pdo_pool_copy_attributes(pdo_pool_conn_t *conn);
/* The same for all connections of a template. */
void pdo_pool_spread_attributes(pdo_dbh_t *dbh);
/* Brings the settings that others have made since. FAILURE: exception. May suspend. */
zend_result pdo_pool_apply_settings(pdo_pool_conn_t *conn);
/* The pool has let go of it. What still needs it, a statement or a call, keeps it in memory. */
void pdo_pool_drop_conn(pdo_pool_conn_t *conn);
bool pdo_pool_is_in_transaction(pdo_pool_conn_t *conn);
pdo_pool_session pdo_pool_session_of(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_watch.c: idle connections that the server closes */
/* From now on nobody uses it. Harmless without a scheduler, or without a socket. */
void pdo_pool_watch(pdo_pool_conn_t *conn);
/* Somebody is about to use it. */
void pdo_pool_unwatch(pdo_pool_conn_t *conn);
/* Before the socket is closed. */
void pdo_pool_end_watch(pdo_pool_conn_t *conn);
/* Is an idle connection still there? Costs a system call at most, and mostly none. */
bool pdo_pool_check_idle(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_binding.c: which coroutine has which connection */
zend_ulong pdo_pool_coro_key(zend_coroutine_t *coroutine);
/* NULL if the calling coroutine has none yet. */
pdo_pool_binding_t *pdo_pool_find_binding(pdo_dbh_t *dbh);
pdo_pool_binding_t *pdo_pool_get_binding(pdo_dbh_t *dbh);
/* The connection goes: the coroutine that used it last keeps what it may still ask for. */
void pdo_pool_part(pdo_pool_conn_t *conn);
/* Ends it; the connection is left as it is. For the destructor of pool_connections. */
void pdo_pool_free_binding(pdo_pool_binding_t *binding);
/* Nobody's call is in the connection any more: give back, clean, destroy or keep it. */
void pdo_pool_settle(pdo_pool_conn_t *conn);
/* A call into the driver begins. false: another coroutine is in the middle of one; exception thrown. */
bool pdo_pool_enter(pdo_pool_conn_t *conn);
/* For what PDO itself changes in a statement of a pooled connection, before it calls the driver. false: another
 * coroutine is in a call, which may use it; exception thrown. */
bool pdo_pool_is_stmt_free(pdo_stmt_t *stmt);
/* The last call has ended, and there is something left to do. May suspend. */
void pdo_pool_after_call(pdo_pool_conn_t *conn);
/* A call of a statement, which pins the connection, ends. May suspend. */
static zend_always_inline void pdo_pool_leave(pdo_pool_conn_t *conn)
{
	ZEND_ASSERT(conn->users > 0);
	if (--conn->users == 0 && UNEXPECTED(conn->ghosts || !conn->holder)) {
		pdo_pool_after_call(conn);
	}
}
/* The connection is in use by another coroutine: the driver frees the statement when that is done. */
void pdo_pool_free_stmt_later(pdo_pool_conn_t *conn, pdo_stmt_t *stmt);
/* Those that were put off, when nobody is in a call. May suspend. */
void pdo_pool_free_ghosts(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_methods.c: what the template does when PDO calls its driver */
void pdo_pool_init_methods(pdo_pool_t *pool);
/* }}} */

/* {{{ pdo_pool_error.c: the error state of a coroutine */

/* Puts the error that conn carries, if any, into the state of the coroutine that has it. */
void pdo_pool_keep_error(pdo_pool_conn_t *conn);
/* The same for the statement of a PDO::query() that failed. */
void pdo_pool_keep_stmt_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt);
/* dbh->error_code of a template is only for the moment. From the coroutine's state to it, and from it
 * to the coroutine's state. Back to "no error": pdo_pool_reset_error(), in php_pdo_error.h. */
void pdo_pool_load_error(pdo_dbh_t *dbh);
void pdo_pool_store_error(pdo_dbh_t *dbh);
void pdo_pool_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info);
/* A cancellation is on its way through: no other exception may take its place. */
bool pdo_pool_is_cancelled(void);
/* }}} */

/* In pdo_dbh.c. */
bool pdo_dbh_attribute_set(pdo_dbh_t *dbh, zend_long attr, zval *value);

#endif /* PDO_POOL_INT_H */
