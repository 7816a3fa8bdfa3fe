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

	return pdo_pool_pgsql_setting(sql,
		pgsql_session_strings_are_plain(H->server, ZSTR_VAL(sql)), to_default);
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

void pgsql_setup_drop_notifications(pgsql_async_t *async)
{
	PGnotify *notification;

	while ((notification = PQnotifies(async->conn)) != NULL) {
		PQfreemem(notification);
	}
}

/* The next transaction may be in another session of a pooler. */
static void forget_sequences(pgsql_async_t *async)
{
	pgsql_async_forget_inserts(async);
	async->discard_sequences = async->is_behind_pooler;
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
		forget_sequences(async);
		pgsql_setup_drop_notifications(async);
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
		pgsql_setup_forget_reset(((pdo_pgsql_db_handle *) dbh->driver_data)->server);
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

/* {{{ The reset that goes in front of a command (PDO::POOL_RESET_ALWAYS)
 *
 * DISCARD ALL; BEGIN; a new seed, and what was adopted; COMMIT; the command; Sync. After an error
 * the server skips everything up to the Sync: a command never runs in a session that was not reset.
 * COMMIT ends the transaction of the reset, so that the command has its own, and may be one that
 * wants to be alone in it (VACUUM). DISCARD ALL commits by itself where it is the first of a group;
 * where old servers do not do that, BEGIN takes it into its transaction.
 *
 * Where statements are kept (pgsql_cache.c), the parts of DISCARD ALL that spare them take its
 * place. They fail when the session has statements that were prepared as text (PREPARE), behind
 * what the texts show. Then DISCARD ALL is sent after all, and the command again, which the server
 * has skipped. */

/* Another role may be gone, and nothing may run on top of a role that was not taken. */
static bool may_fail(const zend_string *name)
{
	return zend_string_equals_literal(name, "role");
}

static bool can_go_ahead(pdo_dbh_t *dbh, const HashTable *statements)
{
	zval *sql;

	ZEND_HASH_FOREACH_VAL(statements, sql) {
		bool to_default;
		zend_string *name = pgsql_setup_name(dbh, Z_STR_P(sql), &to_default);

		if (!name) {
			return false;
		}
		bool is_uncertain = may_fail(name);
		zend_string_release(name);
		if (is_uncertain) {
			return false;
		}
	} ZEND_HASH_FOREACH_END();
	return true;
}

static bool resets_by_parts(const pgsql_async_t *async)
{
	return pdo_pool_cache_size(async->dbh) > 0 && !async->discards_all;
}

/* What the next command means depends on settings that were reported, and those would be
 * others: such a session is reset first. */
bool pgsql_setup_ahead(pdo_dbh_t *dbh, const HashTable *statements)
{
	pgsql_async_t *async = ((pdo_pgsql_db_handle *) dbh->driver_data)->server;

	if (async->parameters_differ || !can_go_ahead(dbh, statements)) {
		return false;
	}
	pgsql_setup_forget_reset(async);
	async->reset_due = true;
	if (zend_hash_num_elements(statements) > 0) {
		async->setup = zend_array_dup((HashTable *) statements);
	}
	forget_sequences(async);
	if (!resets_by_parts(async)) {
		/* They go with the session; those of live statements would have kept the connection. */
		pgsql_async_forget_unclosed(async);
	}
	return true;
}

void pgsql_setup_forget_reset(pgsql_async_t *async)
{
	async->reset_due = async->discards_all = false;
	if (UNEXPECTED(async->setup)) {
		zend_array_destroy(async->setup);
		async->setup = NULL;
	}
}

static bool put(pgsql_async_t *async, const char *query, int *num_commands)
{
	++*num_commands;
	return PQsendQueryParams(async->conn, query, 0, NULL, NULL, NULL, NULL, 0);
}

static bool send_setup(pgsql_async_t *async, int *num_commands)
{
	zval *sql;

	if (async->setup) {
		ZEND_HASH_FOREACH_VAL(async->setup, sql) {
			if (!put(async, Z_STRVAL_P(sql), num_commands)) {
				return false;
			}
		} ZEND_HASH_FOREACH_END();
	}
	return true;
}

static bool send_all(pgsql_async_t *async, int *num_commands)
{
	char seed[64];

	snprintf(seed, sizeof(seed), "SET seed TO %.9F", pdo_pool_pgsql_random_seed());
	return put(async, "DISCARD ALL", num_commands) && put(async, "BEGIN", num_commands)
		&& put(async, seed, num_commands);
}

static bool send_parts(pgsql_async_t *async, int *num_commands)
{
	static const char *const parts[] = {
		"BEGIN", "CLOSE ALL", "SET SESSION AUTHORIZATION DEFAULT", "RESET ROLE", "RESET ALL",
		"UNLISTEN *", "DISCARD SEQUENCES", "DISCARD TEMP",
	};
	char query[256];

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (!put(async, parts[i], num_commands)) {
			return false;
		}
	}
	snprintf(query, sizeof(query), "SELECT pg_catalog.pg_advisory_unlock_all(),"
		" pg_catalog.setseed(%.9F), 1 / (NOT EXISTS (SELECT FROM"
		" pg_catalog.pg_prepared_statements WHERE from_sql))::pg_catalog.int4",
		pdo_pool_pgsql_random_seed());
	return put(async, query, num_commands);
}

bool pgsql_setup_send_reset(pgsql_async_t *async, int *num_commands)
{
	*num_commands = 0;
	if (EXPECTED(!async->reset_due)) {
		return true;
	}
	return (resets_by_parts(async)
			? send_parts(async, num_commands) : send_all(async, num_commands))
		&& send_setup(async, num_commands) && put(async, "COMMIT", num_commands);
}

/* The division by zero of send_parts(). */
static bool has_found_statements(const PGresult *error)
{
	const char *sqlstate = PQresultErrorField(error, PG_DIAG_SQLSTATE);

	return sqlstate && strcmp(sqlstate, "22012") == 0;
}

bool pgsql_setup_resets_harder(pgsql_async_t *async, const PGresult *error)
{
	if (!resets_by_parts(async) || !has_found_statements(error)
			|| !pgsql_async_roll_back(async)) {
		return false;
	}
	pgsql_async_set_error(async, NULL);
	pdo_pool_cache_empty(async->dbh, PDO_POOL_CACHED_GONE);
	pgsql_async_forget_unclosed(async);
	async->discards_all = true;
	return true;
}
/* }}} */
