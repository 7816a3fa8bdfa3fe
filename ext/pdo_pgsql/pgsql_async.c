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

/* The state of a PostgreSQL connection, and waiting for it without blocking the thread.
 *
 * It does not open connections (pgsql_async_connect.c), knows no commands (pgsql_async_command.c),
 * and decides nothing about pools: it only notes what a pool has to know. Where no suspension
 * is possible libpq does the waiting.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "main/php_network.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_share.h"
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

/* {{{ Beginning and end */
ZEND_TLS zend_async_list_t connections;

static zend_long this_process(void)
{
#ifdef PHP_WIN32
	return 0;
#else
	return (zend_long) getpid();
#endif
}

static void link_connection(pgsql_async_t *async)
{
	if (!zend_async_list_is_linked(&connections.head)) {
		zend_async_list_init(&connections);
	}
	zend_async_list_add_first(&connections, &async->node);
}

pgsql_async_t *pgsql_async_new(const pdo_dbh_t *dbh)
{
	pgsql_async_t *async = pecalloc(1, sizeof(pgsql_async_t), 1);

	async->persistent = dbh->is_persistent;
	async->pooled = pdo_pool_kind(dbh) == PDO_POOL_CONNECTION;
	if (async->pooled) {
		async->dbh = (pdo_dbh_t *) dbh;
		async->functions = pdo_pool_held(async->dbh);
		pgsql_functions_addref(async->functions);
	}
	/* A statement that roams has no connection to be told from the parent's. */
	async->is_stand_in = pdo_pool_is_stand_in(dbh);
	async->process = async->is_stand_in ? 0 : this_process();
	async->watched_fd = async->duplicate_of = -1;
	if (!async->persistent) {
		link_connection(async);
	}
	return async;
}

static bool is_end_of_session(const PGresult *message)
{
	const char *severity = PQresultErrorField(message, PG_DIAG_SEVERITY_NONLOCALIZED);

	return severity && (strcmp(severity, "FATAL") == 0 || strcmp(severity, "PANIC") == 0);
}

/* The server closes the connection next, which libpq only sees when it reads again. */
void pgsql_async_note_last_words(pgsql_async_t *async, const PGresult *message)
{
	if (!async->pooled || !is_end_of_session(message)) {
		return;
	}
	async->broken = true;
	free(async->last_words);
	async->last_words = strdup(PQresultErrorMessage(message));
	if (!async->errmsg || !strstr(async->errmsg, async->last_words)) {
		pgsql_async_set_error(async, async->last_words);
	}
}

/* An error that is the answer to no command comes as a notice. */
static void receive_notice(void *context, const PGresult *message)
{
	pgsql_async_t *async = context;

	pgsql_async_note_last_words(async, message);
	async->notice_receiver(NULL, message);
}

void pgsql_async_attach(pgsql_async_t *async)
{
	PGconn *conn = async->conn;

	async->ssl = PQsslInUse(conn) ? PQsslStruct(conn, "OpenSSL") : NULL;
	/* libpq's own receiver needs no argument: it calls the notice processor of the message. */
	if (async->pooled) {
		async->is_behind_pooler = async->discard_sequences = pgsql_pool_is_behind_pooler(async);
		async->notice_receiver = PQsetNoticeReceiver(conn, receive_notice, async);
	}
}

static void dispose_poll(pgsql_async_t *async)
{
	if (async->poll) {
		zend_async_poll_event_t *poll = async->poll;
		async->poll = NULL;
		ZEND_ASYNC_EVENT_DISPOSE(&poll->event);
	}
}

static void drop_watched_fd(pgsql_async_t *async)
{
	dispose_poll(async);
#ifndef PHP_WIN32
	if (async->watched_fd >= 0) {
		ZEND_ASYNC_FD_CLOSING(async->watched_fd);
		close(async->watched_fd);
	}
#endif
	async->watched_fd = async->duplicate_of = -1;
}

int pgsql_async_watched_fd(pgsql_async_t *async)
{
	int fd = PQsocket(async->conn);

	if (UNEXPECTED(fd >= 0 && fd != async->duplicate_of)) {
		drop_watched_fd(async);
#ifndef PHP_WIN32
		async->watched_fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
#else
		async->watched_fd = fd;
#endif
		async->duplicate_of = fd;
	}
	return async->watched_fd;
}

void pgsql_async_finish(pgsql_async_t *async)
{
	if (UNEXPECTED(async->busy) && async->process != this_process()) {
		/* A coroutine of the parent waits for it. */
		pgsql_async_abandon(async);
	}
	ZEND_ASSERT((!async->busy || CG(unclean_shutdown)) && "closed while a coroutine waits for it");
	if (!async->persistent) {
		zend_async_list_remove(&async->node);
	}
	PQfinish(async->conn);
	drop_watched_fd(async);
	PQconninfoFree(async->options);
	pgsql_async_forget_unclosed(async);
	free(async->unclosed);
	free(async->errmsg);
	free(async->last_words);
	free(async->next_id);
	free(async->told_id);
	free(async->parameters);
	pgsql_setup_forget_reset(async);
	if (async->functions) {
		pgsql_functions_release(async->functions);
	}
	pefree(async, 1);
}

void pgsql_async_cut_off(pgsql_async_t *async)
{
	async->busy = false;
	async->broken = true;
	/* The next wait is for that socket. */
	async->duplicate_of = -1;
}

void pgsql_async_abandon(pgsql_async_t *async)
{
	async->busy = false;
	async->broken = true;
#ifndef PHP_WIN32
	/* The parent still uses this socket: what libpq says when it closes must go nowhere. */
	int fd = PQsocket(async->conn);
	int nowhere = fd >= 0 ? open("/dev/null", O_RDWR | O_CLOEXEC) : -1;
	if (nowhere >= 0) {
		dup2(nowhere, fd);
		close(nowhere);
	}
#endif
}

static void close_left(pgsql_async_t *async)
{
	if (async->process != this_process()) {
		pgsql_async_abandon(async);
	}
	async->busy = false;
	/* It went with the reactor, and this goes with the memory of the request. */
	async->poll = NULL;
	async->functions = NULL;
	async->setup = NULL;
	pgsql_async_finish(async);
}

zend_result pgsql_async_post_deactivate(void)
{
	zend_async_list_node_t *node;

	if (EXPECTED(!zend_async_list_is_linked(&connections.head))) {
		return SUCCESS;
	}
	while ((node = zend_async_list_first(&connections)) != NULL) {
		close_left(ZEND_CONTAINER_OF(node, pgsql_async_t, node));
	}
	return SUCCESS;
}
/* }}} */

/* {{{ Messages */
void pgsql_async_set_error(pgsql_async_t *async, const char *message)
{
	free(async->errmsg);
	async->errmsg = message ? strdup(message) : NULL;
}

char *pgsql_async_error_message(const pgsql_async_t *async)
{
	return async->errmsg ? async->errmsg : PQerrorMessage(async->conn);
}

bool pgsql_async_is_broken(const pgsql_async_t *async)
{
	return async->broken || PQstatus(async->conn) != CONNECTION_OK;
}

const char *pgsql_async_sqlstate(const pgsql_async_t *async, const char *sqlstate)
{
	bool is_lost = !sqlstate && async->pooled && pgsql_async_is_broken(async);

	if (UNEXPECTED(async->is_late)) {
		return "HYT00";
	}
	return is_lost ? PHP_PDO_PGSQL_CONNECTION_FAILURE_SQLSTATE : sqlstate;
}

bool pgsql_async_interrupted(const pgsql_async_t *async)
{
	return UNEXPECTED(ZEND_ASYNC_CURRENT_COROUTINE != NULL) && EG(exception)
		&& async->interrupted == ZEND_ASYNC_CURRENT_COROUTINE;
}
/* }}} */

/* {{{ Entering and leaving */
static const char *why_busy(const pgsql_async_t *async)
{
	if (async->user != ZEND_ASYNC_CURRENT_COROUTINE) {
		return "This PostgreSQL connection is waiting for the result of another coroutine's "
			"command: give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED";
	}
	return async->pooled
		? "This PostgreSQL connection is in the middle of a command: a notice callback, or other "
			"code that runs meanwhile, can spawn a coroutine, which gets a connection of its own"
		: "This PostgreSQL connection is in the middle of a command: a notice callback, or other "
			"code that runs meanwhile, needs another PDO object";
}

/* A fatal error or a fork took the stack of its user. */
static bool is_user_gone(const pgsql_async_t *async)
{
	return async->process != this_process() || CG(unclean_shutdown)
		|| (async->user && !ZEND_ASYNC_CURRENT_COROUTINE);
}

static zend_result refuse_second_user(pgsql_async_t *async)
{
	if (is_user_gone(async)) {
		/* Closing the handle ends the command; whoever would roll it back before, as PDO does,
		 * cannot catch an exception. */
		pgsql_async_set_error(async, "the coroutine that used the connection is gone");
		return FAILURE;
	}
	zend_throw_exception(php_pdo_get_exception(), why_busy(async), 0);
	async->interrupted = ZEND_ASYNC_CURRENT_COROUTINE;
	return FAILURE;
}

static zend_result refuse_broken(pgsql_async_t *async)
{
	const char *why = async->process != this_process()
		? "the connection belongs to the parent process"
		: "the connection was given up when a coroutine was cancelled while it waited for a result";

	pgsql_async_set_error(async, async->last_words ? async->last_words : why);
	return FAILURE;
}

static void set_nonblocking(pgsql_async_t *async, bool nonblocking)
{
	if (UNEXPECTED(async->nonblocking != nonblocking)) {
		async->nonblocking = nonblocking;
		PQsetnonblocking(async->conn, nonblocking);
	}
}

zend_result pgsql_async_enter(pgsql_async_t *async)
{
	if (UNEXPECTED(async->busy)) {
		return refuse_second_user(async);
	}
	if (UNEXPECTED(async->errmsg)) {
		pgsql_async_set_error(async, NULL);
	}
	if (EXPECTED(!async->pooled && !ZEND_ASYNC_CURRENT_COROUTINE) || async->persistent) {
		set_nonblocking(async, false);
		return SUCCESS;
	}
	async->interrupted = NULL;
	if (UNEXPECTED(async->broken)) {
		return refuse_broken(async);
	}
	async->suspends = ZEND_ASYNC_CAN_SUSPEND();
	set_nonblocking(async, async->suspends);
	async->busy = async->suspends || async->pooled;
	async->user = ZEND_ASYNC_CURRENT_COROUTINE;
	return SUCCESS;
}

void pgsql_async_leave(pgsql_async_t *async)
{
	async->busy = false;
}

void pgsql_async_cut_short(pgsql_async_t *async)
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
	int fd = pgsql_async_watched_fd(async);

	if (UNEXPECTED(PQsocket(async->conn) < 0)) {
		/* The connection is lost, as the next call of libpq is about to say. */
		return (int) events;
	}
	if (UNEXPECTED(!async->poll)) {
		async->poll = ZEND_ASYNC_NEW_POLL_EVENT(fd, ZEND_ASYNC_READABLE);
		if (!async->poll) {
			return -1;
		}
	}
	return ZEND_ASYNC_POLL_WAIT(async->poll, events, timeout_ms);
}

/* A Fiber that a notice callback or a stream has suspended is destroyed behind the last
 * coroutine. */
static int wait_blocking(const pgsql_async_t *async, uint32_t events, zend_long timeout_ms)
{
	const int wanted = (events & ZEND_ASYNC_READABLE ? POLLIN : 0)
		| (events & ZEND_ASYNC_WRITABLE ? POLLOUT : 0);
	const int found = PQsocket(async->conn) < 0 ? -1 : php_pollfd_for_ms(PQsocket(async->conn),
		wanted, (int) MIN(timeout_ms, INT_MAX));

	if (found <= 0) {
		return found < 0 ? (int) events : 0;
	}
	return (found & ~POLLOUT ? ZEND_ASYNC_READABLE : 0)
		| (found & POLLOUT ? ZEND_ASYNC_WRITABLE : 0);
}

int pgsql_async_wait(pgsql_async_t *async, uint32_t events, zend_long timeout_ms)
{
	bool unknown = false;
	if ((events & ZEND_ASYNC_READABLE) && has_hidden_data(async, &unknown)) {
		return ZEND_ASYNC_READABLE;
	}

	if (UNEXPECTED(ZEND_ASYNC_CURRENT_COROUTINE == NULL)) {
		return wait_blocking(async, events, timeout_ms);
	}

	zend_long limit = timeout_ms;
	if (UNEXPECTED(unknown) && (limit < 0 || limit > HIDDEN_BUFFER_RECHECK_MS)) {
		limit = HIDDEN_BUFFER_RECHECK_MS;
	}
	int ready = wait_suspended(async, events, limit);
	if (UNEXPECTED(ready < 0)) {
		pgsql_async_cut_short(async);
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

/* PQgetResult() will add a complaint about the socket that is now closed; and in a batch libpq has
 * forgotten what the server said before. */
void pgsql_async_keep_error(pgsql_async_t *async)
{
	const char *message = PQerrorMessage(async->conn);

	if (!async->last_words || strstr(message, async->last_words)) {
		pgsql_async_set_error(async, message);
	}
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
			pgsql_async_keep_error(async);
			return SUCCESS;
		}
	}
	if (ZEND_ASYNC_SWITCH_POINT() == FAILURE) {
		pgsql_async_cut_short(async);
		return FAILURE;
	}
	return SUCCESS;
}

PGresult *pgsql_async_next_result(pgsql_async_t *async, bool *failed)
{
	*failed = false;
	if (async->suspends && async->busy && wait_for_result(async) == FAILURE) {
		*failed = true;
		return NULL;
	}
	PGresult *result = PQgetResult(async->conn);
	if (UNEXPECTED(PQresultStatus(result) == PGRES_FATAL_ERROR) && result) {
		pgsql_async_note_last_words(async, result);
	}
	return result;
}
/* }}} */

/* {{{ The libpq calls */
int pgsql_async_consume_input(pgsql_async_t *async)
{
	if (pgsql_async_enter(async) == FAILURE) {
		return 0;
	}
	int result = pgsql_async_catch_up(async) && PQconsumeInput(async->conn);
	pgsql_async_leave(async);
	return result;
}

void pgsql_async_wait_readable(pgsql_async_t *async, int timeout_ms)
{
	if (pgsql_async_enter(async) == FAILURE) {
		return;
	}
	if (async->busy && async->suspends) {
		pgsql_async_wait(async, ZEND_ASYNC_READABLE, timeout_ms);
	} else {
		php_pollfd_for_ms(PQsocket(async->conn), PHP_POLLREADABLE, timeout_ms);
	}
	pgsql_async_leave(async);
}

/* Reopening is for persistent handles; any other is only asked how it is. */
void pgsql_async_reset(pgsql_async_t *async)
{
	if (async->persistent) {
		drop_watched_fd(async);
		PQreset(async->conn);
	}
}
/* }}} */
