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
#include "pdo_pool_conn.h"
#include "pdo_pool_share.h"

typedef struct _pdo_pool_config {
	bool enabled;
	/* Wanted by php.ini, for code that knows nothing of pools. */
	bool from_ini;
	/* The limits of pdo_pool_attr.c; times in milliseconds. */
	zend_long min;
	zend_long max;
	zend_long healthcheck_interval;
	zend_long acquire_timeout;
	zend_long clean_timeout;
	zend_long idle_timeout;
	zend_long max_lifetime;
	zend_long leak_threshold;
	zend_long max_waiters;
	zend_long query_timeout;
	zend_long stmt_cache_size;
	zend_long pipeline;
	zend_long pipeline_delay;
	/* PDO_POOL_RESET_*. */
	zend_long reset;
	/* PDO::ATTR_POOL_ADOPT_SETUP: IS_NULL, IS_FALSE or IS_TRUE. */
	uint8_t adopt_setup;
	/* The PDO object, whose handle becomes the template; NULL as soon as it goes. */
	zend_object *object;
} pdo_pool_config;

/* How long something took: pdo_pool_report.c. */
typedef struct _pdo_pool_times {
	uint64_t count;
	zend_hrtime_t sum;
	zend_hrtime_t max;
	uint64_t buckets[ZEND_ASYNC_TIME_BUCKETS];
} pdo_pool_times;

/* Executions that wait for room on a connection, and the connections that carry some:
 * pdo_pool_share.c. */
typedef struct _pdo_pool_line {
	/* Statements may roam, as far as the pool is concerned. */
	bool is_open;
	/* In another process nothing below counts. */
	uint32_t generation;
	zend_async_list_t riders;
	uint32_t count;
	zend_async_list_t wires;
	/* Conductors without a connection. */
	zend_async_list_t starting;
	uint32_t num_starting;
	/* Wires that end for one who waits for a connection. */
	uint32_t num_ending;
	uint64_t num_carried;
} pdo_pool_line;

/* What the template, its connections and its bindings share. It outlives the PDO object for as long
 * as something still holds one of the connections. */
struct _pdo_pool_t {
	/* The template, the async pool, and each connection. */
	uint32_t refcount;

	/* NULL once the PDO object is gone. */
	pdo_dbh_t *dbh;
	/* NULL before the pool is made and once it is disposed. */
	zend_async_pool_t *async;

	/* The one that was looked up last; NULL while none is sure to be right. */
	pdo_pool_binding_t *last_binding;

	pdo_pool_config config;

	pdo_driver_t *driver;
	const struct pdo_dbh_methods *driver_methods;
	/* What the driver says about pools, with defaults for what it does not say: nothing is NULL. */
	struct pdo_pool_methods hooks;
	/* An idle connection of this driver can be lost, and it can be seen; a local file cannot. */
	bool idle_can_be_lost;
	bool has_ping;
	/* lastInsertId() needs no server; it needs one, and is lost with the connection. */
	bool id_is_local;
	bool id_is_remote;
	/* The methods of the template. */
	struct pdo_dbh_methods methods;
	/* Those of a connection that was lost in a transaction: see pdo_pool_lost.c. */
	struct pdo_dbh_methods lost_methods;

	/* The driver has one table for all of its statements; ours calls it. */
	const struct pdo_stmt_methods *driver_stmt_methods;
	struct pdo_stmt_methods stmt_methods;

	/* Arguments of the constructor. The strings of the template may not be used: they are the
	 * same, but a driver gets copies that it may change. */
	zval options;

	/* Of the driver: hooks.hold(). */
	void *held;

	/* name => pdo_pool_setting, in the order in which they were made. */
	HashTable settings;
	zend_ulong settings_serial;

	/* pdo_pool_adopt.c. The coroutine whose settings belong to the object, by its key; whether its
	 * first other statement ends that. */
	bool can_adopt;
	bool is_adopting;
	bool adopts_first_statements;
	zend_ulong adopter;
	/* What is set => pdo_pool_adopted, in the order in which it is to be run. */
	HashTable adopted;
	zend_ulong adopted_serial;

	/* All connections, and how many of them are in which state. */
	zend_async_list_t conns;
	uint32_t conns_in[PDO_POOL_CONN_STATE_COUNT];

	/* pdo_pool_refusal.c: what the failure of the factory says, for the async pool, which asks at
	 * once. */
	zend_async_pool_failure failure;

	/* How many were closed, by reason; how many transactions ended coroutines left open. */
	uint64_t closed[PDO_POOL_CLOSE_REASON_COUNT];
	uint64_t rolled_back;
	uint64_t resets;
	uint64_t query_timeouts;
	/* How many were held too long; how long they were held, and how long connecting took. */
	uint64_t leaks;
	pdo_pool_times use;
	pdo_pool_times connect;
	/* Prepared statements: found in a cache, not found, closed because others were used since. */
	uint64_t cache_hits;
	uint64_t cache_misses;
	uint64_t cache_evicted;
	/* PDO::ATTR_POOL_NAME, or NULL. */
	zend_string *name;

	pdo_pool_line line;

	/* pdo_pool_garbage.c: before this time no garbage is collected for those who wait; the
	 * coroutine that does it then, with a reference to its object held, or NULL. */
	zend_hrtime_t no_gc_before;
	zend_coroutine_t *collector;

	/* pdo_pool_keeper.c: made with the first connection, if there is a limit; the coroutine that
	 * does what is due, with a reference to its object held, or NULL. */
	zend_async_timer_event_t *keeper_timer;
	zend_async_callback_t on_keeper_timer;
	zend_coroutine_t *keeper;
	uint32_t keeper_forks;
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

	/* The error state of PDO::errorCode() and PDO::errorInfo(): what the driver added to
	 * errorInfo(), or undefined. */
	pdo_error_type error_code;
	zval error_info;

	/* A transaction was lost with its connection, and the coroutine has not ended it yet: the error
	 * that every call meets, or undefined; see pdo_pool_lost.c. */
	pdo_error_type lost_code;
	zval lost_info;
	/* A forked child has lost no transaction: its parent has. */
	uint32_t lost_in_generation;

	/* lastInsertId() and the like, from a connection that others have used since or that is
	 * gone. */
	zend_string *last_id;
	pdo_pool_notes notes;
	/* The id could not be read any more: its connection was lost, or its taker was cancelled. */
	bool is_id_lost;

	/* Calls that look for a connection. What runs meanwhile (the callable of PDO::ATTR_POOL_INIT
	 * behind a reset, say) may suspend a Fiber that outlives the coroutine: the last one frees
	 * it. */
	uint32_t calls;
	bool is_gone;
	/* It has made a call in a Fiber, perhaps on a statement of another coroutine. */
	bool has_called_in_fiber;
};

static zend_always_inline pdo_pool_t *pdo_pool_of_template(const pdo_dbh_t *dbh)
{
	ZEND_ASSERT(pdo_pool_kind(dbh) == PDO_POOL_TEMPLATE);
	return (pdo_pool_t *) dbh->pool->user_data;
}

/* {{{ pdo_pool_attr.c: attributes and ini settings */
void pdo_pool_minit(int type, int module_number);
void pdo_pool_mshutdown(int type, int module_number);

/* What the options and php.ini ask for. FAILURE: exception. */
zend_result pdo_pool_read_config(const pdo_driver_t *driver, zval *options,
	pdo_pool_config *config);
bool pdo_pool_is_attribute(zend_long attr);
/* Value of a PDO::ATTR_POOL_* of this pool. */
void pdo_pool_get_own_attribute(const pdo_pool_t *pool, zend_long attr, zval *value);
/* PDO::ATTR_POOL_NAME, or NULL; the caller owns it. */
zend_string *pdo_pool_read_name(zval *options);
/* }}} */

/* {{{ pdo_pool.c: the pool, and what the async pool asks of it */

/* Makes dbh a template, or an ordinary handle where the pool is php.ini's wish only and not
 * possible. false: see EG(exception); closer tidies up. May suspend. */
bool pdo_pool_create(pdo_dbh_t *dbh, pdo_driver_t *driver, zval *options,
	const pdo_pool_config *config);
/* Takes the template apart. Connections that are still pinned stay until they are not. May
 * suspend. */
void pdo_pool_destroy(pdo_dbh_t *dbh);
/* Opens a connection that is new, with the options and settings that all have in common. false: an
 * exception mostly says why. May suspend. */
bool pdo_pool_connect(pdo_pool_conn_t *conn);
/* The Async\Pool of a template; the caller owns a reference. NULL: exception. */
zend_object *pdo_pool_get_wrapper(pdo_dbh_t *dbh);
/* The handle of the object becomes the template of the pool, unless it is that already. */
void pdo_pool_become_template(pdo_pool_t *pool, zend_async_pool_t *async);
void pdo_pool_delref(pdo_pool_t *pool);
/* }}} */

/* {{{ pdo_pool_settings.c: what all connections of a pool have in common */

/* Attributes that PDO itself reads from the handle of a statement. */
void pdo_pool_copy_attributes(pdo_pool_conn_t *conn);
/* The same for all connections of a template. */
void pdo_pool_spread_attributes(pdo_dbh_t *dbh);
/* Sets the constructor's options on a new connection, or PDO's own ones on the template. false:
 * exception. The first may suspend. */
bool pdo_pool_apply_options(pdo_pool_conn_t *conn, zval *options);
bool pdo_pool_apply_template_options(pdo_pool_t *pool);
/* Makes the settings that were made since on other connections. FAILURE: exception. May suspend. */
zend_result pdo_pool_apply_settings(pdo_pool_conn_t *conn);
/* Destructor of pool->settings. */
void pdo_pool_free_setting(zval *element);
/* }}} */

/* {{{ pdo_pool_session.c: what a session starts with, and how it gets back there */

/* Checks PDO::ATTR_POOL_INIT. FAILURE: exception. */
zend_result pdo_pool_check_init(zval *value);
/* The value of a constructor option, or null; the caller owns it. */
void pdo_pool_copy_option(const pdo_pool_t *pool, zend_long attr, zval *value);
/* After connecting, or to reset a session: runs what PDO::ATTR_POOL_INIT says and what was adopted.
 * FAILURE: exception; the connection is not fit for use. May suspend. */
zend_result pdo_pool_set_up_session(pdo_pool_conn_t *conn, bool reset);
/* Runs statements, as hooks.set_up() does. FAILURE: exception. May suspend. */
zend_result pdo_pool_run_setup(pdo_pool_conn_t *conn, bool reset, const HashTable *statements);
/* The connection has just passed to another coroutine, and is to be reset, at once or by the
 * driver in front of the next command. FAILURE: condemned, without an exception unless the
 * coroutine is cancelled. May suspend. */
zend_result pdo_pool_reset_handed_over(pdo_pool_conn_t *conn);
/* The cleaner's part: a session that its coroutine left. Condemned when it cannot be made clean.
 * May suspend, may throw. */
void pdo_pool_reset_left(pdo_pool_conn_t *conn);
/* Default of hooks.set_up(). May suspend. */
zend_result pdo_pool_exec_setup(pdo_dbh_t *dbh, bool reset, const HashTable *statements);
/* }}} */

/* {{{ pdo_pool_adopt.c: what the main script sets belongs to the object */

/* A statement that set something up. */
typedef struct _pdo_pool_adopted {
	zend_string *sql;
	zend_ulong serial;
} pdo_pool_adopted;

/* The object has been constructed by the current coroutine. */
void pdo_pool_start_adopting(pdo_pool_t *pool);
/* From now on a coroutine's settings are its own. */
void pdo_pool_stop_adopting(pdo_pool_t *pool);
/* Another coroutine than the adopter has begun to use the object, or a coroutine has ended. */
static zend_always_inline void pdo_pool_note_user(pdo_pool_t *pool, zend_ulong key, bool ends)
{
	if (UNEXPECTED(pool->is_adopting) && (ends || key != pool->adopter)) {
		pdo_pool_stop_adopting(pool);
	}
}
/* Around a statement that is run while the pool adopts. May it be adopted, if it succeeds? */
typedef struct _pdo_pool_adoption {
	bool is_possible;
	bool was_clean;
} pdo_pool_adoption;
pdo_pool_adoption pdo_pool_begin_adoption(pdo_pool_conn_t *conn);
void pdo_pool_end_adoption(pdo_pool_conn_t *conn, const pdo_pool_adoption *adoption,
	const zend_string *sql, bool done);
/* The adopted statements behind a serial number, added to a list. */
void pdo_pool_list_adopted(const pdo_pool_t *pool, zend_ulong serial, HashTable *statements);
/* Runs what was adopted since on an idle or new connection. FAILURE: exception, condemned. May
 * suspend. */
zend_result pdo_pool_apply_adopted(pdo_pool_conn_t *conn);
/* Destructor of pool->adopted. */
void pdo_pool_free_adopted(zval *element);
/* }}} */

/* {{{ pdo_pool_watch.c: idle connections that the server closes */
/* The connection is idle from now on. Harmless without a scheduler, or without a socket. */
void pdo_pool_watch(pdo_pool_conn_t *conn);
/* It is about to be used. */
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
/* The connection for a call of this coroutine; ended as pdo_pool_acquire_conn() says. NULL:
 * exception, or a lost transaction that the caller reports. May suspend. */
pdo_dbh_t *pdo_pool_begin_call(pdo_dbh_t *dbh, pdo_pool_binding_t *binding);
/* The connection goes: the coroutine that used it last keeps what it may still ask for. */
void pdo_pool_part(pdo_pool_conn_t *conn);
/* It has been given back, or goes: where it was taken is of no interest any more. */
static zend_always_inline void pdo_pool_forget_taker(pdo_pool_conn_t *conn)
{
	if (UNEXPECTED(conn->taken_in_file)) {
		zend_string_release(conn->taken_in_file);
		conn->taken_in_file = NULL;
	}
	conn->is_leak_reported = false;
}
/* Ends it; the connection is left as it is. Destructor of pool_connections. */
void pdo_pool_free_binding(zval *element);
/* }}} */

/* {{{ pdo_pool_call.c: calls into the driver, and what follows from their end */

/* Is no other coroutine or Fiber in a call? */
bool pdo_pool_is_free_now(const pdo_pool_conn_t *conn);
static zend_always_inline bool pdo_pool_is_free(const pdo_pool_conn_t *conn)
{
	return EXPECTED(conn->depth == 0) || pdo_pool_is_free_now(conn);
}
/* The same, behind the pool's own work, which is waited for: the connection, which something must
 * pin, may become an orphan. false: exception thrown. May suspend. */
bool pdo_pool_check_free_now(pdo_pool_conn_t *conn);
static zend_always_inline bool pdo_pool_check_free(pdo_pool_conn_t *conn)
{
	return EXPECTED(conn->depth == 0) || pdo_pool_check_free_now(conn);
}
/* Does what runs now run in that Fiber, or in one that was resumed in it? */
bool pdo_pool_is_inside(const void *fiber);
/* The coroutine has a call in a Fiber, which may outlive it. */
void pdo_pool_note_call_in_fiber(const pdo_pool_conn_t *conn);
/* A call begins, perhaps inside of another one. A Fiber that was started in that of the outermost
 * call may outlive it: from then on the connection is in use by the coroutine. */
static zend_always_inline void pdo_pool_go_deeper(pdo_pool_conn_t *conn)
{
	if (conn->depth == 0 || UNEXPECTED(conn->fiber != EG(active_fiber))) {
		conn->fiber = EXPECTED(conn->depth == 0) ? EG(active_fiber) : NULL;
		conn->caller = pdo_pool_current();
		if (UNEXPECTED(EG(active_fiber)) && conn->caller) {
			pdo_pool_note_call_in_fiber(conn);
		}
	}
	conn->depth++;
}
/* A call into the driver begins, when the connection is free. false: exception thrown. May
 * suspend. */
static zend_always_inline bool pdo_pool_enter(pdo_pool_conn_t *conn)
{
	if (!pdo_pool_check_free(conn)) {
		return false;
	}
	pdo_pool_go_deeper(conn);
	return true;
}
/* The call that begins is work of the pool's own, unless this coroutine is in another one. */
void pdo_pool_begin_own_work(pdo_pool_conn_t *conn);
/* Before its end: those who wait for it go on when this coroutine suspends. */
void pdo_pool_end_own_work(pdo_pool_conn_t *conn);
/* Waits until another coroutine has done such work, within PDO::ATTR_POOL_QUERY_TIMEOUT. The
 * connection may be gone afterwards, unless something else needs it. FAILURE: exception. May
 * suspend. */
zend_result pdo_pool_wait_for_own_work(pdo_pool_conn_t *conn);
/* A statement or stream that a coroutine has left is used: the transaction that it has left, too,
 * is rolled back first, or what is done now would be lost with it. Something must pin the
 * connection. FAILURE: exception. May suspend. */
zend_result pdo_pool_let_roll_back(pdo_pool_conn_t *conn);
static zend_always_inline bool pdo_pool_may_have_left_transaction(const pdo_pool_conn_t *conn)
{
	return UNEXPECTED(conn->state == PDO_POOL_CONN_LEFT || conn->state == PDO_POOL_CONN_CLEANING);
}
/* Around a wait of C code that is no call into the driver: the connection is not freed. */
void pdo_pool_begin_inner_pin(pdo_pool_conn_t *conn);
void pdo_pool_end_inner_pin(pdo_pool_conn_t *conn);
/* After a fatal error, and in a forked child: no coroutine comes back to a call, or a wait. */
void pdo_pool_forget_calls(pdo_pool_conn_t *conn);
/* The coroutine has ended: its calls on connections that are not its own wait in Fibers, and have
 * no coroutine any more. */
void pdo_pool_disown_calls(pdo_pool_t *pool, const pdo_pool_conn_t *own,
	const zend_coroutine_t *coroutine);
/* What made the call has ended, and a Fiber is still in it. Further calls of the Fiber are refused,
 * and when this one ends the connection goes. */
void pdo_pool_leave_in_fiber(pdo_pool_conn_t *conn);
/* The last call has ended: deferred statements are freed, and the fate of the connection is
 * decided. May suspend. */
void pdo_pool_after_call(pdo_pool_conn_t *conn);
/* Decides the fate of a connection that no call is in, and carries it out. May suspend. */
void pdo_pool_settle(pdo_pool_conn_t *conn);
/* A call of a statement, which pins the connection, ends. May suspend. */
static zend_always_inline void pdo_pool_leave(pdo_pool_conn_t *conn)
{
	ZEND_ASSERT(conn->depth > 0);
	if (--conn->depth == 0 && UNEXPECTED(conn->deferred_stmts
			|| conn->state != PDO_POOL_CONN_HELD || conn->close_reason != PDO_POOL_OPEN
			|| conn->is_limited || conn->bind_depth > 0)) {
		pdo_pool_after_call(conn);
	}
}
/* The same for a call that has freed something, and that began with this exception in flight. If
 * another one has ended its wait the connection is closed now, while that can be told from a loss,
 * although other statements may hold it. May suspend. */
void pdo_pool_leave_freed(pdo_pool_conn_t *conn, const zend_object *in_flight);
/* The same for a call that may begin or end a transaction, or break the connection; stmt may be
 * NULL. */
void pdo_pool_leave_command(pdo_pool_conn_t *conn, pdo_stmt_t *stmt, bool done);
/* The connection is in use by another coroutine: the driver frees the statement when that is
 * done. */
void pdo_pool_defer_stmt(pdo_pool_conn_t *conn, pdo_stmt_t *stmt);
/* Those that were put off, when no call is under way. May suspend. */
void pdo_pool_free_deferred_stmts(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_clean.c: what ended coroutines leave behind */

/* Its coroutine has ended. Called where nothing may suspend or throw. */
void pdo_pool_conn_left(pdo_pool_conn_t *conn, zend_coroutine_t *coroutine);
/* LEFT becomes CLEANING. FAILURE: no coroutine can run any more. */
zend_result pdo_pool_start_cleaning(pdo_pool_conn_t *conn);
/* The connection is closed before its transaction was rolled back, and a statement keeps it: the
 * server rolls back now. May suspend. */
void pdo_pool_let_go_of_locks(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_limit.c: time limits */

/* Before the first call. */
void pdo_pool_prepare_limits(const pdo_pool_t *pool);
void pdo_pool_begin_limit(pdo_pool_conn_t *conn, const pdo_stmt_t *stmt);
/* Is the call that has entered the connection inside of no other one? */
static zend_always_inline bool pdo_pool_is_outer_call(const pdo_pool_conn_t *conn)
{
	return conn->depth == conn->bind_depth + 1;
}
/* A call has entered the connection, perhaps inside of another one, whose limit goes on. On a
 * statement, or NULL. */
static zend_always_inline void pdo_pool_limit_call(pdo_pool_conn_t *conn, const pdo_stmt_t *stmt)
{
	if (UNEXPECTED(conn->pool->config.query_timeout) && pdo_pool_is_outer_call(conn)
			&& !conn->is_limited && !conn->is_stand_in) {
		pdo_pool_begin_limit(conn, stmt);
	}
}
/* Calls in Fibers may end in another order than they began in: what has ended the limit's depth was
 * not its call. No call is left, or none of the coroutine. */
void pdo_pool_drop_limit(pdo_pool_conn_t *conn);
/* Before the end of the call, on its statement or NULL. true: its time was over, the connection is
 * condemned, and the error is in the statement, or the connection. */
bool pdo_pool_end_limit_now(pdo_pool_conn_t *conn, pdo_stmt_t *stmt);
static zend_always_inline bool pdo_pool_end_limit(pdo_pool_conn_t *conn, pdo_stmt_t *stmt)
{
	return UNEXPECTED(conn->is_limited) && pdo_pool_is_outer_call(conn)
		&& pdo_pool_end_limit_now(conn, stmt);
}
/* A call took too long: that is what errorInfo() says on the statements of the connection. */
void pdo_pool_note_late(pdo_pool_conn_t *conn);
/* Around several fetches that are one call for the user. */
void pdo_pool_begin_rows(pdo_stmt_t *stmt);
void pdo_pool_end_rows(pdo_stmt_t *stmt);
/* The error of pdo_pool_end_limit() as an exception. */
void pdo_pool_throw_late(pdo_pool_conn_t *conn);
/* Around the factory of the driver. true: the time was over; exception thrown. */
void pdo_pool_begin_connect_limit(pdo_pool_conn_t *conn, zval *options);
bool pdo_pool_end_connect_limit(pdo_pool_conn_t *conn);
/* pdo_pool_set_up_session() on a new connection, within the same time once more. May suspend. */
zend_result pdo_pool_set_up_in_time(pdo_pool_conn_t *conn);
/* Runs a part of the cleaning within PDO::ATTR_POOL_CLEAN_TIMEOUT: after that, what waits in it
 * fails. May suspend. */
void pdo_pool_run_limited(pdo_pool_conn_t *conn, void (*part)(pdo_pool_conn_t *conn));
/* }}} */

/* {{{ pdo_pool_garbage.c: connections that garbage holds */

/* Called before a connection is acquired while one of the pool's is LEFT. */
void pdo_pool_collect_before_waiting(pdo_pool_t *pool);
/* A coroutine has left a connection that a statement holds: those who wait already may wait for
 * garbage. Neither suspends nor throws. */
void pdo_pool_collect_for_waiters(pdo_pool_t *pool);
/* The PDO object goes, or the collector has done its work. */
void pdo_pool_forget_collector(pdo_pool_t *pool);
/* }}} */

/* {{{ pdo_pool_credentials.c */

/* Checks PDO::ATTR_POOL_CREDENTIALS. FAILURE: exception. */
zend_result pdo_pool_check_credentials(zval *value);
/* Gives a connection that is being made what that callable returns. FAILURE: exception. May
 * suspend. */
zend_result pdo_pool_ask_credentials(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_refusal.c: what a connect that failed says about the server */

/* Around the factory of the driver: EG(exception) is the driver's when it has failed. */
void pdo_pool_begin_connect(pdo_pool_conn_t *conn);
void pdo_pool_end_connect(pdo_pool_conn_t *conn, bool connected);
/* Handler of the async pool. */
zend_async_pool_failure pdo_pool_judge_failure(zend_async_pool_t *async, const zend_object *error);
/* }}} */

/* {{{ pdo_pool_keeper.c: how long a connection may live, be idle, and be held */

/* A connection has been made: its life is limited from now on. */
void pdo_pool_limit_life(pdo_pool_conn_t *conn);
/* Starts the timer, if there is a limit and it does not run. */
void pdo_pool_start_keeping(pdo_pool_t *pool);
/* The PDO object goes. */
void pdo_pool_end_keeping(pdo_pool_t *pool);
/* }}} */

/* {{{ pdo_pool_cache.c: prepared statements that a connection keeps */

/* The connection is closed next. May suspend where the hook drop_cached does. */
void pdo_pool_cache_end(pdo_pool_conn_t *conn);
/* }}} */

/* {{{ pdo_pool_share.c: statements of several coroutines on one connection */
void pdo_pool_init_line(pdo_pool_t *pool);
/* May this text, which has no options of its own, be run on any connection, by this coroutine,
 * now? */
bool pdo_pool_may_roam(pdo_pool_t *pool, const zend_string *sql);
/* Coroutines that wait for a connection, or for room on one. */
uint32_t pdo_pool_count_waiting(pdo_pool_t *pool);
/* As the preparer of a driver, for a statement that roams. */
bool pdo_pool_prepare_roaming(pdo_pool_t *pool, zend_string *sql, pdo_stmt_t *stmt);
/* A roaming statement becomes one of the coroutine's connection. false: exception. May suspend. */
bool pdo_pool_settle_down(pdo_stmt_t *stmt);
/* }}} */

/* {{{ pdo_pool_report.c: what operators want to know */
void pdo_pool_count_time(pdo_pool_times *times, zend_hrtime_t time);
/* Handler of the async pool. */
void pdo_pool_stats(zend_async_pool_t *async, zval *stats);
/* A line in the error log, with the name of the pool, if pdo.pool_log is on. */
void pdo_pool_log(const pdo_pool_t *pool, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);
void pdo_pool_log_close(const pdo_pool_t *pool, pdo_pool_close_reason reason);
/* }}} */

/* {{{ pdo_pool_lost.c: transactions that were lost with their connection */

/* The connection is broken, and its coroutine has it in a transaction. stmt: whose call found
 * out, or NULL. */
void pdo_pool_lose_transaction(pdo_pool_conn_t *conn, pdo_stmt_t *stmt);
/* The SQLSTATE of a loss: this one, if it says that the transaction is over, else 08007. */
const char *pdo_pool_code_of_loss(const char *code);
static zend_always_inline bool pdo_pool_has_lost_transaction(const pdo_pool_binding_t *binding)
{
	return UNEXPECTED(Z_TYPE(binding->lost_info) != IS_UNDEF)
		&& binding->lost_in_generation == pdo_pool_forks;
}
/* The coroutine has ended the transaction. */
void pdo_pool_forget_lost_transaction(pdo_pool_binding_t *binding);
/* The error that a call meets until then, as the error state of the coroutine and the template. */
void pdo_pool_report_lost_transaction(pdo_dbh_t *dbh, pdo_pool_binding_t *binding);
/* The same on a statement of a lost connection. false: nothing to report. */
bool pdo_pool_report_lost_stmt(pdo_stmt_t *stmt);
/* The same as an exception, whatever the error mode is. */
void pdo_pool_throw_lost_transaction(pdo_pool_binding_t *binding);
/* Does this text end a transaction by rolling it back, and nothing else? */
bool pdo_pool_is_rollback(const zend_string *sql);
/* fetch_err of pool->lost_methods. */
void pdo_pool_fetch_lost_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info);
/* }}} */

/* {{{ pdo_pool_methods.c, pdo_pool_stmt.c: the methods that PDO calls instead of the driver's */
void pdo_pool_init_methods(pdo_pool_t *pool);
/* As the quoter of a driver, on the template; the default of that hook. May suspend. */
zend_string *pdo_pool_quote_on_connection(pdo_dbh_t *dbh, const zend_string *text,
	enum pdo_param_type type);
/* Puts the pool's methods in front of the driver's. */
void pdo_pool_wrap_stmt(pdo_pool_t *pool, pdo_stmt_t *stmt);
/* What PDOStatement::execute() does before it executes; the array or NULL. false: it has failed. */
typedef bool (*pdo_pool_params_setter)(pdo_stmt_t *stmt, zval *input_params);
/* Calls it while no other coroutine can use the statement, nor before the execution begins: none
 * mixes its parameters with those of this call. false: failed, as the setter or with an exception.
 * May suspend. */
bool pdo_pool_set_params(pdo_stmt_t *stmt, zval *input_params, pdo_pool_params_setter set);
/* For what PDO itself changes in a statement before it calls the driver. false: another coroutine
 * is in a call that may use it; exception thrown. May suspend. */
bool pdo_pool_is_stmt_free_now(pdo_stmt_t *stmt);
static zend_always_inline bool pdo_pool_is_stmt_free(pdo_stmt_t *stmt)
{
	return EXPECTED(pdo_pool_conn_of(stmt->dbh)->depth == 0
			&& (stmt->fetches == 0 || stmt->fetcher == pdo_pool_current_flow()))
		|| pdo_pool_is_stmt_free_now(stmt);
}
/* Around whatever runs PHP code that knows the statement, or gets a row of it: that may wait, and
 * no other coroutine can use the statement meanwhile. false: exception thrown. May suspend. */
bool pdo_pool_begin_fetch(pdo_stmt_t *stmt);
void pdo_pool_end_fetch(pdo_stmt_t *stmt);
/* Does a fetch in this mode do so? */
bool pdo_pool_gives_row_to_code(const pdo_stmt_t *stmt, enum pdo_fetch_type how);
/* The same for a whole method of PDOStatement: an autoloader runs before its first fetch. May
 * suspend. */
void pdo_pool_call_pooled_alone(INTERNAL_FUNCTION_PARAMETERS, zif_handler method);
static zend_always_inline void pdo_pool_call_alone(INTERNAL_FUNCTION_PARAMETERS, zif_handler method)
{
	if (EXPECTED(!Z_PDO_STMT_P(ZEND_THIS)->is_pooled)) {
		method(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else {
		pdo_pool_call_pooled_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, method);
	}
}
/* Around a change of what is bound: as above, and false is an exception. May suspend. */
bool pdo_pool_begin_bind(pdo_stmt_t *stmt);
void pdo_pool_end_bind(pdo_stmt_t *stmt);
/* Makes a value that is bound a string, on ordinary statements as well. Its __toString() and its
 * destructor may wait: what another coroutine assigns to the variable meanwhile is kept. false:
 * exception. May suspend. */
bool pdo_pool_make_string(zval *value);
/* Before a statement is freed: destructors of its parameters, and its driver, may wait. */
void pdo_pool_drop_weak_references(pdo_stmt_t *stmt);
/* Around emulated parameters: their values are those of the beginning. */
void pdo_pool_take_values(pdo_stmt_t *stmt);
void pdo_pool_put_back_variables(pdo_stmt_t *stmt);
/* Chooses the methods that run statements: those that adopt, or the plain ones. */
void pdo_pool_choose_doer(pdo_pool_t *pool);
void pdo_pool_choose_executer(pdo_pool_t *pool);
/* }}} */

/* {{{ pdo_pool_error.c: the error state of a coroutine */

/* Forgets what was thrown since in_flight was EG(exception), which may have been NULL. An exception
 * that was in flight goes on: much of the pool runs while one unwinds and frees statements. */
void pdo_pool_forget_exception(zend_object *in_flight);

/* Around the end of a connection, or of what was on one that is lost: the driver finds that out,
 * and its warnings would tell no one anything. In between may be suspended. */
typedef struct _pdo_pool_silence {
	zend_object *in_flight;
	zend_error_handling handling;
} pdo_pool_silence;
void pdo_pool_begin_silence(pdo_pool_silence *silence);
void pdo_pool_end_silence(pdo_pool_silence *silence);

/* Calls what the program has given the constructor. Its warnings are warnings, although those of
 * a driver are exceptions there. FAILURE: exception. May suspend. */
zend_result pdo_pool_call_back(zval *callable, zval *result, uint32_t count, zval *arguments);

/* Puts the error that conn carries, if any, into the state of the coroutine that has it. */
void pdo_pool_keep_error(pdo_pool_conn_t *conn);
/* The same for the statement of a PDO::query() that failed. */
void pdo_pool_keep_stmt_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt);
/* dbh->error_code of a template is only for the moment. From the coroutine's state to it, and
 * from it to the coroutine's state. Back to "no error": pdo_pool_reset_error(), in
 * php_pdo_error.h. */
void pdo_pool_load_error(pdo_dbh_t *dbh);
void pdo_pool_store_error(pdo_dbh_t *dbh);
/* The coroutine's error state becomes this one; info is borrowed, and may be undefined. */
void pdo_pool_set_error(pdo_pool_binding_t *binding, const char *code, zval *info);
void pdo_pool_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info);
/* What the driver says of an error, behind its code. */
void pdo_pool_append_error_info(zval *to, const zval *info);
/* So it does from the exception that kept a call from getting a connection. */
void pdo_pool_keep_exception(pdo_pool_binding_t *binding);
/* Throws a PDOException as for a failed call; info is as in pdo_pool_set_error(). */
void pdo_pool_throw(const char *code, const char *message, zval *info);
/* The exception of the async pool that kept a call from getting a connection becomes the
 * previous one of a PDOException. Those of the driver, and cancellations, stay what they are. */
void pdo_pool_explain_refusal(const pdo_pool_t *pool);
/* }}} */

/* In pdo_dbh.c. */
bool pdo_dbh_attribute_set(pdo_dbh_t *dbh, zend_long attr, zval *value);

#endif /* PDO_POOL_INT_H */
