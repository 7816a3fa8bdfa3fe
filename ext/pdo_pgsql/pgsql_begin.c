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

/* Transactions of pooled connections. beginTransaction() sends nothing: BEGIN goes out in front of
 * the transaction's first command, in the same round trip (pgsql_async_batch.c), and a transaction
 * in which nothing is run costs nothing. Until then PDO is told that the transaction is open, and
 * the connection stays with its coroutine. The server's clock of the transaction, now(), starts
 * with the first command.
 *
 * A BEGIN that is written as text is a command like any other. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"

static pgsql_async_t *async_of(const pdo_dbh_t *dbh)
{
	return ((const pdo_pgsql_db_handle *) dbh->driver_data)->server;
}

/* A connection that is lost, or not at rest, fails at once, as it always did. Behind a pooler the
 * session is chosen by BEGIN, and is prepared then for what may be asked in the transaction. */
bool pgsql_begin_later(pdo_dbh_t *dbh)
{
	pgsql_async_t *async = async_of(dbh);

	async->begin_due = async->pooled && !async->is_behind_pooler && !pgsql_async_is_broken(async)
		&& PQtransactionStatus(async->conn) == PQTRANS_IDLE;
	return async->begin_due;
}

/* No answer of the server says that the connection is still there. What has arrived is read, so
 * that one that was lost meanwhile is not given to the next coroutine. A notice among it may run
 * code of the user, which must not use the connection in the middle of that. */
static void look_for_goodbye(pgsql_async_t *async)
{
	async->busy = true;
	async->user = ZEND_ASYNC_CURRENT_COROUTINE;
	if (PQconsumeInput(async->conn)) {
		PQisBusy(async->conn);
	}
	pgsql_async_leave(async);
}

bool pgsql_begin_forget(pdo_dbh_t *dbh)
{
	pgsql_async_t *async = async_of(dbh);

	if (!async->begin_due) {
		return false;
	}
	async->begin_due = false;
	look_for_goodbye(async);
	return true;
}

bool pgsql_begin_send(pgsql_async_t *async, int *num_commands)
{
	*num_commands = async->begin_due ? 1 : 0;
	return !async->begin_due
		|| PQsendQueryParams(async->conn, "BEGIN", 0, NULL, NULL, NULL, NULL, 0);
}

PGTransactionStatusType pgsql_begin_status(const pgsql_async_t *async)
{
	return async->begin_due ? PQTRANS_INTRANS : PQtransactionStatus(async->conn);
}
