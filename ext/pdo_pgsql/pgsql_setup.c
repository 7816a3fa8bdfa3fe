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

/* Setting up the session of a pooled connection: the reset, the statements that every connection of
 * a pool runs, and which statements of the main script the pool may adopt. When that is done is
 * decided in ext/pdo; what a statement does to the session otherwise is told in pgsql_session.c. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_pgsql.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#include "zend_smart_str.h"

zend_string *pgsql_setup_name(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;

	return pdo_pool_pgsql_setting(sql, H->server->plain_strings, to_default);
}

/* {{{ The reset */

/* Statements that were prepared as text (PREPARE): they are not the driver's. */
static const char find_prepared[] =
	"SELECT 'prepared', name, true FROM pg_catalog.pg_prepared_statements WHERE from_sql";

static PGresult *run(pgsql_async_t *async, const char *query) /* may suspend */
{
	/* It may be several statements: it can be in no batch. */
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE, .query = query, .effects = PDO_POOL_TEXT_SEVERAL,
	};
	return pgsql_async_run(async, &command);
}

static zend_result check(pdo_dbh_t *dbh, const PGresult *result)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	const ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK || status == PGRES_EMPTY_QUERY) {
		return SUCCESS;
	}
	if (!EG(exception)) {
		pdo_pgsql_error(dbh, status, pgsql_async_sqlstate(H->server,
			PQresultErrorField(result, PG_DIAG_SQLSTATE)));
	}
	return FAILURE;
}

static zend_result run_checked(pdo_dbh_t *dbh, const char *query) /* may suspend */
{
	PGresult *result = run(((pdo_pgsql_db_handle *) dbh->driver_data)->server, query);
	zend_result ok = check(dbh, result);

	PQclear(result);
	return ok;
}

static void deallocate(pgsql_async_t *async, smart_str *batch, const char *name)
{
	char *quoted = PQescapeIdentifier(async->conn, name, strlen(name));

	if (quoted) {
		smart_str_appends(batch, "DEALLOCATE ");
		smart_str_appends(batch, quoted);
		smart_str_appendc(batch, ';');
		PQfreemem(quoted);
	}
}

/* What the reset has found. One more round trip, for sessions in which there are statements that
 * were prepared as text only. */
static zend_result read_findings(pdo_dbh_t *dbh, const PGresult *findings) /* may suspend */
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	smart_str batch = {0};
	zend_result result;

	for (int i = 0; i < PQntuples(findings); i++) {
		const char *name = PQgetvalue(findings, i, 1);

		if (strcmp(PQgetvalue(findings, i, 0), "prepared") == 0) {
			deallocate(H->server, &batch, name);
		} else {
			pgsql_functions_note_answer(H->server, name, *PQgetvalue(findings, i, 2) == 't');
		}
	}
	smart_str_0(&batch);
	result = batch.s ? run_checked(dbh, ZSTR_VAL(batch.s)) : SUCCESS;
	smart_str_free(&batch);
	return result;
}

static void forget_session(pgsql_async_t *async)
{
	PGnotify *notification;

	async->sequences = async->last_id_unread = async->discard_sequences = false;
	while ((notification = PQnotifies(async->conn)) != NULL) {
		PQfreemem(notification);
	}
}

/* Runs what has been put together so far, and empties it. */
static zend_result flush(pdo_dbh_t *dbh, smart_str *batch, bool *reset) /* may suspend */
{
	pgsql_async_t *async = ((pdo_pgsql_db_handle *) dbh->driver_data)->server;
	PGresult *answer;
	zend_result result;

	if (!batch->s) {
		return SUCCESS;
	}
	if (*reset) {
		smart_str_appends(batch, find_prepared);
		pgsql_functions_append_question(async, batch);
	}
	smart_str_0(batch);
	answer = run(async, ZSTR_VAL(batch->s));
	smart_str_free(batch);
	result = check(dbh, answer);
	if (result == SUCCESS && *reset) {
		forget_session(async);
		result = read_findings(dbh, answer);
	}
	*reset = false;
	PQclear(answer);
	return result;
}

/* Settings, which have been read from end to end, go with the reset in one text. Any other
 * statement may want to be alone. */
zend_result pgsql_setup_run(pdo_dbh_t *dbh, bool reset, const HashTable *statements)
{
	smart_str batch = {0};
	zend_result result = SUCCESS;
	zval *sql;

	if (reset) {
		pdo_pool_pgsql_append_reset(&batch);
	}
	ZEND_HASH_FOREACH_VAL(statements, sql) {
		bool to_default;
		zend_string *name = pgsql_setup_name(dbh, Z_STR_P(sql), &to_default);

		if (name) {
			zend_string_release(name);
			smart_str_append(&batch, Z_STR_P(sql));
			smart_str_appends(&batch, "\n;");
		} else {
			result = flush(dbh, &batch, &reset);
			if (result == SUCCESS) {
				result = run_checked(dbh, Z_STRVAL_P(sql));
			}
			if (result == FAILURE) {
				break;
			}
		}
	} ZEND_HASH_FOREACH_END();
	if (result == SUCCESS) {
		result = flush(dbh, &batch, &reset);
	}
	smart_str_free(&batch);
	return result;
}
/* }}} */
