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

/* Equivalents of the libpq calls that pdo_pgsql makes. Inside a coroutine they suspend it
 * instead of blocking the thread; everywhere else, and on persistent handles, they are
 * the libpq calls themselves.
 *
 * Where the driver has a PGconn, H->server, it has a pgsql_async_t here, which owns the PGconn. The
 * second half of this header gives the libpq names to functions and macros that take one, so that
 * the driver's own source needs no change at each of its calls. The files that implement them
 * define PGSQL_ASYNC_PLAIN_LIBPQ to see libpq as it is.
 */

#ifndef PGSQL_ASYNC_H
#define PGSQL_ASYNC_H

#include <libpq-fe.h>
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool.h"
#include "ext/pdo/pdo_pool_cache.h"
#include "ext/pdo/pdo_pool_text.h"
#include "Zend/zend_async_API.h"
#include "Zend/zend_async_list.h"
#include "Zend/zend_smart_str.h"

/* What the catalog says about functions, for all connections of a pool: see pgsql_functions.c. */
typedef struct _pgsql_functions pgsql_functions;

typedef enum _pgsql_names {
	PGSQL_NAMES_UNTRIED,
	PGSQL_NAMES_FOLLOWED, /* the pooler knows in which sessions it has prepared a statement */
	PGSQL_NAMES_LOST      /* it does not */
} pgsql_names;

/* One connection. Owned by its pdo_pgsql_db_handle: pgsql_async_connect() makes it,
 * pgsql_async_finish() frees it. */
typedef struct _pgsql_async_t pgsql_async_t;
struct _pgsql_async_t {
	/* NULL: connecting failed before libpq was asked, or was cut short. */
	PGconn *conn;

	/* On the list of the thread's connections, unless it is persistent. */
	zend_async_list_node_t node;
	/* A forked child has those of its parent, too. */
	zend_long process;

	/* Set while it is connecting. */
	PQconninfoOption *options;

	/* A duplicate of libpq's socket, and the number that it was made from; -1: none. The reactor
	 * watches the duplicate: libpq closes its own socket as soon as it finds the connection lost,
	 * and the number may belong to another connection at once. */
	int watched_fd;
	int duplicate_of;
	/* Registration of watched_fd in the reactor; made by the first wait. */
	zend_async_poll_event_t *poll;

	/* libpq serves a persistent handle alone. */
	bool persistent;

	/* Member of a pool: commands travel together, session changes are noted. */
	bool pooled;

	/* Of a statement that roams: there is no connection (pgsql_wire.c). Its last execution took
	 * too long. */
	bool is_stand_in;
	bool is_late;

	/* A command is under way, and this layer does the waiting. A second user is refused meanwhile:
	 * libpq cannot serve two. */
	bool busy;
	/* Whose command that is; NULL: the main script's, before there were coroutines. */
	const zend_coroutine_t *user;

	/* The current command suspends rather than blocks. */
	bool suspends;

	/* What libpq was last told with PQsetnonblocking(). */
	bool nonblocking;

	/* A pooled connection that must not be used any more: a wait was cut short in the middle of the
	 * protocol, or the server announced its end. */
	bool broken;

	/* The session holds what the next user must not see; a reset does not undo it. */
	bool dirty;
	bool is_spoilt;

	/* The present user may have moved a sequence. */
	bool sequences;
	/* As above, and nothing but lastInsertId() can tell it the value. */
	bool last_id_unread;
	/* Or one of its triggers. */
	bool has_written;
	/* The user before, or its triggers: to be discarded before a command that could tell. */
	bool discard_sequences;
	/* A statement that was prepared by name inserts, or writes. */
	bool has_named_insert;
	bool has_named_write;
	/* lastInsertId() for the present user until it moves a sequence, or NULL; malloc. */
	char *next_id;
	/* What lastInsertId() has told it since, or NULL; malloc. */
	char *told_id;

	/* Between the driver and the server is a pooler, which may give each transaction another
	 * session: see pgsql_pool.c. A sequence was moved just now; in the current transaction, whose
	 * session is the one to ask for the value. */
	bool is_behind_pooler;
	bool has_just_inserted;
	bool is_id_here;
	/* May statements have names there? */
	pgsql_names names;

	/* beginTransaction() was called; BEGIN goes in front of the next command: see pgsql_begin.c. */
	bool begin_due;
	/* The current transaction has defined functions. */
	bool has_defined;

	/* Bytes of COPY data handed to libpq since it last told us that they left. */
	size_t copy_unflushed;

	/* OpenSSL's own buffer, which polling the socket does not see; NULL without TLS. */
	void *ssl;

	/* The coroutine whose last call here ended with an exception of the wait itself. */
	zend_coroutine_t *interrupted;

	/* Overrides PQerrorMessage() when not NULL; malloc. */
	char *errmsg;

	/* The server's last words, for every call that comes after them, or NULL; malloc. */
	char *last_words;
	/* Passes notices on to the driver. */
	PQnoticeReceiver notice_receiver;

	/* Names of statements that are gone, to be closed along with a later command. */
	char **unclosed;
	uint32_t num_unclosed;
	uint32_t max_unclosed;

	/* Statements that are kept for a later prepare(), those in use included; DEALLOCATE does not
	 * reach the session that has them: see pgsql_cache.c. */
	uint32_t num_kept;
	bool cannot_close;
	/* The current transaction has settings of its own. */
	bool has_local_settings;

	/* NULL without a pool. */
	pgsql_functions *functions;

	/* Session parameters as they were when the session was set up; have they changed since? */
	char *parameters;
	bool parameters_differ;

	/* A reset goes in front of the next command, and then these statements, or NULL: see
	 * pgsql_setup.c. */
	bool reset_due;
	HashTable *setup;
	/* That reset closes all prepared statements, too. */
	bool discards_all;
	/* Of a pooled connection. */
	pdo_dbh_t *dbh;
};

/* One command, and how it is sent. */
typedef enum _pgsql_command_kind {
	PGSQL_COMMAND_SIMPLE,           /* PQexec */
	PGSQL_COMMAND_PARAMS,           /* PQexecParams */
	PGSQL_COMMAND_PREPARE,          /* PQprepare */
	PGSQL_COMMAND_PREPARED,         /* PQexecPrepared */
	PGSQL_COMMAND_PREPARE_EXECUTE,  /* PQprepare and PQexecPrepared in one round trip */
	PGSQL_COMMAND_CLOSE             /* PQclosePrepared, or DEALLOCATE before libpq 17 */
} pgsql_command_kind;

typedef struct _pgsql_command_t {
	pgsql_command_kind kind;
	const char *name;
	const char *query;
	/* What the user wrote of the query, and what is told from that about the session. NULL: the
	 * command is the driver's own. */
	const char *user_text;
	/* What is known without the text: PGSQL_TEXT_*. */
	uint32_t effects;
	int num_params;
	const Oid *types;
	const char *const *values;
	const int *lengths;
	const int *formats;
	int result_format;
	/* Set by PGSQL_COMMAND_PREPARE_EXECUTE: the first half of it succeeded. */
	bool prepared;
	/* On a wire: whose statement may be kept there, or NULL. */
	const pdo_stmt_t *stmt;
} pgsql_command_t;

/* {{{ pgsql_async.c: the state of a connection, and waiting */
pgsql_async_t *pgsql_async_new(const pdo_dbh_t *dbh);
/* libpq has connected. */
void pgsql_async_attach(pgsql_async_t *async);
/* Closes the connection, if there is one. */
void pgsql_async_finish(pgsql_async_t *async);
/* What the reactor may watch: stays open until the end. -1: it was lost before the first
 * question. */
int pgsql_async_watched_fd(pgsql_async_t *async);
/* In a forked child, at the fork: the connection is of no use any more, and libpq has another
 * socket. */
void pgsql_async_cut_off(pgsql_async_t *async);
/* In a forked child: from here on nothing reaches the server. */
void pgsql_async_abandon(pgsql_async_t *async);
/* Closes what a fatal error has left: the stack that was making or using it is gone. */
zend_result pgsql_async_post_deactivate(void);

void pgsql_async_set_error(pgsql_async_t *async, const char *message);
char *pgsql_async_error_message(const pgsql_async_t *async);
/* libpq knows no SQLSTATE for an error of its own: a pooled connection that is lost has one. */
const char *pgsql_async_sqlstate(const pgsql_async_t *async, const char *sqlstate);
/* A result that is an error may be the server's goodbye. */
void pgsql_async_note_last_words(pgsql_async_t *async, const PGresult *message);
/* Did the current coroutine's last call here end because its wait was cut short? Its exception is
 * then the one to come out, without a PDOException around it. */
bool pgsql_async_interrupted(const pgsql_async_t *async);
/* Lost, or in the middle of the protocol. */
bool pgsql_async_is_broken(const pgsql_async_t *async);

/* Every use of a connection is between these two. FAILURE: refused, an exception or a message was
 * set. After a success async->busy says whether this layer does the waiting, or libpq. */
zend_result pgsql_async_enter(pgsql_async_t *async);
void pgsql_async_leave(pgsql_async_t *async);

/* Waits; returns the bits that are ready, 0 after the time-out, -1 when the wait was cut
 * short (exception set). */
int pgsql_async_wait(pgsql_async_t *async, uint32_t events, zend_long timeout_ms); /* may suspend */
/* The call ends with an exception while its command is still under way. */
void pgsql_async_cut_short(pgsql_async_t *async);

/* libpq has found the connection lost: the next result would make it forget why. */
void pgsql_async_keep_error(pgsql_async_t *async);
zend_result pgsql_async_flush(pgsql_async_t *async); /* may suspend */
/* Like PQgetResult(). *failed is set when NULL means that the wait was cut short. */
PGresult *pgsql_async_next_result(pgsql_async_t *async, bool *failed); /* may suspend */
/* }}} */

/* {{{ pgsql_async_command.c: one command and its results */
int pgsql_async_send(PGconn *conn, const pgsql_command_t *command);
PGresult *pgsql_async_run(pgsql_async_t *async, pgsql_command_t *command); /* may suspend */
/* Ends a transaction that has failed, in the middle of another command. */
bool pgsql_async_roll_back(pgsql_async_t *async); /* may suspend */
/* The present user may move a sequence now; effects say whether it is told the value. */
void pgsql_async_note_insert(pgsql_async_t *async, uint32_t effects);
/* It has moved none. */
void pgsql_async_forget_inserts(pgsql_async_t *async);

/* The driver's own commands, in its own names. The texts are the driver's, too. */
PGresult *pgsql_async_own(pgsql_async_t *async, const char *query); /* may suspend */
/* user_text is the query that the cursor is for. */
PGresult *pgsql_async_declare_cursor(pgsql_async_t *async, const char *query,
	const char *user_text); /* may suspend */
/* A cursor that could not be closed stays in the session. */
PGresult *pgsql_async_close_cursor(pgsql_async_t *async, const char *query); /* may suspend */
/* }}} */

/* {{{ pgsql_async_copy.c: COPY */
/* Ends what an earlier command left unfinished. */
zend_result pgsql_async_drain(pgsql_async_t *async); /* may suspend */
/* All data has been read: false when the server ended it with an error, which is then in dbh. */
bool pgsql_async_end_copy_out(pdo_dbh_t *dbh); /* may suspend */
/* }}} */

/* {{{ pgsql_async_batch.c: several commands in one round trip */
bool pgsql_async_batch_wanted(const pgsql_async_t *async, const pgsql_command_t *command,
	uint32_t effects);
/* Must sequences that the former coroutine moved be forgotten before a text with these effects? */
bool pgsql_async_sequences_due(const pgsql_async_t *async, uint32_t effects);
PGresult *pgsql_async_batch(pgsql_async_t *async, pgsql_command_t *command); /* may suspend */
/* A reset and a BEGIN that are due run now, for what cannot be sent behind them. true: the session
 * is as it should be. */
bool pgsql_async_catch_up(pgsql_async_t *async); /* may suspend */
/* May the server be told about the end of this statement? Not by a forked child. */
bool pgsql_async_may_close(const pdo_stmt_t *stmt);
/* A prepared statement is gone. false: close it now. */
bool pgsql_async_close_later(pgsql_async_t *async, const char *name);
/* They were closed, or went with the session. */
void pgsql_async_forget_unclosed(pgsql_async_t *async);

/* Can this execution do without a named statement on the server? */
bool pgsql_async_one_trip(const pdo_stmt_t *stmt);
/* Does what prepare and execute do, in one round trip. */
PGresult *pgsql_async_execute(pdo_stmt_t *stmt); /* may suspend */
/* }}} */

/* {{{ pgsql_begin.c: transactions that begin on the server with their first command */

/* beginTransaction(). false: BEGIN is to be sent now. */
bool pgsql_begin_later(pdo_dbh_t *dbh);
/* commit() and rollBack(): no command was run since, and BEGIN is not to be sent any more. */
bool pgsql_begin_forget(pdo_dbh_t *dbh);
/* Puts a BEGIN that is due into the batch. false: libpq refuses. *num_commands are sent. */
bool pgsql_begin_send(pgsql_async_t *async, int *num_commands);
/* As PQtransactionStatus(); a transaction whose BEGIN is due is one. */
PGTransactionStatusType pgsql_begin_status(const pgsql_async_t *async);
/* }}} */

/* {{{ pgsql_cache.c: prepared statements that a connection keeps */

/* Before the first execution: the statement gets a name that is on the server already, or one to
 * keep. */
void pgsql_cache_take(pdo_stmt_t *stmt);
/* One with a name was executed. If the server has refused to, because of what it knew under that
 * name, the command is run again: not in a transaction, which the refusal has ended; was_alone: it
 * was in none. The result is taken over, and returned, or that of the second run. */
PGresult *pgsql_cache_check(pdo_stmt_t *stmt, pgsql_command_t *command, PGresult *result,
	bool was_alone); /* may suspend */
/* It is not to be kept. */
void pgsql_cache_leave(pdo_stmt_t *stmt);
/* The PDOStatement goes: the connection keeps the name, if it can be used. */
void pgsql_cache_give_back(pdo_stmt_t *stmt);
/* As drop_cached of struct pdo_pool_methods. */
void pgsql_cache_drop(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end);
void pgsql_cache_note_text(pgsql_async_t *async, const char *sql);

/* The same for one execution on a wire. The statement that is kept for it, or a new one, which is
 * to be prepared; the caller owns it. NULL: it is run without a name. */
pdo_pool_cached_t *pgsql_cache_find(pgsql_async_t *async, const pdo_stmt_t *stmt, bool *is_new);
/* A new one is not on the server. */
void pgsql_cache_forget(pgsql_async_t *async, pdo_pool_cached_t *cached);
/* Has the server refused a kept statement because of what it knew under its name? */
bool pgsql_cache_is_stale(const PGresult *result);
/* An execution by name has failed: the kept statement goes if it may be the reason. */
void pgsql_cache_drop_failed(pgsql_async_t *async, const pdo_stmt_t *stmt, const PGresult *result);
/* }}} */

/* {{{ pgsql_wire.c: statements of several coroutines on one connection */
/* Hooks of struct pdo_pool_methods. */
bool pgsql_wire_may_roam(void *held, const zend_string *sql);
void pgsql_wire_carry(pdo_dbh_t *dbh, struct _pdo_pool_wire_t *wire); /* may suspend */
void pgsql_wire_make_stand_in(pdo_dbh_t *dbh);
void pgsql_wire_settle_down(pdo_stmt_t *stmt, pdo_dbh_t *conn);
/* As pgsql_async_run(), for a stand-in. */
PGresult *pgsql_wire_run(pgsql_async_t *async, const pgsql_command_t *command); /* may suspend */
/* }}} */

/* {{{ pgsql_session.c: what a statement does to the session */
/* PDO_POOL_TEXT_* of pdo_pool_text.h. Moving a sequence is an insert, asking for its value reads
 * the id. */
uint32_t pgsql_session_scan(pgsql_async_t *async, const char *sql);
/* May this statement be kept for a later prepare()? */
bool pgsql_session_is_keepable(pgsql_async_t *async, const char *sql);
/* Does the text close all prepared statements of the session? */
bool pgsql_session_closes_all(pgsql_async_t *async, const char *sql);
/* May it share a connection with statements of other coroutines? *names_known: if no function of
 * the user's has the name of a known one. */
bool pgsql_session_may_roam(const zend_string *sql, bool *names_known);
/* Tells about each function that is called, without the schema; is_known: it is harmless unless the
 * user has made one of the same name. */
typedef void (*pgsql_call_visitor)(void *context, const char *name, size_t length, bool is_quoted,
	bool is_known);
void pgsql_session_visit_calls(pgsql_async_t *async, const char *sql, pgsql_call_visitor visit,
	void *context);
/* Is a function of this name judged by its name? */
bool pgsql_session_knows(const char *name);
/* Are backslashes ordinary in the '...' of this text, as it would be read now
 * (standard_conforming_strings)? */
bool pgsql_session_strings_are_plain(const pgsql_async_t *async, const char *sql);
/* }}} */

/* {{{ pgsql_functions.c */
/* Hooks hold and let_go of struct pdo_pool_methods. */
void *pgsql_functions_new(pdo_dbh_t *dbh);
void pgsql_functions_release(void *functions);
void pgsql_functions_addref(pgsql_functions *functions);
/* Are all functions harmless that the text calls and pgsql_session.c does not know? If that is not
 * known either, the next reset asks. */
bool pgsql_functions_are_harmless(pgsql_async_t *async, const char *sql);
/* The part of a reset's query that asks: rows of 'function', a name, and whether it is harmless. */
void pgsql_functions_append_question(pgsql_async_t *async, smart_str *query);
void pgsql_functions_note_answer(pgsql_async_t *async, const char *name, bool is_harmless);
/* Does the text call a function of the user's by the name of one that is known to be harmless? */
bool pgsql_functions_are_shadowed(pgsql_async_t *async, const char *sql);
/* Is it time to ask for such functions? The question, and the answer, which may be an error. */
bool pgsql_functions_ask_for_shadows(const pgsql_async_t *async);
extern const char pgsql_functions_question[];
void pgsql_functions_note_shadows(pgsql_async_t *async, const PGresult *answer);
/* Is it known that there is no such function? */
bool pgsql_functions_have_no_shadows(const pgsql_functions *functions);
/* Some were defined. NULL: there is nothing to forget. */
void pgsql_functions_forget(pgsql_functions *functions);
/* }}} */

/* {{{ pgsql_setup.c: as set_up and name_setting of struct pdo_pool_methods */
zend_result pgsql_setup_run(pdo_dbh_t *dbh, bool reset,
	const HashTable *statements); /* may suspend */
/* As reset_ahead there. */
bool pgsql_setup_ahead(pdo_dbh_t *dbh, const HashTable *statements);
/* Puts a reset that is due into the batch. false: libpq refuses. *num_commands are sent. */
bool pgsql_setup_send_reset(pgsql_async_t *async, int *num_commands);
/* It has failed: is another way left? Then that one is due. */
bool pgsql_setup_resets_harder(pgsql_async_t *async, const PGresult *error); /* may suspend */
/* Nothing is due any more. */
void pgsql_setup_forget_reset(pgsql_async_t *async);
/* The server's news for the former coroutine. */
void pgsql_setup_drop_notifications(pgsql_async_t *async);
zend_string *pgsql_setup_name(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default);
/* }}} */

/* {{{ pgsql_cancel.c */
/* Has the server end what it runs for a connection that is about to be closed. Does not wait. */
void pgsql_cancel(pdo_dbh_t *dbh);
/* }}} */

/* {{{ pgsql_pool.c: what ext/pdo's pool asks and offers */
extern const struct pdo_pool_methods pgsql_pool_methods;
/* Have settings that the server reports changed since the session was set up, in whatever way? */
bool pgsql_pool_has_own_settings(const pgsql_async_t *async);
/* Is there a pooler in between? Asked when the connection is there. */
bool pgsql_pool_is_behind_pooler(const pgsql_async_t *async);
/* Will a statement that is prepared by name be there for the next execution? May suspend. */
bool pgsql_pool_can_name(pgsql_async_t *async);
/* A command is over, behind a pooler. */
void pgsql_pool_note_session(pgsql_async_t *async);
/* Would the server tell the value of a sequence from another session? Then this is the answer, an
 * error; else NULL. */
PGresult *pgsql_pool_refuse_id(pgsql_async_t *async);
/* SELECT LASTVAL(), or the lastInsertId() that the coroutine brought along. */
PGresult *pgsql_pool_lastval(pgsql_async_t *async); /* may suspend */
void pgsql_pool_set_notice_callback(pdo_dbh_t *dbh, zend_fcall_info_cache *fcc);
void pgsql_pool_get_gc(pdo_dbh_t *dbh, zend_get_gc_buffer *buffer);

/* Body of a method that also works on the template of a pool: its connection is the coroutine's. */
#define PGSQL_POOL_METHOD(name) \
	static void name##_body(INTERNAL_FUNCTION_PARAMETERS, pdo_dbh_t *dbh); \
	void name(INTERNAL_FUNCTION_PARAMETERS) \
	{ \
		pdo_pool_call(INTERNAL_FUNCTION_PARAM_PASSTHRU, name##_body); \
	} \
	static void name##_body(INTERNAL_FUNCTION_PARAMETERS, pdo_dbh_t *dbh)
/* }}} */

/* {{{ pgsql_async_connect.c */
/* Never NULL: PQstatus() and PQerrorMessage() tell what went wrong. */
pgsql_async_t *pgsql_async_connect(pdo_dbh_t *dbh, const char *conninfo); /* may suspend */
/* }}} */

/* {{{ The libpq calls. Same arguments, same results; all may suspend */
void pgsql_async_reset(pgsql_async_t *async);
int pgsql_async_consume_input(pgsql_async_t *async);
void pgsql_async_wait_readable(pgsql_async_t *async, int timeout_ms);

PGresult *pgsql_async_exec(pgsql_async_t *async, const char *query);
PGresult *pgsql_async_exec_params(pgsql_async_t *async, const char *query, int num_params,
	const Oid *types, const char *const *values, const int *lengths, const int *formats,
	int result_format);
PGresult *pgsql_async_prepare(pgsql_async_t *async, const char *name, const char *query,
	int num_params, const Oid *types);
PGresult *pgsql_async_exec_prepared(pgsql_async_t *async, const char *name, int num_params,
	const char *const *values, const int *lengths, const int *formats, int result_format);
PGresult *pgsql_async_close_prepared(pgsql_async_t *async, const char *name);
PGresult *pgsql_async_get_result(pgsql_async_t *async);

int pgsql_async_put_copy_data(pgsql_async_t *async, const char *buffer, int nbytes);
int pgsql_async_put_copy_end(pgsql_async_t *async, const char *errormsg);
int pgsql_async_get_copy_data(pgsql_async_t *async, char **buffer, int nonblocking);

Oid pgsql_async_lo_creat(pgsql_async_t *async, int mode);
int pgsql_async_lo_open(pgsql_async_t *async, Oid lobj_id, int mode);
int pgsql_async_lo_unlink(pgsql_async_t *async, Oid lobj_id);
/* }}} */

/* {{{ pgsql_async_lob.c: the operations of a stream of a large object. owner is the handle of its
 * connection. They may suspend; -1 also when the stream was closed meanwhile. */
ssize_t pgsql_async_lob_read(php_stream *stream, pdo_dbh_t *owner, int fd, char *buf, size_t count);
ssize_t pgsql_async_lob_write(php_stream *stream, pdo_dbh_t *owner, int fd, const char *buf,
	size_t count);
zend_off_t pgsql_async_lob_seek(php_stream *stream, pdo_dbh_t *owner, int fd, zend_off_t offset,
	int whence);
void pgsql_async_lob_close(pdo_dbh_t *owner, int fd);
/* }}} */

#ifndef PGSQL_ASYNC_PLAIN_LIBPQ
# define PQfinish pgsql_async_finish
# define PQreset pgsql_async_reset
# define PQerrorMessage pgsql_async_error_message
# define PQconsumeInput pgsql_async_consume_input
# define PQexec pgsql_async_exec
# define PQexecParams pgsql_async_exec_params
# define PQprepare pgsql_async_prepare
# define PQexecPrepared pgsql_async_exec_prepared
# define PQclosePrepared pgsql_async_close_prepared
# define PQgetResult pgsql_async_get_result
# define PQputCopyData pgsql_async_put_copy_data
# define PQputCopyEnd pgsql_async_put_copy_end
# define PQgetCopyData pgsql_async_get_copy_data
# define lo_creat pgsql_async_lo_creat
# define lo_open pgsql_async_lo_open
# define lo_unlink pgsql_async_lo_unlink

/* Calls that neither wait nor change anything. */
# define PQstatus(async) PQstatus((async)->conn)
# define PQtransactionStatus pgsql_begin_status
# define PQparameterStatus(async, name) PQparameterStatus((async)->conn, name)
# define PQbackendPID(async) PQbackendPID((async)->conn)
# define PQnotifies(async) PQnotifies((async)->conn)
# define PQsetNoticeProcessor(async, proc, arg) PQsetNoticeProcessor((async)->conn, proc, arg)
# define PQescapeStringConn(async, to, from, length, error) \
	PQescapeStringConn((async)->conn, to, from, length, error)
# define PQescapeByteaConn(async, from, from_length, to_length) \
	PQescapeByteaConn((async)->conn, from, from_length, to_length)
# define PQescapeIdentifier(async, text, length) PQescapeIdentifier((async)->conn, text, length)
#endif

#endif /* PGSQL_ASYNC_H */
