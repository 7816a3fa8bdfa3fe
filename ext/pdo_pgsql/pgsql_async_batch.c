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

/* One round trip for what stock PDO does in three. On a pooled connection prepare and execute
 * travel together, and a statement that is gone is closed along with a later command.
 *
 * The first execution of a statement uses the server's unnamed statement: there is nothing to
 * close, and most statements are executed once. The second one gives it its name, in the
 * same batch; from then on the driver executes it by that name, as it always did. Statements that
 * the connection keeps (pgsql_cache.c) have their name from the first execution on.
 *
 * No command is sent twice, except one that the server certainly did not run because
 * its name was taken.
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

/* Statements may pile up while only simple commands are run, with which none can ride. */
#define MAX_UNCLOSED 64

/* {{{ Statements that wait to be closed */

/* The connection of an ordinary handle may be gone before its statement is: the caller knows. */
bool pgsql_async_may_close(const pdo_stmt_t *stmt)
{
	return !stmt->is_pooled || !pdo_pool_is_foreign(stmt->dbh);
}

/* An ordinary handle closes it at once, unless a command is under way, or was cut short and would
 * have to be waited for. */
static bool can_close_at_once(const pgsql_async_t *async)
{
	return !async->pooled && !async->busy
		&& !(async->interrupted && PQtransactionStatus(async->conn) == PQTRANS_ACTIVE);
}

bool pgsql_async_close_later(pgsql_async_t *async, const char *name)
{
	if (can_close_at_once(async)) {
		return false;
	}
	if (async->num_unclosed == async->max_unclosed) {
		async->max_unclosed = async->max_unclosed ? async->max_unclosed * 2 : 4;
		async->unclosed = perealloc(async->unclosed, async->max_unclosed * sizeof(char *), 1);
	}
	async->unclosed[async->num_unclosed++] = pestrdup(name, 1);
	return true;
}

void pgsql_async_forget_unclosed(pgsql_async_t *async)
{
	for (uint32_t i = 0; i < async->num_unclosed; i++) {
		pefree(async->unclosed[i], 1);
	}
	async->num_unclosed = 0;
}
/* }}} */

/* {{{ The batch */

/* In a transaction that has failed the server refuses everything but its end. */
static bool housekeeping_possible(const pgsql_async_t *async)
{
	return PQtransactionStatus(async->conn) != PQTRANS_INERROR;
}

/* By the protocol nothing is wrong with closing a statement that is not there. A DEALLOCATE that
 * fails would end the transaction. */
static bool can_close(const pgsql_async_t *async)
{
#ifdef HAVE_PQCLOSEPREPARED
	return housekeeping_possible(async);
#else
	return PQtransactionStatus(async->conn) == PQTRANS_IDLE;
#endif
}

/* Behind a pooler only in the transaction of the command: anywhere else they may be those of
 * another session. */
static bool can_discard_sequences(const pgsql_async_t *async)
{
	return async->discard_sequences && housekeeping_possible(async)
		&& (!async->is_behind_pooler || PQtransactionStatus(async->conn) == PQTRANS_INTRANS);
}

bool pgsql_async_sequences_due(const pgsql_async_t *async, uint32_t effects)
{
	return can_discard_sequences(async)
		&& (effects & (PDO_POOL_TEXT_INSERTS | PDO_POOL_TEXT_READS_ID | PDO_POOL_TEXT_CALLS));
}

/* Not in a transaction, which it would end if it failed, nor where the search path may be another
 * one. */
static bool is_question_due(const pgsql_async_t *async)
{
	return pgsql_functions_ask_for_shadows(async)
		&& PQtransactionStatus(async->conn) == PQTRANS_IDLE && !async->dirty;
}

bool pgsql_async_batch_wanted(const pgsql_async_t *async, const pgsql_command_t *command,
	uint32_t effects)
{
	bool is_due = async->reset_due || async->begin_due || UNEXPECTED(is_question_due(async));

	if (EXPECTED(command->kind != PGSQL_COMMAND_PREPARE_EXECUTE && !async->num_unclosed
			&& !async->discard_sequences && !is_due)) {
		return false;
	}
	if (effects & PDO_POOL_TEXT_COPY) {
		/* Not possible in a batch. */
		return false;
	}
	if (command->kind == PGSQL_COMMAND_PREPARE_EXECUTE) {
		return true;
	}
	if (is_due) {
		return !(effects & PDO_POOL_TEXT_SEVERAL);
	}
	uint32_t enough = command->kind == PGSQL_COMMAND_SIMPLE ? MAX_UNCLOSED : 1;
	return housekeeping_possible(async) && !(effects & PDO_POOL_TEXT_SEVERAL)
		&& ((can_close(async) && async->num_unclosed >= enough)
			|| pgsql_async_sequences_due(async, effects));
}

static bool send_unclosed(pgsql_async_t *async)
{
	pgsql_command_t command = {.kind = PGSQL_COMMAND_CLOSE};

	for (uint32_t i = 0; i < async->num_unclosed; i++) {
		command.name = async->unclosed[i];
		if (!pgsql_async_send(async->conn, &command)) {
			return false;
		}
	}
	return true;
}

static bool send_housekeeping(pgsql_async_t *async, int *num_commands, bool *asks)
{
	PGconn *conn = async->conn;

	*num_commands = 0;
	*asks = false;
	if (!housekeeping_possible(async)) {
		return true;
	}
	if (can_discard_sequences(async)) {
		async->discard_sequences = false;
		if (!PQsendQueryParams(conn, "DISCARD SEQUENCES", 0, NULL, NULL, NULL, NULL, 0)) {
			return false;
		}
		++*num_commands;
	}
	if (can_close(async) && async->num_unclosed > 0) {
		if (!send_unclosed(async)) {
			return false;
		}
		*num_commands += (int) async->num_unclosed;
		pgsql_async_forget_unclosed(async);
	}
	/* As the last one: its answer is that of the group. */
	*asks = is_question_due(async);
	if (UNEXPECTED(*asks)) {
		if (!PQsendQueryParams(conn, pgsql_functions_question, 0, NULL, NULL, NULL, NULL, 0)) {
			return false;
		}
		++*num_commands;
	}
	/* A group of its own: its failure is not the command's, and a command that wants to be alone
	 * in its transaction (VACUUM) is. */
	return *num_commands == 0 || PQpipelineSync(conn);
}

static bool send_main(PGconn *conn, const pgsql_command_t *command)
{
	pgsql_command_t part;

	if (!command) {
		return PQpipelineSync(conn);
	}
	part = *command;

	switch (command->kind) {
		case PGSQL_COMMAND_SIMPLE:
			/* Only a single statement comes here, and for that both ways are the same. */
			part.kind = PGSQL_COMMAND_PARAMS;
			break;
		case PGSQL_COMMAND_PREPARE_EXECUTE:
			part.kind = PGSQL_COMMAND_PREPARE;
			if (!pgsql_async_send(conn, &part)) {
				return false;
			}
			part.kind = PGSQL_COMMAND_PREPARED;
			break;
		default:
			break;
	}
	return pgsql_async_send(conn, &part) && PQpipelineSync(conn);
}

/* Reads results up to the end of the group and returns the one that counts: the first that
 * failed, else the last. *num_ok is the number of commands that went well; the first num_reset are
 * those of a reset. */
static PGresult *collect_group(pgsql_async_t *async, int num_reset, int *num_ok)
{
	PGresult *result, *kept = NULL;
	bool failed = false, was_end = false;

	*num_ok = 0;
	while (!failed && PQstatus(async->conn) != CONNECTION_BAD) {
		result = pgsql_async_next_result(async, &failed);
		if (!result && UNEXPECTED(was_end)) {
			/* One stands behind the results of each command, never two. A notice callback has
			 * forked, or Fibers that were suspended there have ended in another order: the end of
			 * the group will not come. */
			async->broken = true;
			break;
		}
		was_end = !result;
		if (!result) {
			continue;
		}
		ExecStatusType status = PQresultStatus(result);
		bool keep = status != PGRES_PIPELINE_SYNC && status != PGRES_PIPELINE_ABORTED;
		if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
				|| status == PGRES_EMPTY_QUERY) {
			if (++*num_ok == num_reset) {
				pgsql_setup_drop_notifications(async);
			}
		} else if (keep && !async->errmsg) {
			/* The next result of the batch makes libpq forget it. */
			pgsql_async_set_error(async, PQresultErrorMessage(result));
		}
		PQclear(keep ? kept : result);
		kept = keep ? result : kept;
		if (status == PGRES_PIPELINE_SYNC) {
			return kept;
		}
	}
	if (failed) {
		PQclear(kept);
		return NULL;
	}
	return kept;
}

/* A name that the driver has prepared, and that the server does not know: a pooler is in between,
 * and gives it other names. */
static void note_unknown_name(pgsql_async_t *async, const PGresult *answer)
{
#ifndef HAVE_PQCLOSEPREPARED
	const char *sqlstate = PQresultErrorField(answer, PG_DIAG_SQLSTATE);

	async->cannot_close |= sqlstate && strcmp(sqlstate, "26000") == 0;
#endif
}

/* The server has not run the command: it skips what stands behind an error in the same group. */
static PGresult *give_up_session(pgsql_async_t *async, PGresult *result)
{
	char *message;

	spprintf(&message, 0, "the statement was not run, because the session could not be reset: %s",
		PQresultErrorMessage(result));
	pgsql_async_set_error(async, message);
	efree(message);
	PQclear(result);
	async->broken = true;
	pdo_pool_reset_failed(async->dbh);
	return NULL;
}

PGresult *pgsql_async_batch(pgsql_async_t *async, pgsql_command_t *command)
{
	PGconn *conn = async->conn;
	PGresult *result = NULL;
	int num_housekeeping, num_reset = 0, num_begin = 0, num_ok = 0;
	bool asks, is_reset_refused = false;

	if (!PQenterPipelineMode(conn)) {
		return NULL;
	}
	if (send_housekeeping(async, &num_housekeeping, &asks)
			&& pgsql_setup_send_reset(async, &num_reset) && pgsql_begin_send(async, &num_begin)
			&& send_main(conn, command)) {
		if (num_housekeeping > 0) {
			PGresult *answer = collect_group(async, 0, &num_ok);

			if (asks) {
				pgsql_functions_note_shadows(async, answer);
			}
			note_unknown_name(async, answer);
			PQclear(answer);
			if (!async->interrupted && !pgsql_async_is_broken(async)) {
				pgsql_async_set_error(async, NULL);
			}
		}
		if (!async->interrupted) {
			result = collect_group(async, num_reset, &num_ok);
		}
		is_reset_refused = UNEXPECTED(num_ok < num_reset) && !async->interrupted
			&& !pgsql_async_is_broken(async);
	}
	if (!PQexitPipelineMode(conn)) {
		/* Something is still under way. */
		async->broken = true;
	}
	if (UNEXPECTED(is_reset_refused)) {
		if (pgsql_setup_resets_harder(async, result)) {
			PQclear(result);
			return pgsql_async_batch(async, command);
		}
		result = give_up_session(async, result);
	}
	if (num_reset) {
		pgsql_setup_forget_reset(async);
	}
	if (num_ok > num_reset) {
		async->begin_due = false;
	}
	if (command) {
		command->prepared = num_ok > num_reset + num_begin;
	}
	return result;
}

bool pgsql_async_catch_up(pgsql_async_t *async)
{
	if (EXPECTED(!async->reset_due && !async->begin_due)) {
		return true;
	}
	PQclear(pgsql_async_batch(async, NULL));
	return !async->interrupted && !pgsql_async_is_broken(async);
}
/* }}} */

/* {{{ Statements */
bool pgsql_async_one_trip(const pdo_stmt_t *stmt)
{
	const pdo_pgsql_stmt *S = stmt->driver_data;

	return S->H->server->pooled && (!S->is_prepared || S->cached);
}

/* The server's complaints name the statement; it was to have another name than none. */
static void restore_name(pgsql_async_t *async, const pdo_pgsql_stmt *S, PGresult *result)
{
	static const char unnamed[] = "prepared statement \"\"";

	if (PQresultStatus(result) != PGRES_FATAL_ERROR) {
		return;
	}
	const char *message = pgsql_async_error_message(async);
	const char *found = strstr(message, unnamed);
	if (!found) {
		return;
	}
	char *renamed;
	spprintf(&renamed, 0, "%.*sprepared statement \"%s\"%s",
		(int) (found - message), message, S->stmt_name, found + sizeof(unnamed) - 1);
	pgsql_async_set_error(async, renamed);
	efree(renamed);
}

static bool name_was_taken(const PGresult *result)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	return sqlstate && strcmp(sqlstate, "42P05") == 0;
}

static PGresult *execute_named(pgsql_async_t *async, pgsql_command_t *command) /* may suspend */
{
	PGresult *result = pgsql_async_run(async, command);

	/* One that was prepared has run: then the error is that of something in it. */
	if (UNEXPECTED(name_was_taken(result) && !command->prepared)) {
		/* As the driver does: a pooler's session may have one from before. */
		pgsql_command_t close = {.kind = PGSQL_COMMAND_CLOSE, .name = command->name};
		PQclear(result);
		PQclear(pgsql_async_run(async, &close));
		result = pgsql_async_run(async, command);
	}
	return result;
}

/* A statement that was parsed again may have other columns than before. */
static bool has_other_columns(const pdo_stmt_t *stmt, const PGresult *result)
{
	const pdo_pgsql_stmt *S = stmt->driver_data;

	if (PQnfields(result) != stmt->column_count) {
		return true;
	}
	for (int i = 0; i < stmt->column_count; i++) {
		/* PDO::ATTR_CASE may have changed its name. */
		if (strcasecmp(PQfname(result, i), ZSTR_VAL(stmt->columns[i].name)) != 0
				|| PQftype(result, i) != S->cols[i].pgsql_type) {
			return true;
		}
	}
	return false;
}

/* PDO describes them after what it takes for the first execution. */
static void note_columns(pdo_stmt_t *stmt, const PGresult *result)
{
	pdo_pgsql_stmt *S = stmt->driver_data;

	if (EXPECTED(!stmt->columns) || PQresultStatus(result) == PGRES_FATAL_ERROR
			|| !has_other_columns(stmt, result)) {
		return;
	}
	php_pdo_stmt_set_column_count(stmt, -1);
	efree(S->cols);
	S->cols = NULL;
	stmt->executed = false;
}

static PGresult *execute(pdo_stmt_t *stmt, pgsql_command_t *command) /* may suspend */
{
	pdo_pgsql_stmt *S = stmt->driver_data;
	pgsql_async_t *async = S->H->server;

	const bool is_alone = pgsql_begin_status(async) == PQTRANS_IDLE;

	if (S->is_prepared) {
		command->kind = PGSQL_COMMAND_PREPARED;
		return pgsql_cache_check(stmt, command, pgsql_async_run(async, command), is_alone);
	}
	if (S->cached || (stmt->executed && !async->is_stand_in && pgsql_pool_can_name(async))) {
		command->kind = PGSQL_COMMAND_PREPARE_EXECUTE;
		PGresult *result = execute_named(async, command);
		S->is_prepared = command->prepared;
		return pgsql_cache_check(stmt, command, result, is_alone);
	}
	command->kind = PGSQL_COMMAND_PARAMS;
	PGresult *result = pgsql_async_run(async, command);
	restore_name(async, S, result);
	return result;
}

PGresult *pgsql_async_execute(pdo_stmt_t *stmt)
{
	pdo_pgsql_stmt *S = stmt->driver_data;

	if (!S->cached && !stmt->executed && !S->H->server->is_stand_in) {
		pgsql_cache_take(stmt);
	}
	pgsql_command_t command = {
		.name = S->stmt_name,
		.query = ZSTR_VAL(S->query),
		.user_text = ZSTR_VAL(S->query),
		.num_params = stmt->bound_params ? zend_hash_num_elements(stmt->bound_params) : 0,
		.types = S->param_types,
		.values = (const char *const *) S->param_values,
		.lengths = S->param_lengths,
		.formats = S->param_formats,
		.stmt = stmt,
	};
	PGresult *result = execute(stmt, &command);
	if (stmt->executed) {
		note_columns(stmt, result);
	}
	return result;
}
/* }}} */
