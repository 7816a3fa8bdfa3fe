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
 * The second half of this header gives the libpq names to them, so that the driver's own
 * source needs no change at each of its calls. The files that implement them define
 * PGSQL_ASYNC_PLAIN_LIBPQ to see libpq as it is.
 */

#ifndef PGSQL_ASYNC_H
#define PGSQL_ASYNC_H

#include <libpq-fe.h>
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool.h"
#include "ext/pdo/pdo_pool_text.h"
#include "Zend/zend_async_API.h"

/* What this layer knows of one connection that is not persistent. */
typedef struct _pgsql_async_t {
	PGconn *conn;

	/* Registration in the reactor; made by the first wait, gone before the socket is. */
	zend_async_poll_event_t *poll;

	/* A command is under way. Whoever comes meanwhile is refused: libpq cannot serve two. */
	bool busy;

	/* The current command suspends rather than blocks. */
	bool suspends;

	/* Member of a pool: commands travel together, session changes are noted. */
	bool pooled;

	/* A wait was cut short on a pooled connection: nobody may use it any more. */
	bool broken;

	/* The session holds what the next user must not see. */
	bool dirty;

	/* The present user moved a sequence: lastval() and currval() answer. */
	bool sequences;
	/* As above, and nothing but lastInsertId() can tell it the value. */
	bool last_id_unread;
	/* The user before did: to be discarded before a command that could tell. */
	bool discard_sequences;
	/* lastInsertId() for the present user until it moves a sequence, or NULL; malloc. */
	char *next_id;

	/* Backslashes are ordinary in '...' (standard_conforming_strings). */
	bool plain_strings;

	/* Bytes of COPY data handed to libpq since it last told us that they left. */
	size_t copy_unflushed;

	/* OpenSSL's own buffer, which polling the socket does not see; NULL without TLS. */
	void *ssl;

	/* The coroutine whose last call here ended with an exception of the wait itself. */
	zend_coroutine_t *interrupted;

	/* Overrides PQerrorMessage() when not NULL; allocated with malloc. */
	char *errmsg;

	/* "DEALLOCATE name" of statements that are gone, sent along with the next command. */
	char **deallocations;
	uint32_t num_deallocations;
	uint32_t max_deallocations;

	/* Session parameters as they were after connecting. */
	char *parameters;
} pgsql_async_t;

/* One command, and how it is sent. */
typedef enum _pgsql_command_kind {
	PGSQL_COMMAND_SIMPLE,           /* PQexec */
	PGSQL_COMMAND_PARAMS,           /* PQexecParams */
	PGSQL_COMMAND_PREPARE,          /* PQprepare */
	PGSQL_COMMAND_PREPARED,         /* PQexecPrepared */
	PGSQL_COMMAND_PREPARE_EXECUTE   /* PQprepare and PQexecPrepared in one round trip */
} pgsql_command_kind;

typedef struct _pgsql_command_t {
	pgsql_command_kind kind;
	const char *name;
	const char *query;
	int num_params;
	const Oid *types;
	const char *const *values;
	const int *lengths;
	const int *formats;
	int result_format;
	/* Set by PGSQL_COMMAND_PREPARE_EXECUTE: the first half of it succeeded. */
	bool prepared;
} pgsql_command_t;

/* {{{ pgsql_async.c */
pgsql_async_t *pgsql_async_find(const PGconn *conn);
void pgsql_async_register(PGconn *conn, bool pooled);
bool pgsql_async_interrupted(const PGconn *conn);
void pgsql_async_set_error(pgsql_async_t *async, const char *message);

/* Every use of a connection is between these two. FAILURE: refused, an exception or a message
 * was set. pgsql_async_enter() says in *asyncp whether to proceed here or, when it is NULL, to call libpq. */
zend_result pgsql_async_enter(const PGconn *conn, pgsql_async_t **asyncp);
void pgsql_async_leave(pgsql_async_t *async);

/* Waits; returns the bits that are ready, 0 after the time-out, -1 when the wait was cut
 * short (exception set). */
int pgsql_async_wait(pgsql_async_t *async, uint32_t events, zend_long timeout_ms); /* may suspend */

/* Ends what an earlier command left unfinished. */
zend_result pgsql_async_drain(pgsql_async_t *async); /* may suspend */
zend_result pgsql_async_flush(pgsql_async_t *async); /* may suspend */
/* Like PQgetResult(). *failed is set when NULL means that the wait was cut short. */
PGresult *pgsql_async_next_result(pgsql_async_t *async, bool *failed); /* may suspend */

int pgsql_async_send(PGconn *conn, const pgsql_command_t *command);
PGresult *pgsql_async_run(PGconn *conn, pgsql_command_t *command); /* may suspend */
/* }}} */

/* {{{ pgsql_async_batch.c: several commands in one round trip */
bool pgsql_async_batch_wanted(const pgsql_async_t *async, const pgsql_command_t *command, uint32_t effects);
/* Those of the former coroutine have to go before such a text is run. */
bool pgsql_async_sequences_due(const pgsql_async_t *async, uint32_t effects);
PGresult *pgsql_async_batch(pgsql_async_t *async, pgsql_command_t *command); /* may suspend */
/* Puts off a DEALLOCATE of the driver. false: send it. */
bool pgsql_async_defer_deallocation(PGconn *conn, const char *query);
/* They were sent, or are no longer needed. */
void pgsql_async_forget_deallocations(pgsql_async_t *async);
void pgsql_async_free_deallocations(pgsql_async_t *async);

/* Can this execution do without a named statement on the server? */
bool pgsql_async_one_trip(const pdo_stmt_t *stmt);
/* Does what prepare and execute do, in one round trip. */
PGresult *pgsql_async_execute(pdo_stmt_t *stmt); /* may suspend */
/* }}} */

/* {{{ pgsql_session.c: what a statement does to the session */
/* PDO_POOL_TEXT_* of pdo_pool_text.h. Moving a sequence is an insert, asking for its value reads
 * the id. */
#define PGSQL_TEXT_DIRTY     PDO_POOL_TEXT_DIRTY
#define PGSQL_TEXT_SEQUENCES PDO_POOL_TEXT_INSERTS
#define PGSQL_TEXT_LAST_ID   PDO_POOL_TEXT_READS_ID
#define PGSQL_TEXT_RETURNING PDO_POOL_TEXT_RETURNING
#define PGSQL_TEXT_COPY      PDO_POOL_TEXT_COPY
#define PGSQL_TEXT_MULTIPLE  PDO_POOL_TEXT_SEVERAL
uint32_t pgsql_session_scan(const char *sql, bool plain_strings);
/* }}} */

/* {{{ pgsql_pool.c: what ext/pdo's pool asks and offers */
extern const struct pdo_pool_methods pgsql_pool_methods;
/* lastInsertId() that the coroutine brought along, as a result of SELECT LASTVAL(). */
PGresult *pgsql_pool_last_id(pgsql_async_t *async);
void pgsql_pool_set_notice_callback(pdo_dbh_t *dbh, zend_fcall_info_cache *fcc);

/* Body of a method that works on the template of a pool, too: its connection is then the coroutine's. */
#define PGSQL_POOL_METHOD(name) \
	static void name##_body(INTERNAL_FUNCTION_PARAMETERS, pdo_dbh_t *dbh); \
	void name(INTERNAL_FUNCTION_PARAMETERS) \
	{ \
		pdo_pool_call(INTERNAL_FUNCTION_PARAM_PASSTHRU, name##_body); \
	} \
	static void name##_body(INTERNAL_FUNCTION_PARAMETERS, pdo_dbh_t *dbh)
/* }}} */

/* In a forked child: from here on nothing reaches the server. */
void pgsql_async_abandon(PGconn *conn);

/* {{{ The libpq calls. Same arguments, same results; all but finish may suspend */
PGconn *pgsql_async_connect(pdo_dbh_t *dbh, const char *conninfo);
void pgsql_async_finish(PGconn *conn);
void pgsql_async_reset(PGconn *conn);
char *pgsql_async_error_message(const PGconn *conn);
int pgsql_async_consume_input(PGconn *conn);
void pgsql_async_wait_readable(PGconn *conn, int timeout_ms);

PGresult *pgsql_async_exec(PGconn *conn, const char *query);
PGresult *pgsql_async_exec_params(PGconn *conn, const char *query, int num_params, const Oid *types,
	const char *const *values, const int *lengths, const int *formats, int result_format);
PGresult *pgsql_async_prepare(PGconn *conn, const char *name, const char *query, int num_params, const Oid *types);
PGresult *pgsql_async_exec_prepared(PGconn *conn, const char *name, int num_params,
	const char *const *values, const int *lengths, const int *formats, int result_format);
PGresult *pgsql_async_close_prepared(PGconn *conn, const char *name);
PGresult *pgsql_async_get_result(PGconn *conn);

int pgsql_async_put_copy_data(PGconn *conn, const char *buffer, int nbytes);
int pgsql_async_put_copy_end(PGconn *conn, const char *errormsg);
int pgsql_async_get_copy_data(PGconn *conn, char **buffer, int async);

Oid pgsql_async_lo_creat(PGconn *conn, int mode);
int pgsql_async_lo_open(PGconn *conn, Oid lobj_id, int mode);
int pgsql_async_lo_close(PGconn *conn, int fd);
int pgsql_async_lo_read(PGconn *conn, int fd, char *buf, size_t len);
int pgsql_async_lo_write(PGconn *conn, int fd, const char *buf, size_t len);
int pgsql_async_lo_lseek(PGconn *conn, int fd, int offset, int whence);
pg_int64 pgsql_async_lo_lseek64(PGconn *conn, int fd, pg_int64 offset, int whence);
int pgsql_async_lo_unlink(PGconn *conn, Oid lobj_id);
/* }}} */

/* {{{ The operations of a stream of a large object. May suspend; -1 also when the stream was closed meanwhile. */
ssize_t pgsql_async_lob_read(php_stream *stream, pdo_dbh_t *owner, PGconn *conn, int fd, char *buf, size_t count);
ssize_t pgsql_async_lob_write(php_stream *stream, pdo_dbh_t *owner, PGconn *conn, int fd, const char *buf, size_t count);
void pgsql_async_lob_close(pdo_dbh_t *owner, PGconn *conn, int fd);
zend_off_t pgsql_async_lob_seek(php_stream *stream, pdo_dbh_t *owner, PGconn *conn, int fd, zend_off_t offset, int whence);
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
# define lo_close pgsql_async_lo_close
# define lo_read pgsql_async_lo_read
# define lo_write pgsql_async_lo_write
# define lo_lseek pgsql_async_lo_lseek
# define lo_lseek64 pgsql_async_lo_lseek64
# define lo_unlink pgsql_async_lo_unlink
#endif

#endif /* PGSQL_ASYNC_H */
