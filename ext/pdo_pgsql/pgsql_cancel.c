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
# include <fcntl.h>
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

/* A pooler forgets a client that has gone, and what was to be cancelled for it: the socket stays
 * open until it has answered, and the goodbye of libpq goes nowhere. -1: there is no need. */
static int keep_socket(pgsql_async_t *async)
{
#ifndef PHP_WIN32
	if (async->is_behind_pooler && PQsocket(async->conn) >= 0) {
		const int fd = fcntl(PQsocket(async->conn), F_DUPFD_CLOEXEC, 0);

		pgsql_async_abandon(async);
		return fd;
	}
#endif
	return -1;
}

static void close_socket(int fd)
{
#ifndef PHP_WIN32
	if (fd >= 0) {
		close(fd);
	}
#endif
}

typedef struct _cancellation {
	cancel_request *request;
	int kept_socket;
} cancellation;

/* On the thread. */
static void send_and_free(void *arg)
{
	cancellation *self = arg;

	send_request(self->request);
	free_request(self->request);
	close_socket(self->kept_socket);
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
	self->kept_socket = keep_socket(H->server);
	pdo_pool_worker_end(worker, send_and_free, self);
}
