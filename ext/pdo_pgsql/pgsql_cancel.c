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

/* On the thread. */
static void send_and_free(void *arg)
{
	send_request(arg);
	free_request(arg);
}

void pgsql_cancel(pdo_dbh_t *dbh)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	cancel_request *request = H && H->server ? new_request(H->server->conn) : NULL;
	pdo_pool_worker *worker = request ? pdo_pool_worker_start() : NULL;

	if (worker) {
		pdo_pool_worker_end(worker, send_and_free, request);
	} else if (request) {
		free_request(request);
	}
}
