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

/* One connection of a pooled PDO object: its state, who holds it, what still needs it, and what is
 * to become of it. Nothing here chooses a connection for a coroutine (pdo_pool_binding.c) or runs a
 * command on one (pdo_pool_methods.c).
 *
 *             connected                     take                        its coroutine ends
 *   OPENING ------------> IDLE <------------------------> HELD ---------------------------> LEFT
 *      |                  |  ^          give back           |                                |  ^
 *      | fails    checked |  |                              | close                    clean |  |
 *      |                  v  |                              |                                v  |
 *      |               CHECKED                              |                             CLEANING
 *      v                  |                                 v                                |
 *   CLOSING <-------------+---------------------------- ORPHAN <-----------------------------+
 *
 * LEFT goes back to IDLE when nothing is left on it. From every state but CLOSING the pool may let
 * go of a connection: one that a statement or a call still needs is an ORPHAN until they are
 * done. */

#ifndef PDO_POOL_CONN_H
#define PDO_POOL_CONN_H

#include "pdo_pool.h"
#include "pdo_pool_cache.h"
#include "Zend/zend_async_list.h"
#include "Zend/zend_hrtime.h"

typedef struct _pdo_pool_t pdo_pool_t;
typedef struct _pdo_pool_conn_t pdo_pool_conn_t;
typedef struct _pdo_pool_binding_t pdo_pool_binding_t;
typedef struct _pdo_pool_deferred_stmt_t pdo_pool_deferred_stmt_t;

typedef enum _pdo_pool_conn_state {
	/* The factory connects. */
	PDO_POOL_CONN_OPENING,
	/* In the async pool, or on its way from there to a coroutine. Needed by nothing. */
	PDO_POOL_CONN_IDLE,
	/* The same, while a hook of the async pool looks at it, which may suspend. */
	PDO_POOL_CONN_CHECKED,
	/* A coroutine has it: conn->holder. */
	PDO_POOL_CONN_HELD,
	/* Its coroutine has ended; a statement or a call still needs it. */
	PDO_POOL_CONN_LEFT,
	/* conn->cleaner makes it fit for the next coroutine, or finds that this is not possible. */
	PDO_POOL_CONN_CLEANING,
	/* The pool will not give it out again; a statement or a call still needs it. */
	PDO_POOL_CONN_ORPHAN,
	/* The driver closes it. */
	PDO_POOL_CONN_CLOSING,
	PDO_POOL_CONN_STATE_COUNT
} pdo_pool_conn_state;

/* Why a connection is closed: the keys of getStats()['destroyed']. */
typedef enum _pdo_pool_close_reason {
	PDO_POOL_OPEN,            /* it is not */
	PDO_POOL_CLOSED,          /* the pool was closed, or the PDO object is gone */
	PDO_POOL_LOST,            /* the server or the network ended it */
	PDO_POOL_INTERRUPTED,     /* a call was left in the middle of the protocol */
	PDO_POOL_ROLLBACK_FAILED, /* a transaction left open could not be rolled back in time */
	PDO_POOL_RESET_FAILED,    /* a session could not be reset or set up, or not in time */
	PDO_POOL_DIRTY,           /* the session was changed, and cannot be reset */
	PDO_POOL_IDLE_TOO_LONG,   /* PDO::ATTR_POOL_IDLE_TIMEOUT */
	PDO_POOL_EXPIRED,         /* PDO::ATTR_POOL_MAX_LIFETIME */
	PDO_POOL_READ_ONLY,       /* the server takes no writes any more */
	PDO_POOL_RETIRED,         /* Async\Pool::retireAll(), or setMax() made it one too many */
	PDO_POOL_UNHEALTHY,       /* the healthcheck got no answer */
	PDO_POOL_FORKED,          /* it belongs to the parent process */
	PDO_POOL_CLOSE_REASON_COUNT
} pdo_pool_close_reason;

struct _pdo_pool_conn_t {
	/* First: see pdo_pool_conn_of(). */
	pdo_dbh_t dbh;

	pdo_pool_t *pool;
	zend_async_list_node_t in_pool;
	/* pdo_pool_fork.c. */
	zend_async_list_node_t in_thread;

	/* Changed by pdo_pool_conn_set_state() only. */
	pdo_pool_conn_state state;
	/* HELD: by whom. Otherwise NULL. */
	pdo_pool_binding_t *holder;
	/* CLEANING: by whom; a reference to its object is held. Otherwise NULL. */
	zend_coroutine_t *cleaner;
	/* Until then the connection can be taken away. At the end of the script it may never begin. */
	bool has_cleaner_begun;
	zend_async_callback_t on_cleaner_end;
	/* Set by pdo_pool_conn_condemn(): the first reason counts. */
	pdo_pool_close_reason close_reason;

	/* Calls that are inside the driver, and the coroutine that made them (pdo_pool_current()).
	 * Pins, the other thing that keeps a connection, are counted in dbh.pool_slot_refcount. */
	uint32_t depth;
	/* How many of them only keep others out while PDO changes what is bound: the calls into the
	 * driver that are made meanwhile are calls by themselves to PDO::ATTR_POOL_QUERY_TIMEOUT. */
	uint32_t bind_depth;
	zend_coroutine_t *caller;
	/* The Fiber that the outermost one was made in, or NULL. It may go on in another coroutine. */
	struct _zend_fiber *fiber;
	/* The call is the pool's own work, which no coroutine has asked for: a statement is freed, or
	 * the session cleaned. Coroutines wait for its end, on this list. */
	bool is_own_work;
	zend_async_list_t waiters;
	/* Pins of C functions that wait: no one takes them off after a fatal error, or in a forked
	 * child. */
	uint32_t inner_pins;

	/* Its coroutine has ended, and a Fiber is still in a call. */
	bool is_left_in_fiber;

	/* The server has said that it is a replica: closed when its transaction is over. */
	bool is_read_only;
	/* No connection: what a roaming statement has instead, always an ORPHAN (pdo_pool_share.h). Its
	 * last execution was not sent, for want of a connection. */
	bool is_stand_in;
	bool is_turned_away;
	/* Was a transaction open when the last call ended that did not break the connection? */
	bool in_transaction;

	/* The coroutine whose state (last insert id, warnings) it carries: the one that holds it, or
	 * that used it last. binding->conn points back. NULL: no coroutine's. */
	pdo_pool_binding_t *binding;
	/* A coroutine has used it before; its session was reset since. */
	bool was_used;
	bool is_as_new;
	/* The driver reads off it what its last coroutine may still ask for; it finds that the last
	 * insert id cannot be had. */
	bool is_handing_over;
	bool is_id_unknown;

	/* Statements that were freed while another coroutine was in a call; each pins the connection. A
	 * driver may leave on the server what they had there: the session is not clean any more. */
	pdo_pool_deferred_stmt_t *deferred_stmts;
	bool had_deferred_stmts;

	/* The last setting that was made on it, and the last adopted statement that was run. */
	zend_ulong settings_serial;
	zend_ulong adopted_serial;
	/* PDO::ATTR_POOL_INIT or adopted statements are being run on it. */
	bool is_in_setup;
	/* It has passed to another coroutine, and is to be reset first. */
	bool is_reset_due;

	/* LEFT with a transaction open, by a coroutine that ended well: where that was spawned. */
	zend_string *left_by_file;
	uint32_t left_by_line;

	/* ORPHAN, closed in a transaction or because a call took too long: what errorInfo() says on its
	 * statements. */
	zval lost_info;

	/* pdo_pool_limit.c: of the call that is under way, or of connecting. When a call that does not
	 * suspend is late, or 0; the driver has found it late. */
	zend_async_limit_t limit;
	bool is_limited;
	bool is_late;
	zend_hrtime_t late_at;
	/* The statement whose rows PDOStatement::fetchAll() reads: one call, which has one limit; the
	 * time that was spent in the driver, and since when it is there. */
	const pdo_stmt_t *rows_of;
	zend_hrtime_t rows_time;
	zend_hrtime_t rows_since;

	zend_hrtime_t idle_since;
	/* pdo_pool_keeper.c. When its life is over, or 0; a part of what limits are shortened by. */
	zend_hrtime_t expires_at;
	uint16_t jitter;
	/* When its holder took it, and, with PDO::ATTR_POOL_LEAK_THRESHOLD, where; NULL: unknown. */
	zend_hrtime_t held_since;
	zend_string *taken_in_file;
	uint32_t taken_on_line;
	bool is_leak_reported;

	/* While on_input is linked, the reactor tells when the server sends something or hangs up. */
	zend_async_poll_event_t *watch;
	zend_async_callback_t on_input;

	/* Prepared statements that no PDOStatement uses now. */
	pdo_pool_cache_t cache;

	/* pdo_pool_refusal.c: while it is being made, what its failure says; the SQLSTATE of the
	 * server, if the driver tells one that is not in its exception. */
	zend_async_pool_failure failure;
	pdo_error_type refused_with;

	uint32_t fork_generation;
};

/* What is left of a statement: its object is gone, its driver has not freed it yet. Or, with a
 * function, of something else that a driver frees. */
struct _pdo_pool_deferred_stmt_t {
	pdo_stmt_t stmt;
	void (*function)(void *data);
	void *data;
	pdo_pool_deferred_stmt_t *next;
};

static zend_always_inline pdo_pool_conn_t *pdo_pool_conn_of(pdo_dbh_t *dbh)
{
	ZEND_ASSERT(pdo_pool_kind(dbh) == PDO_POOL_CONNECTION);
	return (pdo_pool_conn_t *) dbh;
}

/* The current coroutine, and NULL for the main script, before and after the scheduler has
 * started. */
static zend_always_inline zend_coroutine_t *pdo_pool_current(void)
{
	zend_coroutine_t *coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	return coroutine && (coroutine->flags & ZEND_COROUTINE_F_MAIN) ? NULL : coroutine;
}

/* The same for a call that PHP code is in: a Fiber may go on in another coroutine when this one has
 * ended. What is returned lives until the call ends. */
static zend_always_inline const void *pdo_pool_current_flow(void)
{
	return UNEXPECTED(EG(active_fiber)) ? (const void *) EG(active_fiber)
		: (const void *) pdo_pool_current();
}

static zend_always_inline bool pdo_pool_conn_is_pinned(const pdo_pool_conn_t *conn)
{
	return conn->dbh.pool_slot_refcount > 0;
}

static zend_always_inline bool pdo_pool_has_expired(const pdo_pool_conn_t *conn, zend_hrtime_t now)
{
	return UNEXPECTED(conn->expires_at) && now >= conn->expires_at;
}

/* A statement lives, or a call is under way. */
static zend_always_inline bool pdo_pool_conn_is_needed(const pdo_pool_conn_t *conn)
{
	return pdo_pool_conn_is_pinned(conn) || conn->depth > 0;
}

/* {{{ pdo_pool_fork.c */

/* Counts the forks that lead to this process, from the first pool on. Written in the child only. */
extern uint32_t pdo_pool_forks;
void pdo_pool_watch_forks(void);
/* A connection has been made: in a forked child it is to be cut off. */
void pdo_pool_link_for_forks(pdo_pool_conn_t *conn);
/* The end of a request. */
zend_result pdo_pool_rshutdown(SHUTDOWN_FUNC_ARGS);
zend_result pdo_pool_post_deactivate(void);

/* Does it belong to the parent process? */
static zend_always_inline bool pdo_pool_conn_is_foreign(const pdo_pool_conn_t *conn)
{
	return UNEXPECTED(conn->fork_generation != pdo_pool_forks);
}
/* }}} */

/* A connection in state OPENING, with copies of the data source and the credentials. */
pdo_pool_conn_t *pdo_pool_conn_new(pdo_pool_t *pool, zend_async_pool_t *async);
/* The handle of a roaming statement. */
pdo_pool_conn_t *pdo_pool_conn_new_stand_in(pdo_pool_t *pool);
/* Wipes the copies: only the factory of a driver reads them. */
void pdo_pool_conn_forget_credentials(pdo_pool_conn_t *conn);

/* The one place where a state changes. Only the transitions above are legal; the holder and the
 * cleaner of a state that has none are forgotten. */
void pdo_pool_conn_set_state(pdo_pool_conn_t *conn, pdo_pool_conn_state state);

/* Decides that the connection is to be closed, and counts why. It is closed by whoever has it
 * next. */
void pdo_pool_conn_condemn(pdo_pool_conn_t *conn, pdo_pool_close_reason reason);

/* A connection that is out of the async pool goes: from now on its coroutine gets another one.
 * Freed now, or when nothing needs it any more. May suspend where the closer does. */
void pdo_pool_conn_close(pdo_pool_conn_t *conn, pdo_pool_close_reason reason);

/* The async pool has let go of it: an orphan if something needs it, else freed. May suspend
 * where the closer does. */
void pdo_pool_conn_drop(pdo_pool_conn_t *conn, pdo_pool_close_reason reason);

/* Closes it, or abandons it in a forked child, and frees everything. May suspend where the closer
 * does. */
void pdo_pool_conn_free(pdo_pool_conn_t *conn);

/* {{{ Questions to the driver, which cost no round trip */
pdo_pool_session pdo_pool_session_of(pdo_pool_conn_t *conn);
bool pdo_pool_is_in_transaction(pdo_pool_conn_t *conn);
/* The same where another coroutine may be in a call: in the middle of it a driver cannot tell. */
bool pdo_pool_has_open_transaction(pdo_pool_conn_t *conn);
/* }}} */

/* What is to become of a connection in which no call is under way? */
typedef enum _pdo_pool_fate {
	PDO_POOL_KEEP,
	PDO_POOL_GIVE_BACK,
	PDO_POOL_CLEAN,
	PDO_POOL_CLOSE
} pdo_pool_fate;

/* The only place that answers. Notes whether a transaction is open. */
pdo_pool_fate pdo_pool_conn_fate(pdo_pool_conn_t *conn);

#endif /* PDO_POOL_CONN_H */
