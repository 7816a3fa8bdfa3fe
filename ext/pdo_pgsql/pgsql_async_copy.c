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

/* COPY, and the end of a COPY that its command left open. libpq refuses every other command
 * while one is open, and PQgetResult() then gives the same answer for ever.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"

/* COPY data that may pile up in libpq's buffer before it is made to leave. */
#define COPY_FLUSH_BYTES (64 * 1024)

/* {{{ Leaving a COPY */
static int copy_data(pgsql_async_t *async, char **buffer) /* may suspend */
{
	bool suspends = async->busy && async->suspends;
	int length;

	while ((length = PQgetCopyData(async->conn, buffer, suspends)) == 0) {
		if (pgsql_async_wait(async, ZEND_ASYNC_READABLE, -1) < 0
				|| !PQconsumeInput(async->conn)) {
			return -2;
		}
	}
	return length;
}

static zend_result skip_copy_out(pgsql_async_t *async) /* may suspend */
{
	char *buffer;
	int length;

	while ((length = copy_data(async, &buffer)) > 0) {
		PQfreemem(buffer);
	}
	return length == -1 ? SUCCESS : FAILURE;
}

/* Whatever the status of a result says is open is ended. FAILURE: it cannot be. */
static zend_result leave_copy(pgsql_async_t *async, ExecStatusType status) /* may suspend */
{
	switch (status) {
		case PGRES_COPY_IN:
			return PQputCopyEnd(async->conn, "COPY terminated by a new command") == 1
				? SUCCESS : FAILURE;
		case PGRES_COPY_OUT:
			return skip_copy_out(async);
		case PGRES_COPY_BOTH:
			/* Replication. */
			pgsql_async_set_error(async, "no command is possible during COPY BOTH");
			async->broken = async->pooled;
			return FAILURE;
		default:
			return SUCCESS;
	}
}

zend_result pgsql_async_drain(pgsql_async_t *async)
{
	PGresult *result;
	bool failed;

	while ((result = pgsql_async_next_result(async, &failed)) != NULL) {
		ExecStatusType status = PQresultStatus(result);
		PQclear(result);
		if (leave_copy(async, status) == FAILURE) {
			return FAILURE;
		}
		if (PQstatus(async->conn) == CONNECTION_BAD) {
			break;
		}
	}
	return failed ? FAILURE : SUCCESS;
}

bool pgsql_async_end_copy_out(pdo_dbh_t *dbh)
{
	pdo_pgsql_db_handle *H = dbh->driver_data;
	PGresult *result;
	bool ended_well = true;

	while ((result = pgsql_async_get_result(H->server)) != NULL) {
		if (PQresultStatus(result) != PGRES_COMMAND_OK) {
			pdo_pgsql_error(dbh, PGRES_FATAL_ERROR, pdo_pgsql_sqlstate(result));
			ended_well = false;
		}
		PQclear(result);
	}
	return ended_well && !EG(exception);
}
/* }}} */

/* {{{ The libpq calls */

/* The driver has had the answer to its COPY: that it is open is no news when it asks again. */
PGresult *pgsql_async_get_result(pgsql_async_t *async)
{
	bool failed;

	if (pgsql_async_enter(async) == FAILURE) {
		return NULL;
	}
	PGresult *result = pgsql_async_next_result(async, &failed);
	if (UNEXPECTED(result && leave_copy(async, PQresultStatus(result)) == FAILURE)) {
		PQclear(result);
		result = NULL;
	}
	pgsql_async_leave(async);
	return result;
}

int pgsql_async_put_copy_data(pgsql_async_t *async, const char *buffer, int nbytes)
{
	if (pgsql_async_enter(async) == FAILURE) {
		return -1;
	}
	int result = PQputCopyData(async->conn, buffer, nbytes);
	/* Without blocking libpq would take any amount and keep it in memory. */
	async->copy_unflushed += nbytes;
	if (result == 1 && async->busy && async->suspends
			&& async->copy_unflushed >= COPY_FLUSH_BYTES) {
		async->copy_unflushed = 0;
		result = pgsql_async_flush(async) == SUCCESS ? 1 : -1;
	}
	pgsql_async_leave(async);
	return result;
}

static int end_copy_in(pgsql_async_t *async, const char *errormsg) /* may suspend */
{
	if (UNEXPECTED(async->busy && EG(exception))) {
		/* The data ended because reading it was cut short: the server must not take it for all. */
		pgsql_async_cut_short(async);
		if (async->pooled) {
			pdo_pool_interrupted(async->dbh);
		}
		return -1;
	}
	int result = PQputCopyEnd(async->conn, errormsg);
	async->copy_unflushed = 0;
	if (result == 1 && async->busy && async->suspends && pgsql_async_flush(async) == FAILURE) {
		return -1;
	}
	return result;
}

int pgsql_async_put_copy_end(pgsql_async_t *async, const char *errormsg)
{
	if (pgsql_async_enter(async) == FAILURE) {
		return -1;
	}
	int result = end_copy_in(async, errormsg);
	pgsql_async_leave(async);
	return result;
}

int pgsql_async_get_copy_data(pgsql_async_t *async, char **buffer, int nonblocking)
{
	if (pgsql_async_enter(async) == FAILURE) {
		return -2;
	}
	int length = nonblocking ? PQgetCopyData(async->conn, buffer, 1) : copy_data(async, buffer);
	pgsql_async_leave(async);
	return length;
}
/* }}} */
