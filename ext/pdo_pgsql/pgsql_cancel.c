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

/* The server ends a query whose client has gone only when it wants to send something. A connection
 * that is closed in the middle of a query therefore sends a cancel request behind it, over a
 * connection of its own, on a thread that no one waits for: libpq can only block there. The
 * request names the session that it is for, which runs no other statement: it is being closed. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_thread.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#ifndef PHP_WIN32
# include <errno.h>
# include <fcntl.h>
# include <poll.h>
# include <sys/socket.h>
# include <unistd.h>
#endif

/* From libpq 17 on the request is encrypted as the connection is. */
#ifdef LIBPQ_HAS_ASYNC_CANCEL
typedef PGcancelConn cancel_request;
# define new_request PQcancelCreate
# define free_request PQcancelFinish

static void send_request(cancel_request *request)
{
	PQcancelBlocking(request);
	/* For the next time. */
	PQcancelReset(request);
}
#else
typedef PGcancel cancel_request;
# define new_request PQgetCancel
# define free_request PQfreeCancel

static void send_request(cancel_request *request)
{
	char error[256];

	PQcancel(request, error, sizeof(error));
}
#endif

typedef struct _cancellation {
	cancel_request *request;
	bool is_behind_pooler;
	/* A duplicate of the connection's own; -1: none. */
	int socket;
} cancellation;

#ifndef PHP_WIN32

/* {{{ Whether the request has reached its query
 *
 * A server that has not begun the query ignores the request, and runs the query then. So it is sent
 * again until the session has ended: libpq's goodbye waits behind the query. A pooler forgets a
 * client that has gone, and what was to be cancelled for it. There the goodbye goes nowhere, and an
 * answer is the end. */
#define FIRST_PAUSE_MS 5
#define LAST_PAUSE_MS 320
#define PATIENCE_MS 5000

static int keep_socket(pgsql_async_t *async)
{
	const int fd = PQsocket(async->conn);
	const int kept = fd >= 0 ? fcntl(fd, F_DUPFD_CLOEXEC, 0) : -1;

	if (kept >= 0 && async->is_behind_pooler) {
		pgsql_async_abandon(async);
	}
	return kept;
}

/* What the server still sends is for no one. */
static bool has_ended(const cancellation *self, int pause_ms)
{
	const zend_async_deadline_t end = zend_async_deadline_in(pause_ms);
	struct pollfd input = {.fd = self->socket, .events = POLLIN};
	char ignored[8192];
	zend_long left_ms;

	while ((left_ms = zend_async_deadline_left_ms(end)) > 0) {
		if (poll(&input, 1, (int) left_ms) <= 0) {
			continue;
		}
		const ssize_t length = recv(self->socket, ignored, sizeof(ignored), MSG_DONTWAIT);
		if (length == 0 || (length < 0 && errno != EAGAIN && errno != EINTR)
				|| (length > 0 && self->is_behind_pooler)) {
			return true;
		}
	}
	return false;
}

static void insist(const cancellation *self)
{
	const zend_async_deadline_t end = zend_async_deadline_in(PATIENCE_MS);
	int pause_ms = FIRST_PAUSE_MS;

	while (!has_ended(self, pause_ms) && !zend_async_deadline_has_passed(end)) {
		/* The goodbye may have been cut short, or stand behind half a message. */
		if (!self->is_behind_pooler) {
			shutdown(self->socket, SHUT_WR);
		}
		send_request(self->request);
		pause_ms = MIN(2 * pause_ms, LAST_PAUSE_MS);
	}
	close(self->socket);
}
/* }}} */

#else

static int keep_socket(pgsql_async_t *async)
{
	return -1;
}

static void insist(const cancellation *self)
{
}

#endif

/* On the thread. */
static void send_and_free(void *arg)
{
	cancellation *self = arg;

	send_request(self->request);
	if (self->socket >= 0) {
		insist(self);
	}
	free_request(self->request);
	free(self);
}

void pgsql_cancel(pdo_dbh_t *dbh)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	cancel_request *request = H && H->server ? new_request(H->server->conn) : NULL;
	pdo_pool_worker *worker = request ? pdo_pool_worker_start() : NULL;
	cancellation *self;

	if (!worker) {
		if (request) {
			free_request(request);
		}
		return;
	}
	self = malloc(sizeof(*self));
	self->request = request;
	self->is_behind_pooler = H->server->is_behind_pooler;
	self->socket = keep_socket(H->server);
	pdo_pool_worker_end(worker, send_and_free, self);
}
