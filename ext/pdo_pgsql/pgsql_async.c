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

/* Waiting for PostgreSQL without blocking the thread: the state kept beside each PGconn,
 * the waits, and the commands made of libpq's asynchronous calls.
 *
 * It does not open connections (pgsql_async_connect.c), does not know large objects
 * (pgsql_async_lob.c), and decides nothing about pools: it only notes what a pool has
 * to know. Where no suspension is possible libpq does the waiting.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "main/php_network.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#include "zend_exceptions.h"
#ifndef PHP_WIN32
# include <fcntl.h>
# include <unistd.h>
#endif

/* How long a wait may last when libpq could hold data back in a buffer that nobody
 * outside of it can see (GSSAPI encryption, a TLS library without SSL_pending). */
#define HIDDEN_BUFFER_RECHECK_MS 50

/* COPY data that may pile up in libpq's buffer before it is made to leave. */
#define COPY_FLUSH_BYTES (64 * 1024)

/* {{{ State beside each connection */

/* Connections of this thread, found by their PGconn. Persistent ones are not in it. */
ZEND_TLS HashTable *connections;
ZEND_TLS pgsql_async_t *last_found;
ZEND_TLS uint32_t num_pooled;

/* libpq has no name for a connection that could not be made: its message is kept here. */
ZEND_TLS char *connect_error;

static zend_always_inline zend_ulong key_of(const PGconn *conn)
{
	return (zend_ulong) (uintptr_t) conn >> 4;
}

pgsql_async_t *pgsql_async_find(const PGconn *conn)
{
	if (EXPECTED(last_found && last_found->conn == conn)) {
		return last_found;
	}
	pgsql_async_t *async = connections && conn ? zend_hash_index_find_ptr(connections, key_of(conn)) : NULL;
	if (async) {
		last_found = async;
	}
	return async;
}

static void *hidden_buffer_of(PGconn *conn)
{
	return PQsslInUse(conn) ? PQsslStruct(conn, "OpenSSL") : NULL;
}

void pgsql_async_register(PGconn *conn, bool pooled)
{
	if (!connections) {
		connections = pemalloc(sizeof(HashTable), 1);
		zend_hash_init(connections, 8, NULL, NULL, 1);
	}

	pgsql_async_t *async = pecalloc(1, sizeof(pgsql_async_t), 1);
	async->conn = conn;
	async->pooled = pooled;
	async->ssl = hidden_buffer_of(conn);
	const char *plain = PQparameterStatus(conn, "standard_conforming_strings");
	async->plain_strings = plain && strcmp(plain, "on") == 0;
	num_pooled += pooled;
	zend_hash_index_add_new_ptr(connections, key_of(conn), async);
}

static void forget(pgsql_async_t *async)
{
	zend_hash_index_del(connections, key_of(async->conn));
	num_pooled -= async->pooled;
	if (last_found == async) {
		last_found = NULL;
	}
	if (zend_hash_num_elements(connections) == 0) {
		zend_hash_destroy(connections);
		pefree(connections, 1);
		connections = NULL;
	}
	pgsql_async_free_deallocations(async);
	free(async->errmsg);
	free(async->next_id);
	free(async->parameters);
	pefree(async, 1);
}

static void dispose_poll(pgsql_async_t *async)
{
	if (async->poll) {
		zend_async_poll_event_t *poll = async->poll;
		async->poll = NULL;
		ZEND_ASYNC_EVENT_DISPOSE(&poll->event);
	}
}
/* }}} */

/* {{{ Messages */
static void replace_message(char **place, const char *message)
{
	free(*place);
	*place = message ? strdup(message) : NULL;
}

void pgsql_async_set_error(pgsql_async_t *async, const char *message)
{
	replace_message(async ? &async->errmsg : &connect_error, message);
}

char *pgsql_async_error_message(const PGconn *conn)
{
	const pgsql_async_t *async = pgsql_async_find(conn);

	if (async && async->errmsg) {
		return async->errmsg;
	}
	if (!conn && connect_error) {
		return connect_error;
	}
	return PQerrorMessage(conn);
}

/* Did the current coroutine's last call here end because its wait was cut short? Its exception
 * is then the one to come out, without a PDOException around it. */
bool pgsql_async_interrupted(const PGconn *conn)
{
	if (EXPECTED(!ZEND_ASYNC_CURRENT_COROUTINE) || !EG(exception)) {
		return false;
	}
	const pgsql_async_t *async = pgsql_async_find(conn);
	return async ? async->interrupted == ZEND_ASYNC_CURRENT_COROUTINE : conn == NULL;
}
/* }}} */

/* {{{ Entering and leaving */
static zend_result refuse_second_user(pgsql_async_t *async)
{
	zend_throw_exception(php_pdo_get_exception(),
		"This PostgreSQL connection is waiting for the result of another coroutine's command: "
		"give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED", 0);
	async->interrupted = ZEND_ASYNC_CURRENT_COROUTINE;
	return FAILURE;
}

zend_result pgsql_async_enter(const PGconn *conn, pgsql_async_t **asyncp)
{
	*asyncp = NULL;
	if (EXPECTED(!ZEND_ASYNC_CURRENT_COROUTINE && num_pooled == 0)) {
		return SUCCESS;
	}

	pgsql_async_t *async = pgsql_async_find(conn);
	if (!async) {
		return SUCCESS;
	}
	if (UNEXPECTED(async->busy)) {
		return refuse_second_user(async);
	}
	async->interrupted = NULL;
	if (UNEXPECTED(async->broken)) {
		pgsql_async_set_error(async, "the connection was given up when a coroutine was cancelled while it waited for a result");
		return FAILURE;
	}
	if (UNEXPECTED(async->errmsg)) {
		pgsql_async_set_error(async, NULL);
	}

	async->suspends = ZEND_ASYNC_CAN_SUSPEND();
	PQsetnonblocking(async->conn, async->suspends);
	if (async->suspends || async->pooled) {
		async->busy = true;
		*asyncp = async;
	}
	return SUCCESS;
}

void pgsql_async_leave(pgsql_async_t *async)
{
	async->busy = false;
}

/* The wait ended with an exception: the command is still on its way. */
static void cut_short(pgsql_async_t *async)
{
	async->interrupted = ZEND_ASYNC_CURRENT_COROUTINE;
	async->broken = async->pooled;
}
/* }}} */

/* {{{ Waiting */
static bool has_hidden_data(const pgsql_async_t *async, bool *unknown)
{
	typedef int (*pending_func)(const void *);
	static pending_func pending;
	static bool looked_up;

	*unknown = false;
#ifdef HAVE_GSS
	*unknown = PQgssEncInUse(async->conn);
#endif
	if (EXPECTED(!async->ssl)) {
		return false;
	}
	if (!looked_up) {
		/* libpq brings its TLS library along; this extension is not linked with it. */
		pending = (pending_func) DL_FETCH_SYMBOL(NULL, "SSL_pending");
		looked_up = true;
	}
	if (!pending) {
		*unknown = true;
		return false;
	}
	return pending(async->ssl) > 0;
}

static int wait_suspended(pgsql_async_t *async, uint32_t events, zend_long timeout_ms)
{
	int fd = PQsocket(async->conn);

	if (UNEXPECTED(fd < 0)) {
		/* The connection is lost, as the next call of libpq is about to say. */
		return (int) events;
	}
	if (UNEXPECTED(async->poll && async->poll->fd != fd)) {
		dispose_poll(async);
	}
	if (UNEXPECTED(!async->poll)) {
		async->poll = ZEND_ASYNC_NEW_POLL_EVENT(fd, ZEND_ASYNC_READABLE);
		if (!async->poll) {
			return -1;
		}
	}
	return ZEND_ASYNC_POLL_WAIT(async->poll, events, timeout_ms);
}

int pgsql_async_wait(pgsql_async_t *async, uint32_t events, zend_long timeout_ms)
{
	bool unknown;
	if ((events & ZEND_ASYNC_READABLE) && has_hidden_data(async, &unknown)) {
		return ZEND_ASYNC_READABLE;
	}

	zend_long limit = timeout_ms;
	if (UNEXPECTED(unknown) && (limit < 0 || limit > HIDDEN_BUFFER_RECHECK_MS)) {
		limit = HIDDEN_BUFFER_RECHECK_MS;
	}
	int ready = wait_suspended(async, events, limit);
	if (UNEXPECTED(ready < 0)) {
		cut_short(async);
	} else if (UNEXPECTED(ready == 0 && limit != timeout_ms)) {
		ready = ZEND_ASYNC_READABLE;
	}
	return ready;
}

zend_result pgsql_async_flush(pgsql_async_t *async)
{
	while (PQflush(async->conn) > 0) {
		int ready = pgsql_async_wait(async, ZEND_ASYNC_READABLE | ZEND_ASYNC_WRITABLE, -1);
		if (ready < 0) {
			return FAILURE;
		}
		/* The server may not take more before we take what it sends. */
		if ((ready & ZEND_ASYNC_READABLE) && !PQconsumeInput(async->conn)) {
			return SUCCESS;
		}
	}
	return SUCCESS;
}

static zend_result wait_for_result(pgsql_async_t *async)
{
	if (pgsql_async_flush(async) == FAILURE) {
		return FAILURE;
	}
	while (PQisBusy(async->conn)) {
		if (pgsql_async_wait(async, ZEND_ASYNC_READABLE, -1) < 0) {
			return FAILURE;
		}
		if (!PQconsumeInput(async->conn)) {
			/* PQgetResult() will add a complaint about the socket that is now closed. */
			pgsql_async_set_error(async, PQerrorMessage(async->conn));
			return SUCCESS;
		}
	}
	return SUCCESS;
}

PGresult *pgsql_async_next_result(pgsql_async_t *async, bool *failed)
{
	*failed = false;
	if (async->suspends && wait_for_result(async) == FAILURE) {
		*failed = true;
		return NULL;
	}
	return PQgetResult(async->conn);
}
/* }}} */

/* {{{ Commands */
static int copy_data(pgsql_async_t *async, char **buffer)
{
	int length;

	while ((length = PQgetCopyData(async->conn, buffer, async->suspends)) == 0) {
		if (pgsql_async_wait(async, ZEND_ASYNC_READABLE, -1) < 0) {
			return -2;
		}
		if (!PQconsumeInput(async->conn)) {
			return -2;
		}
	}
	return length;
}

static zend_result drain_copy(pgsql_async_t *async, ExecStatusType status)
{
	char *buffer;
	int length;

	if (status == PGRES_COPY_IN) {
		PQputCopyEnd(async->conn, "COPY terminated by a new command");
		return SUCCESS;
	}
	while ((length = copy_data(async, &buffer)) > 0) {
		PQfreemem(buffer);
	}
	return length == -1 ? SUCCESS : FAILURE;
}

zend_result pgsql_async_drain(pgsql_async_t *async)
{
	PGresult *result;
	bool failed;

	while ((result = pgsql_async_next_result(async, &failed)) != NULL) {
		ExecStatusType status = PQresultStatus(result);
		PQclear(result);
		if ((status == PGRES_COPY_IN || status == PGRES_COPY_OUT) && drain_copy(async, status) == FAILURE) {
			return FAILURE;
		}
		if (PQstatus(async->conn) == CONNECTION_BAD) {
			break;
		}
	}
	return failed ? FAILURE : SUCCESS;
}

int pgsql_async_send(PGconn *conn, const pgsql_command_t *command)
{
	switch (command->kind) {
		case PGSQL_COMMAND_SIMPLE:
			return PQsendQuery(conn, command->query);
		case PGSQL_COMMAND_PARAMS:
			return PQsendQueryParams(conn, command->query, command->num_params, command->types,
				command->values, command->lengths, command->formats, command->result_format);
		case PGSQL_COMMAND_PREPARE:
			return PQsendPrepare(conn, command->name, command->query, command->num_params, command->types);
		case PGSQL_COMMAND_PREPARED:
			return PQsendQueryPrepared(conn, command->name, command->num_params,
				command->values, command->lengths, command->formats, command->result_format);
		default:
			ZEND_UNREACHABLE();
			return 0;
	}
}

static PGresult *call_libpq(PGconn *conn, const pgsql_command_t *command)
{
	switch (command->kind) {
		case PGSQL_COMMAND_SIMPLE:
			return PQexec(conn, command->query);
		case PGSQL_COMMAND_PARAMS:
			return PQexecParams(conn, command->query, command->num_params, command->types,
				command->values, command->lengths, command->formats, command->result_format);
		case PGSQL_COMMAND_PREPARE:
			return PQprepare(conn, command->name, command->query, command->num_params, command->types);
		case PGSQL_COMMAND_PREPARED:
			return PQexecPrepared(conn, command->name, command->num_params,
				command->values, command->lengths, command->formats, command->result_format);
		default:
			ZEND_UNREACHABLE();
			return NULL;
	}
}

static bool ends_collection(const pgsql_async_t *async, const PGresult *result)
{
	ExecStatusType status = PQresultStatus(result);

	return status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH
		|| PQstatus(async->conn) == CONNECTION_BAD;
}

/* The last result of a command, as PQexec() gives it. */
static PGresult *last_result(pgsql_async_t *async)
{
	PGresult *result, *last = NULL;
	bool failed;

	while ((result = pgsql_async_next_result(async, &failed)) != NULL) {
		PQclear(last);
		last = result;
		if (ends_collection(async, result)) {
			return last;
		}
	}
	if (UNEXPECTED(failed)) {
		PQclear(last);
		return NULL;
	}
	return last;
}

/* What the statement does to the session counts from the moment it is sent. */
static uint32_t note_effects(pgsql_async_t *async, const pgsql_command_t *command)
{
	if (!async->pooled || !command->query) {
		return 0;
	}
	uint32_t effects = pgsql_session_scan(command->query, async->plain_strings);
	if (effects & PGSQL_TEXT_DIRTY) {
		async->dirty = true;
	}
	if (effects & PGSQL_TEXT_SEQUENCES) {
		async->sequences = true;
		async->last_id_unread = !(effects & PGSQL_TEXT_RETURNING);
	}
	return effects;
}

/* Ahead of a text that can be in no batch. */
static bool discard_sequences(pgsql_async_t *async) /* may suspend */
{
	pgsql_command_t discard = {.kind = PGSQL_COMMAND_SIMPLE, .query = "DISCARD SEQUENCES"};

	if (!pgsql_async_send(async->conn, &discard)) {
		return false;
	}
	PQclear(last_result(async));
	async->discard_sequences = false;
	return !EG(exception);
}

static PGresult *send_and_collect(pgsql_async_t *async, pgsql_command_t *command, uint32_t effects)
{
	if (pgsql_async_drain(async) == FAILURE) {
		return NULL;
	}
	if (UNEXPECTED(pgsql_async_batch_wanted(async, command, effects))) {
		return pgsql_async_batch(async, command);
	}
	if (UNEXPECTED(pgsql_async_sequences_due(async, effects)) && !discard_sequences(async)) {
		return NULL;
	}
	if (UNEXPECTED(command->kind == PGSQL_COMMAND_PREPARE_EXECUTE)) {
		/* A COPY: it can be in no batch, and its error is the same. */
		command->kind = PGSQL_COMMAND_PARAMS;
	}
	if (!pgsql_async_send(async->conn, command)) {
		return NULL;
	}
	return last_result(async);
}

/* A text that is no SQL is refused as a whole, before any of it runs. The server's own parser
 * says so, and not one that a function called. */
static bool was_not_understood(const PGresult *result)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *source = PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);

	return sqlstate && strcmp(sqlstate, "42601") == 0 && source && strcmp(source, "scanner_yyerror") == 0
		&& PQresultErrorField(result, PG_DIAG_CONTEXT) == NULL
		&& PQresultErrorField(result, PG_DIAG_INTERNAL_QUERY) == NULL;
}

/* In a transaction that has failed, a cursor that was there before cannot be closed, and outlives it. */
static bool leaves_cursor(const pgsql_command_t *command, const PGresult *result)
{
	static const char close[] = "CLOSE pdo_crsr_";

	return command->query && strncmp(command->query, close, sizeof(close) - 1) == 0
		&& PQresultStatus(result) != PGRES_COMMAND_OK;
}

static PGresult *run(pgsql_async_t *async, pgsql_command_t *command)
{
	bool was_dirty = async->dirty, had_sequences = async->sequences;
	uint32_t effects = note_effects(async, command);
	PGresult *result = send_and_collect(async, command, effects);

	if (UNEXPECTED(async->dirty != was_dirty) && was_not_understood(result)) {
		async->dirty = was_dirty;
		async->sequences = had_sequences;
	}
	if (UNEXPECTED(leaves_cursor(command, result))) {
		async->dirty = true;
	}
	return result;
}

PGresult *pgsql_async_run(PGconn *conn, pgsql_command_t *command)
{
	pgsql_async_t *async;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return NULL;
	}
	if (EXPECTED(!async)) {
		return call_libpq(conn, command);
	}
	PGresult *result = run(async, command);
	pgsql_async_leave(async);
	return result;
}
/* }}} */

/* {{{ The libpq calls */
PGresult *pgsql_async_exec(PGconn *conn, const char *query)
{
	if (UNEXPECTED(num_pooled > 0 || ZEND_ASYNC_CURRENT_COROUTINE)) {
		if (pgsql_async_defer_deallocation(conn, query)) {
			return PQmakeEmptyPGresult(conn, PGRES_COMMAND_OK);
		}
		pgsql_async_t *async = pgsql_async_find(conn);
		if (async && async->next_id && !async->sequences && strcmp(query, "SELECT LASTVAL()") == 0) {
			return pgsql_pool_last_id(async);
		}
	}
	pgsql_command_t command = {.kind = PGSQL_COMMAND_SIMPLE, .query = query};
	return pgsql_async_run(conn, &command);
}

PGresult *pgsql_async_exec_params(PGconn *conn, const char *query, int num_params, const Oid *types,
	const char *const *values, const int *lengths, const int *formats, int result_format)
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PARAMS, .query = query, .num_params = num_params, .types = types,
		.values = values, .lengths = lengths, .formats = formats, .result_format = result_format,
	};
	return pgsql_async_run(conn, &command);
}

PGresult *pgsql_async_prepare(PGconn *conn, const char *name, const char *query, int num_params, const Oid *types)
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PREPARE, .name = name, .query = query, .num_params = num_params, .types = types,
	};
	return pgsql_async_run(conn, &command);
}

PGresult *pgsql_async_exec_prepared(PGconn *conn, const char *name, int num_params,
	const char *const *values, const int *lengths, const int *formats, int result_format)
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PREPARED, .name = name, .num_params = num_params,
		.values = values, .lengths = lengths, .formats = formats, .result_format = result_format,
	};
	return pgsql_async_run(conn, &command);
}

/* Only on libpq 17 and later, where the driver closes statements by message. */
PGresult *pgsql_async_close_prepared(PGconn *conn, const char *name)
{
	char query[64]; /* names are "pdo_stmt_%08x" */

	snprintf(query, sizeof(query), "DEALLOCATE %s", name);
	return pgsql_async_exec(conn, query);
}

PGresult *pgsql_async_get_result(PGconn *conn)
{
	pgsql_async_t *async;
	bool failed;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return NULL;
	}
	if (EXPECTED(!async)) {
		return PQgetResult(conn);
	}
	PGresult *result = pgsql_async_next_result(async, &failed);
	pgsql_async_leave(async);
	return result;
}

int pgsql_async_consume_input(PGconn *conn)
{
	pgsql_async_t *async;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return 0;
	}
	int result = PQconsumeInput(conn);
	if (async) {
		pgsql_async_leave(async);
	}
	return result;
}

void pgsql_async_wait_readable(PGconn *conn, int timeout_ms)
{
	pgsql_async_t *async;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return;
	}
	if (async && async->suspends) {
		pgsql_async_wait(async, ZEND_ASYNC_READABLE, timeout_ms);
	} else {
		php_pollfd_for_ms(PQsocket(conn), PHP_POLLREADABLE, timeout_ms);
	}
	if (async) {
		pgsql_async_leave(async);
	}
}

/* Reopening is for persistent handles, which libpq serves alone; any other is only asked how it is. */
void pgsql_async_reset(PGconn *conn)
{
	if (!pgsql_async_find(conn)) {
		PQreset(conn);
	}
}

void pgsql_async_abandon(PGconn *conn)
{
	pgsql_async_t *async = pgsql_async_find(conn);

	if (async) {
		async->busy = false;
		async->broken = true;
	}
#ifndef PHP_WIN32
	/* The parent still uses this socket: what libpq says when it closes must go nowhere. */
	int fd = PQsocket(conn), nowhere = fd >= 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
	if (nowhere >= 0) {
		dup2(nowhere, fd);
		close(nowhere);
	}
#endif
}

void pgsql_async_finish(PGconn *conn)
{
	pgsql_async_t *async = pgsql_async_find(conn);

	if (async) {
		ZEND_ASSERT((!async->busy || CG(unclean_shutdown)) && "closed while a coroutine waits for it");
		dispose_poll(async);
		forget(async);
	}
	PQfinish(conn);
}
/* }}} */

/* {{{ COPY */
int pgsql_async_put_copy_data(PGconn *conn, const char *buffer, int nbytes)
{
	pgsql_async_t *async;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return -1;
	}
	int result = PQputCopyData(conn, buffer, nbytes);
	if (!async) {
		return result;
	}
	/* Without blocking libpq would take any amount and keep it in memory. */
	async->copy_unflushed += nbytes;
	if (result == 1 && async->suspends && async->copy_unflushed >= COPY_FLUSH_BYTES) {
		async->copy_unflushed = 0;
		result = pgsql_async_flush(async) == SUCCESS ? 1 : -1;
	}
	pgsql_async_leave(async);
	return result;
}

int pgsql_async_put_copy_end(PGconn *conn, const char *errormsg)
{
	pgsql_async_t *async;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return -1;
	}
	int result = PQputCopyEnd(conn, errormsg);
	if (!async) {
		return result;
	}
	async->copy_unflushed = 0;
	if (result == 1 && async->suspends && pgsql_async_flush(async) == FAILURE) {
		result = -1;
	}
	pgsql_async_leave(async);
	return result;
}

int pgsql_async_get_copy_data(PGconn *conn, char **buffer, int nonblocking)
{
	pgsql_async_t *async;

	if (pgsql_async_enter(conn, &async) == FAILURE) {
		return -2;
	}
	if (!async || nonblocking) {
		int length = PQgetCopyData(conn, buffer, nonblocking);
		if (async) {
			pgsql_async_leave(async);
		}
		return length;
	}
	int length = copy_data(async, buffer);
	pgsql_async_leave(async);
	return length;
}
/* }}} */
