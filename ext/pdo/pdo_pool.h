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

/* The connection pool behind a PDO object: what it asks of a driver, what it offers to
 * one, and the hooks that PDO itself calls.
 *
 * Three kinds of pdo_dbh_t:
 *   ordinary    pool == NULL. Stock PDO; nothing below ever touches it.
 *   template    pool and pool_connections set, driver_data always NULL. The handle
 *               of the user's PDO object: it has no connection, and its methods are those of
 *               the pool (pdo_pool_methods.c), which find the connection of the
 *               calling coroutine and call the driver's methods on that.
 *   connection  pool set, pool_connections NULL. Made by db_handle_factory() with the same
 *               options as an ordinary handle; dbh->pool is already set while the factory
 *               runs, so that a driver can tell. methods are the driver's own. stmt->dbh is
 *               always a connection, never a template.
 *
 * What a driver does to be poolable
 *   1. pdo_driver_t.db_handle_init_methods: dbh->methods = &its_methods.
 *   2. pdo_dbh_methods.pool: a struct pdo_pool_methods, below. Without it every
 *      connection stays with its coroutine to the end and is then closed: correct, but slow.
 *   3. Methods of its own (Pdo\Driver::foo()) reach the handle through pdo_pool_call().
 *      Z_PDO_DBH_P(ZEND_THIS)->driver_data is NULL on a template.
 *   4. What outlives the call and needs the connection (a stream) holds it with
 *      pdo_pool_pin() / pdo_pool_unpin(); what configures the connection (a callback)
 *      goes through pdo_pool_configure(), so that every connection gets it.
 *   5. A wait that failed because EG(exception) is set (cancellation) makes the method
 *      fail; it throws nothing of its own, and pool_session_state answers BROKEN from then on
 *      when the protocol was left in the middle.
 * One connection is used by one coroutine at a time; the pool sees to that, through all
 * methods of the handle and of its statements. A driver need not guard against it. */

#ifndef PDO_POOL_H
#define PDO_POOL_H

#include "php_pdo_driver.h"
#include "Zend/zend_async_API.h"

BEGIN_EXTERN_C()

/* What the session of a connection carries that is not the next coroutine's business. */
typedef enum _pdo_pool_session {
	/* Nothing: the connection may go to another coroutine as it is. */
	PDO_POOL_SESSION_CLEAN,
	/* A temporary table, a changed setting, a lock: the coroutine keeps the connection until
	 * it ends; after that the connection has to be reset or closed. */
	PDO_POOL_SESSION_DIRTY,
	/* Lost, or in the middle of the protocol: destroyed as soon as the call is over. */
	PDO_POOL_SESSION_BROKEN
} pdo_pool_session;

typedef enum _pdo_pool_handle_kind {
	PDO_POOL_ORDINARY,
	PDO_POOL_TEMPLATE,
	PDO_POOL_CONNECTION
} pdo_pool_handle_kind;

static zend_always_inline pdo_pool_handle_kind pdo_pool_kind(const pdo_dbh_t *dbh)
{
	if (EXPECTED(!dbh->pool)) {
		return PDO_POOL_ORDINARY;
	}
	return dbh->pool_connections ? PDO_POOL_TEMPLATE : PDO_POOL_CONNECTION;
}

/* PDO::ATTR_POOL_RESET: PDO_POOL_RESET_AUTO resets what is known or suspected to be dirty, _ALWAYS
 * every connection on its way from one coroutine to another; with _NONE transactions are rolled
 * back, and that is all. */

/* What a session, or the client library, remembers of the last statements of a coroutine, and what
 * the coroutine may still ask for when others have used the connection. It travels with the
 * coroutine; each driver uses what it needs, and zero stands for a coroutine that has run
 * nothing. */
typedef struct _pdo_pool_notes {
	/* It has run a statement. */
	bool has_run;
	/* LAST_INSERT_ID(), which need not be what lastInsertId() says; it was made in a way that the
	 * client library does not see. */
	bool is_id_hidden;
	uint64_t sql_id;
	zend_ulong warning_count;
	/* changes() and total_changes(). */
	int64_t changed_rows;
	int64_t changed_in_total;
} pdo_pool_notes;

/* Why a prepared statement that was kept for a later prepare() goes: see pdo_pool_cache.h. */
typedef enum _pdo_pool_cached_end {
	/* Nothing will use it again: to be closed on the server. */
	PDO_POOL_CACHED_EVICTED,
	/* The server has closed it. */
	PDO_POOL_CACHED_GONE,
	/* The connection is closed next, or lost. */
	PDO_POOL_CACHED_CLOSING,
	/* It is the parent process's: only what PHP allocated is freed. */
	PDO_POOL_CACHED_FOREIGN
} pdo_pool_cached_end;

struct _pdo_pool_wire_t;

/* All functions run in the PHP thread. Each may be NULL; what that means is said there. */
struct pdo_pool_methods {
	/* Called on the template, before anything is opened: NULL when this data source can be
	 * pooled, else the reason for people, a whole sentence with the remedy, without secrets.
	 * Neither suspends nor throws. NULL: every data source can. */
	const char *(*refuse)(pdo_dbh_t *dbh, zval *driver_options);

	/* Called on the template, before the first connection is opened: something that has to live
	 * as long as the PDO object does, or NULL; let_go frees it. Neither suspends nor throws.
	 * Both NULL: nothing. */
	void *(*hold)(pdo_dbh_t *dbh);
	void (*let_go)(void *held);

	/* Asked on a connection after each call, and before another coroutine gets it. A
	 * transaction need not be reported here when the method in_transaction does, which is asked as
	 * well; autocommit = 0 must be. Unsure: DIRTY. Costs no round trip, neither suspends
	 * nor throws. NULL: always DIRTY. */
	pdo_pool_session (*session_state)(pdo_dbh_t *dbh);

	/* Can set_up() make this session, which is dirty, as it was after connecting? Asked when no
	 * statement of it lives. Neither suspends nor throws. NULL: never; the connection is closed. */
	bool (*can_reset)(pdo_dbh_t *dbh);

	/* Makes the session as it was after connecting, if reset is true; then runs the statements, a
	 * list of strings or NULL, each as exec() would and without a look at what it does to the
	 * session. Prepared statements of the driver's own may survive a reset; if they do not,
	 * the driver forgets them. lastInsertId() and the notes of the coroutine stay what they are.
	 * FAILURE: exception, or dbh->error_code as exec() leaves it. May suspend. NULL: exec() for
	 * each statement. */
	zend_result (*set_up)(pdo_dbh_t *dbh, bool reset, const HashTable *statements);

	/* With PDO::POOL_RESET_ALWAYS a session that looks clean is reset when it passes to another
	 * coroutine. Can the driver do what set_up() does in front of the next command, so that no one
	 * waits for it? From here on that is its task: when it fails, that command must not have
	 * run, unless the reset is one that does not fail while the connection lives, and
	 * pdo_pool_reset_failed() is called. The list is the caller's. Neither suspends nor
	 * throws. false: set_up() is called. NULL: always false. */
	bool (*reset_ahead)(pdo_dbh_t *dbh, const HashTable *statements);

	/* What the session carries now is what it is to carry: it is clean from here on. Called after
	 * connecting and after each set_up(). Neither suspends nor throws. NULL: nothing to do. */
	void (*accept_session)(pdo_dbh_t *dbh);

	/* Does this text, which has just been run without error, nothing but set up the session, with
	 * constant values, in a way that all connections may share? Return the name of what it
	 * sets, in a canonical form, which the caller owns; *to_default: it sets that back. NULL:
	 * it does not. Neither suspends nor throws. NULL: no text does. */
	zend_string *(*name_setting)(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default);

	/* As quoter, but on the template: only when the answer depends on no connection.
	 * NULL: a connection is taken and its quoter asked. */
	pdo_dbh_quote_func quoter;

	/* As get_attribute, but on the template; 0 means: ask a connection. NULL: always ask one. */
	pdo_dbh_get_attr_func get_attribute;

	/* The socket of a connection, or -1. While the connection is idle the pool looks whether it
	 * has become readable, which mostly means that the server hung up. The reactor keeps it
	 * registered: only the closer may close it, or the stream that it belongs to. NULL: none. */
	zend_async_socket_t (*descriptor)(pdo_dbh_t *dbh);

	/* The connection is closed next, in the middle of a call that was cancelled or took too long:
	 * has the server end what it still runs for it. Does not wait; neither suspends nor throws.
	 * NULL: there is no way, or no need. */
	void (*cancel)(pdo_dbh_t *dbh);

	/* PDO::ATTR_TIMEOUT is the driver's own affair when it connects, and it always does observe it.
	 * Else the pool gives up a connect that takes longer, where it can suspend. */
	bool limits_connects;

	/* After an error of a call on a statement, or NULL: does it say that the server takes no
	 * writes, because another one has taken its place? The connection is closed when its
	 * transaction is over. Neither suspends nor throws. NULL: never. */
	bool (*is_read_only_error)(pdo_dbh_t *dbh, pdo_stmt_t *stmt);

	/* There is something to read on an idle connection. Take in what came, without blocking
	 * or suspending. FAILURE: it is lost. NULL: any input means that it is lost. */
	zend_result (*idle_input)(pdo_dbh_t *dbh);

	/* The closer of a connection may suspend. The end of a coroutine may not: what a coroutine
	 * leaves is then closed by an internal coroutine. */
	bool closer_suspends;

	/* For drivers that know no descriptor: asked when a connection that was idle for a second or
	 * longer is about to be used. FAILURE: it is lost. May suspend; an exception counts as
	 * FAILURE. NULL: not asked. */
	zend_result (*ping)(pdo_dbh_t *dbh);

	/* The connection, clean and idle until now, passes from one coroutine to another (or has its
	 * first, leaving == false). Return what lastInsertId() would say to the coroutine that
	 * leaves, NULL for "nothing". next_id is what it has to say to the coroutine that comes, until
	 * that inserts something; NULL for "nothing"; it stays the caller's. When there was an insert,
	 * but its id cannot be had, call pdo_pool_id_unknown(). May suspend; an error is
	 * not reported: the connection is found BROKEN. NULL: lastInsertId() of a coroutine is "0"
	 * once it has another connection. */
	zend_string *(*handover)(pdo_dbh_t *dbh, bool leaving, zend_string *next_id);

	/* When the connection passes to another coroutine, or goes (next == NULL), return the notes of
	 * the coroutine that used it last; from now on it has those of the next one, which stay the
	 * caller's. Neither suspends nor throws. NULL: there are none. */
	pdo_pool_notes (*exchange_notes)(pdo_dbh_t *dbh, const pdo_pool_notes *next);
	/* What fetch_err would say of a failure is forgotten then. */
	bool forgets_failure;

	/* For the healthcheck: as check_liveness, but what the coroutine that used the connection last
	 * may still ask for stays what it is. FAILURE: it is lost. May suspend. NULL:
	 * check_liveness. */
	zend_result (*check_health)(pdo_dbh_t *dbh);

	/* The connection goes, and a coroutine still remembers it: return what lastInsertId() would
	 * say to that coroutine, as far as the client library has it in memory, NULL for "nothing".
	 * Neither suspends nor throws. NULL: "nothing". */
	zend_string *(*local_id)(pdo_dbh_t *dbh);

	/* The cache of prepared statements lets go of one: frees its handle, and closes it on the
	 * server if that is to be done, now or along with a later command. May suspend unless end is
	 * PDO_POOL_CACHED_FOREIGN; does not throw. NULL: the driver keeps no statements. */
	void (*drop_cached)(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end);

	/* The factory has failed, with this SQLSTATE, this code and this message: is the server there,
	 * would it refuse the same credentials again, has it no place for another connection? Neither
	 * suspends nor throws. NULL: pdo_pool_judge_sqlstate(). */
	zend_async_pool_failure (*judge_refusal)(const char *sqlstate, zend_long code,
		const char *message);

	/* For drivers that can have commands of several coroutines under way on one connection: see
	 * pdo_pool_share.h. All NULL: it cannot.
	 * may_roam: does the text nothing but read, in one statement, without locks that others could
	 * wait for, and does it leave nothing in the session? held is what hold() returned.
	 * carry: sends riders and receives their answers, until none is under way and
	 * pdo_pool_wire_next() gives no more. May suspend.
	 * make_stand_in: sets driver_data of a handle that has no server; its methods are the driver's.
	 * settle_down: the statement, made on a stand-in, belongs to conn from now on. */
	bool (*may_roam)(void *held, const zend_string *sql);
	void (*carry)(pdo_dbh_t *conn, struct _pdo_pool_wire_t *wire);
	void (*make_stand_in)(pdo_dbh_t *dbh);
	void (*settle_down)(pdo_stmt_t *stmt, pdo_dbh_t *conn);

	/* In a forked child, at the fork, perhaps in the middle of a command: the client library gets
	 * another socket, by pdo_pool_exchange_socket(). Other threads may have held any lock: only
	 * system calls and assignments. NULL: no socket is known, or threads alone use it. */
	void (*cut_off)(pdo_dbh_t *dbh, zend_async_socket_t nowhere);

	/* In a forked child, instead of closer: free what belongs to PHP and close the descriptor, but
	 * say nothing to the server and leave shared state (files, locks) alone.
	 * NULL: driver_data is left as it is. */
	void (*abandon)(pdo_dbh_t *dbh);
};

/* {{{ For drivers */

/* The connection that the calling coroutine uses, taken from the pool if it has none;
 * dbh itself when it is no template. Every success is followed by pdo_pool_maybe_release() on the
 * result, when the call is over. NULL: exception thrown. May suspend. */
PDO_API pdo_dbh_t *pdo_pool_acquire_conn(pdo_dbh_t *dbh);

/* The end of a call that began with pdo_pool_acquire_conn(). The connection goes back
 * unless something ties it to the coroutine. An error that the call left in conn->error_code stays
 * readable for the coroutine. Harmless on ordinary handles. May suspend if closing does, and a
 * cancellation may come then; conn may be gone afterwards. */
PDO_API void pdo_pool_maybe_release(pdo_dbh_t *conn);

/* The connection that the calling coroutine has, or used last if no other one used it since.
 * Never takes one: NULL if there is none. To be used at once, and not for what needs the server;
 * dbh itself when it is no template. */
PDO_API pdo_dbh_t *pdo_pool_peek_conn(pdo_dbh_t *dbh);

/* The number of warnings in what exchange_notes has returned when the calling coroutine last lost a
 * connection; 0 when it never has. For where pdo_pool_peek_conn() finds none. */
PDO_API zend_ulong pdo_pool_kept_warning_count(pdo_dbh_t *dbh);

/* The body of a driver's own PHP method, apart from where dbh comes from: ordinary handle
 * or connection, constructed, never a template. */
typedef void (*pdo_pool_method_body)(INTERNAL_FUNCTION_PARAMETERS, pdo_dbh_t *dbh);

/* Runs body on the handle of ZEND_THIS, or on the coroutine's connection when that is a template.
 * Throws the error of PDO_CONSTRUCT_CHECK. May suspend.
 *
 *   static void foo_on(INTERNAL_FUNCTION_PARAMETERS, pdo_dbh_t *dbh) { ... }
 *   PHP_METHOD(Pdo_Driver, foo) { pdo_pool_call(INTERNAL_FUNCTION_PARAM_PASSTHRU, foo_on); } */
PDO_API void pdo_pool_call(INTERNAL_FUNCTION_PARAMETERS, pdo_pool_method_body body);

/* Was this connection made before a fork, by the parent process? Then the child may free what PHP
 * allocated for it and for its statements, but neither sends nor closes anything on the server. The
 * destructor of a statement asks; every other call on such a connection is refused by the pool.
 * false for ordinary handles. */
PDO_API bool pdo_pool_is_foreign(const pdo_dbh_t *conn);

/* For the hook cut_off: nowhere takes the place of a socket; -1: there is none. */
PDO_API void pdo_pool_exchange_socket(zend_async_socket_t fd, zend_async_socket_t nowhere);

/* Another number in a forked child, for drivers that keep handles of their own: what was made
 * under another one is the parent's. */
PDO_API uint32_t pdo_pool_fork_generation(void);

/* Something that needs the connection lives on after the call: it stays with its coroutine, and in
 * memory even when the PDO object goes, until the last unpin. Both are harmless on ordinary
 * handles. After unpin the connection may be gone, and unpin may suspend if closing does. */
PDO_API void pdo_pool_pin(pdo_dbh_t *conn);
PDO_API void pdo_pool_unpin(pdo_dbh_t *conn);

/* An option of the constructor, for a connection; NULL: it was not given, or the PDO object is
 * gone. Borrowed. */
PDO_API zval *pdo_pool_option(pdo_dbh_t *conn, zend_long attr);

/* What the hook hold returned for the pool of a connection. */
PDO_API void *pdo_pool_held(pdo_dbh_t *conn);

/* The session was changed behind the text of the statements, as the driver finds in handover: the
 * connection is reset before the coroutine that comes gets it. */
PDO_API void pdo_pool_want_reset(pdo_dbh_t *conn);

/* In handover: lastInsertId() of the coroutine that leaves is an exception from now on. */
PDO_API void pdo_pool_id_unknown(pdo_dbh_t *conn);

/* In handover: for what asks the server. It has PDO::ATTR_POOL_CLEAN_TIMEOUT, because the coroutine
 * that comes has not asked for it. If the connection is lost or too slow, that one gets another.
 * may suspend */
PDO_API void pdo_pool_ask_in_handover(pdo_dbh_t *conn, void (*ask)(void *question),
	void *question);

/* For judge_refusal, and its default: by the SQLSTATE, or by the number of an error of MySQL. */
PDO_API zend_async_pool_failure pdo_pool_judge_sqlstate(const char *sqlstate, zend_long code,
	const char *message);
PDO_API zend_async_pool_failure pdo_pool_judge_mysql_error(zend_long code);

/* In the factory, which is about to fail: the server has refused the connection with this SQLSTATE,
 * which is not the one of the exception. Harmless on ordinary handles. */
PDO_API void pdo_pool_refused_with(pdo_dbh_t *dbh, const char *sqlstate);

/* The driver has given the connection up, because the coroutine is being cancelled: it is closed
 * after the call. */
PDO_API void pdo_pool_interrupted(pdo_dbh_t *conn);

/* A reset that reset_ahead promised has failed: the connection is closed after the call. */
PDO_API void pdo_pool_reset_failed(pdo_dbh_t *conn);

/* Runs statements on a connection that is opened for them beside the pool and closed at once, for
 * what is to be said about conn, which cannot be asked any more. where is added to the data source.
 * Takes the list of strings over; one that fails is the last. Does not wait, and does not throw. */
PDO_API void pdo_pool_run_aside(pdo_dbh_t *conn, const char *where, HashTable *statements);

/* For calls that do not suspend, asked now and then: has the call that is under way on this
 * connection taken longer than PDO::ATTR_POOL_QUERY_TIMEOUT? Then it has to fail, with any
 * error. */
PDO_API bool pdo_pool_is_late(pdo_dbh_t *conn);
/* Can it ever be? */
PDO_API bool pdo_pool_can_be_late(pdo_dbh_t *conn);
/* How long ago the limit was due that has ended the wait of the call, or of the connect, which is
 * under way on this connection: the event loop may have been late. 0: none has. */
PDO_API zend_ulong pdo_pool_overdue_ms(pdo_dbh_t *conn);

/* Around what such a thing does with the connection, a stream that is read say: a call like
 * those of a statement. false: another coroutine is in one; exception thrown. Both are harmless
 * on ordinary handles; the end may suspend if closing does. */
PDO_API bool pdo_pool_begin_use(pdo_dbh_t *conn);
PDO_API void pdo_pool_end_use(pdo_dbh_t *conn);
/* Without an exception: would it be true? */
PDO_API bool pdo_pool_can_use(pdo_dbh_t *conn);
/* When that is false: called when the call that is under way is over; takes over a pin. */
PDO_API void pdo_pool_defer(pdo_dbh_t *conn, void (*function)(void *data), void *data);

/* A setting that all connections of a pool share. The driver embeds it in a struct of its own,
 * emalloc()ed; the pool owns it once it is recorded. */
typedef struct _pdo_pool_setting pdo_pool_setting;
struct _pdo_pool_setting {
	/* Makes the setting on an ordinary handle or a connection. false: it cannot be made; the
	 * driver has thrown or raised the error, or put it into dbh->error_code. May suspend. */
	bool (*apply)(pdo_dbh_t *dbh, pdo_pool_setting *setting);
	void (*free)(pdo_pool_setting *setting);
	/* May be NULL. */
	void (*get_gc)(pdo_pool_setting *setting, zend_get_gc_buffer *buffer);
	/* Making it may end a transaction: a connection in one gets it afterwards, unless its own
	 * coroutine makes it. */
	bool waits_for_transaction;

	/* The pool's: zero. */
	zend_ulong serial;
	uint32_t refcount;
};

/* Makes the setting on dbh. On a template: on the coroutine's connection at once, where its success
 * is judged, and recorded under the name, in place of an older one of that name; other connections,
 * present and future, get it before they are used next. On other handles it is made and freed. The
 * setting is owned by the callee in every case. May suspend, may throw. */
PDO_API bool pdo_pool_configure(pdo_dbh_t *dbh, zend_string *name, pdo_pool_setting *setting);
/* }}} */

END_EXTERN_C()

#endif /* PDO_POOL_H */
