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

/* Commands made of libpq's asynchronous calls: how one is sent, how its last result is found, and
 * what is noted about the session. Several in one round trip are in pgsql_async_batch.c.
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

/* {{{ Sending */

/* By the protocol where libpq can: a pooler in between does not know a DEALLOCATE that is sent as
 * text. */
static int send_close(PGconn *conn, const char *name)
{
#ifdef HAVE_PQCLOSEPREPARED
	return PQsendClosePrepared(conn, name);
#else
	char query[64]; /* names are "pdo_stmt_%08x" */

	snprintf(query, sizeof(query), "DEALLOCATE %s", name);
	return PQsendQueryParams(conn, query, 0, NULL, NULL, NULL, NULL, 0);
#endif
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
			return PQsendPrepare(conn, command->name, command->query, command->num_params,
				command->types);
		case PGSQL_COMMAND_PREPARED:
			return PQsendQueryPrepared(conn, command->name, command->num_params, command->values,
				command->lengths, command->formats, command->result_format);
		case PGSQL_COMMAND_CLOSE:
			return send_close(conn, command->name);
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
			return PQprepare(conn, command->name, command->query, command->num_params,
				command->types);
		case PGSQL_COMMAND_PREPARED:
			return PQexecPrepared(conn, command->name, command->num_params, command->values,
				command->lengths, command->formats, command->result_format);
#ifdef HAVE_PQCLOSEPREPARED
		case PGSQL_COMMAND_CLOSE:
			return PQclosePrepared(conn, command->name);
#endif
		default:
			ZEND_UNREACHABLE();
			return NULL;
	}
}
/* }}} */

/* {{{ Running */
static bool ends_collection(const pgsql_async_t *async, const PGresult *result)
{
	ExecStatusType status = PQresultStatus(result);

	return status == PGRES_COPY_IN || status == PGRES_COPY_OUT || status == PGRES_COPY_BOTH
		|| PQstatus(async->conn) == CONNECTION_BAD;
}

/* The last result of a command, as PQexec() gives it. */
static PGresult *last_result(pgsql_async_t *async) /* may suspend */
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

static uint32_t ask_about_functions(pgsql_async_t *async, const char *sql, uint32_t effects)
{
	if (effects & PDO_POOL_TEXT_DEFINES) {
		pgsql_functions_forget(async->functions);
	}
	if ((effects & PDO_POOL_TEXT_CALLS) && !pgsql_functions_are_harmless(async, sql)) {
		effects |= PDO_POOL_TEXT_DIRTY;
	}
	return effects;
}

void pgsql_async_note_insert(pgsql_async_t *async, uint32_t effects)
{
	async->sequences = async->has_written = async->has_just_inserted = true;
	async->last_id_unread = !(effects & PDO_POOL_TEXT_RETURNING);
	free(async->told_id);
	async->told_id = NULL;
}

void pgsql_async_forget_inserts(pgsql_async_t *async)
{
	pgsql_async_note_insert(async, PDO_POOL_TEXT_RETURNING);
	async->sequences = async->has_written = async->has_just_inserted = false;
	async->has_named_insert = async->has_named_write = false;
}

/* One that was prepared by name: its text was judged then. Behind a pooler it may be the first in a
 * session whose sequences others have moved. */
static uint32_t note_named_execution(pgsql_async_t *async, const pgsql_command_t *command)
{
	if (command->kind != PGSQL_COMMAND_PREPARED) {
		return 0;
	}
	if (async->has_named_insert) {
		pgsql_async_note_insert(async, 0);
	}
	async->has_written |= async->has_named_write;
	return async->is_behind_pooler ? PDO_POOL_TEXT_INSERTS : 0;
}

/* A function that is not harmless may do it. */
static bool inserts(uint32_t effects)
{
	const uint32_t calls_any = PDO_POOL_TEXT_CALLS | PDO_POOL_TEXT_DIRTY;

	return (effects & PDO_POOL_TEXT_INSERTS) || (effects & calls_any) == calls_any;
}

/* May it be executed again without its text? */
static bool has_name(const pgsql_command_t *command)
{
	return command->kind == PGSQL_COMMAND_PREPARE || command->kind == PGSQL_COMMAND_PREPARED
		|| command->kind == PGSQL_COMMAND_PREPARE_EXECUTE;
}

/* What the statement does to the session counts from the moment it is sent. */
static uint32_t note_effects(pgsql_async_t *async, const pgsql_command_t *command)
{
	if (!async->pooled || !command->user_text) {
		return command->effects | note_named_execution(async, command);
	}
	uint32_t effects = pgsql_session_scan(async, command->user_text);
	if (UNEXPECTED(effects & (PDO_POOL_TEXT_CALLS | PDO_POOL_TEXT_DEFINES))) {
		effects = ask_about_functions(async, command->user_text, effects);
	}
	if (effects & PDO_POOL_TEXT_DIRTY) {
		async->dirty = true;
		async->is_spoilt |= (effects & PDO_POOL_TEXT_STAYS) != 0;
	}
	async->has_local_settings |= (effects & PDO_POOL_TEXT_SETS_LOCALLY) != 0;
	if (inserts(effects)) {
		pgsql_async_note_insert(async, effects);
		async->has_named_insert |= has_name(command);
	} else if (effects & PDO_POOL_TEXT_CHANGES) {
		async->has_written = true;
		async->has_named_write |= has_name(command);
	}
	return effects;
}

static bool has_succeeded(const PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);

	return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* What is known once the command is over. The question for shadows may have gone in front of
 * it; functions that it defined count now, and again when its transaction ends. */
static void note_end(pgsql_async_t *async, const pgsql_command_t *command, uint32_t effects)
{
	if ((effects & PDO_POOL_TEXT_NAMES_KNOWN) && command->user_text
			&& pgsql_functions_are_shadowed(async, command->user_text)) {
		async->dirty = true;
		pgsql_async_note_insert(async, 0);
	}
	if (UNEXPECTED((effects & PDO_POOL_TEXT_DEFINES) || async->has_defined)) {
		pgsql_functions_forget(async->functions);
		async->has_defined = PQtransactionStatus(async->conn) != PQTRANS_IDLE;
	}
	if (UNEXPECTED(async->is_behind_pooler)) {
		pgsql_pool_note_session(async);
	}
}

static bool run_alone(pgsql_async_t *async, const char *query) /* may suspend */
{
	pgsql_command_t command = {.kind = PGSQL_COMMAND_SIMPLE, .query = query};

	if (!pgsql_async_send(async->conn, &command)) {
		return false;
	}
	PQclear(last_result(async));
	return !async->interrupted;
}

/* Ahead of a text that can be in no batch. */
static bool discard_sequences(pgsql_async_t *async) /* may suspend */
{
	bool is_done = run_alone(async, "DISCARD SEQUENCES");

	async->discard_sequences = false;
	return is_done;
}

bool pgsql_async_roll_back(pgsql_async_t *async)
{
	return run_alone(async, "ROLLBACK") && PQtransactionStatus(async->conn) == PQTRANS_IDLE;
}

static PGresult *send_and_collect(pgsql_async_t *async, pgsql_command_t *command, uint32_t effects)
{
	if (pgsql_async_drain(async) == FAILURE) {
		return NULL;
	}
	if (UNEXPECTED(pgsql_async_batch_wanted(async, command, effects))) {
		return pgsql_async_batch(async, command);
	}
	if (UNEXPECTED(!pgsql_async_catch_up(async))) {
		return NULL;
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

/* Errors that the server finds before it runs anything: the text is no SQL, and then all of it is
 * refused; or a statement names a function, a table or a column that is not there, and then it is,
 * but not those before it. */
static bool is_refusal(const char *sqlstate, const char *source, bool is_single)
{
	static const struct {
		const char *sqlstate;
		const char *source;
		bool is_single;
	} refusals[] = {
		{"42601", "scanner_yyerror", false},
		{"42883", "ParseFuncOrColumn", true},
		{"42P01", "parserOpenTable", true},
		{"42703", "errorMissingColumn", true},
	};

	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++) {
		if (strcmp(sqlstate, refusals[i].sqlstate) == 0
				&& strcmp(source, refusals[i].source) == 0) {
			return is_single || !refusals[i].is_single;
		}
	}
	return false;
}

/* The server says so itself, and not a function that the statement called. */
static bool was_refused(const PGresult *result, uint32_t effects)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *source = PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);

	return sqlstate && source && is_refusal(sqlstate, source, !(effects & PDO_POOL_TEXT_SEVERAL))
		&& PQresultErrorField(result, PG_DIAG_CONTEXT) == NULL
		&& PQresultErrorField(result, PG_DIAG_INTERNAL_QUERY) == NULL;
}

static PGresult *run(pgsql_async_t *async, pgsql_command_t *command) /* may suspend */
{
	bool was_dirty = async->dirty, was_spoilt = async->is_spoilt;
	bool had_sequences = async->sequences;
	uint32_t effects = note_effects(async, command);
	PGresult *result = send_and_collect(async, command, effects);

	note_end(async, command, effects);
	if (UNEXPECTED((effects & PDO_POOL_TEXT_DIRTY) && command->user_text
			&& has_succeeded(result))) {
		pgsql_cache_note_text(async, command->user_text);
	}
	if (UNEXPECTED(async->dirty != was_dirty) && was_refused(result, effects)) {
		async->dirty = was_dirty;
		async->is_spoilt = was_spoilt;
		async->sequences = had_sequences;
	}
	return result;
}

PGresult *pgsql_async_run(pgsql_async_t *async, pgsql_command_t *command)
{
	PGresult *result;

	if (UNEXPECTED(async->is_stand_in)) {
		return pgsql_wire_run(async, command);
	}
	if (pgsql_async_enter(async) == FAILURE) {
		return NULL;
	}
	if (EXPECTED(!async->busy)) {
		return call_libpq(async->conn, command);
	}
	result = run(async, command);
	pgsql_async_leave(async);
	return result;
}
/* }}} */

/* {{{ The driver's own commands */
PGresult *pgsql_async_own(pgsql_async_t *async, const char *query)
{
	return pgsql_async_declare_cursor(async, query, NULL);
}

PGresult *pgsql_async_declare_cursor(pgsql_async_t *async, const char *query,
	const char *user_text)
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE, .query = query, .user_text = user_text,
	};
	return pgsql_async_run(async, &command);
}

/* Closed already: it was declared in a transaction that was rolled back. */
static bool is_no_cursor(const PGresult *result)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	return sqlstate && strcmp(sqlstate, "34000") == 0;
}

/* In a transaction that has failed, a cursor that was there before cannot be closed, and outlives
 * it. So does one whose statement goes while another coroutine uses the connection. */
PGresult *pgsql_async_close_cursor(pgsql_async_t *async, const char *query)
{
	PGresult *result = async->busy ? NULL : pgsql_async_own(async, query);

	if (PQresultStatus(result) != PGRES_COMMAND_OK && !is_no_cursor(result)) {
		async->dirty = true;
	}
	return result;
}
/* }}} */

/* {{{ The libpq calls */

/* An ordinary handle and no coroutine: nothing is noted, and libpq waits by itself. */
static zend_always_inline bool is_up_to_libpq(const pgsql_async_t *async)
{
	return !ZEND_ASYNC_CURRENT_COROUTINE && !async->pooled && !async->busy && !async->is_stand_in
		&& !async->errmsg && !async->nonblocking;
}

PGresult *pgsql_async_exec(pgsql_async_t *async, const char *query)
{
	if (EXPECTED(is_up_to_libpq(async))) {
		return PQexec(async->conn, query);
	}
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE, .query = query, .user_text = query,
	};
	return pgsql_async_run(async, &command);
}

PGresult *pgsql_async_exec_params(pgsql_async_t *async, const char *query, int num_params,
	const Oid *types, const char *const *values, const int *lengths, const int *formats,
	int result_format)
{
	if (EXPECTED(is_up_to_libpq(async))) {
		return PQexecParams(async->conn, query, num_params, types, values, lengths, formats,
			result_format);
	}
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PARAMS, .query = query, .user_text = query,
		.num_params = num_params, .types = types, .values = values, .lengths = lengths,
		.formats = formats, .result_format = result_format,
	};
	return pgsql_async_run(async, &command);
}

PGresult *pgsql_async_prepare(pgsql_async_t *async, const char *name, const char *query,
	int num_params, const Oid *types)
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PREPARE, .name = name, .query = query, .user_text = query,
		.num_params = num_params, .types = types,
	};
	return pgsql_async_run(async, &command);
}

PGresult *pgsql_async_exec_prepared(pgsql_async_t *async, const char *name, int num_params,
	const char *const *values, const int *lengths, const int *formats, int result_format)
{
	if (EXPECTED(is_up_to_libpq(async))) {
		return PQexecPrepared(async->conn, name, num_params, values, lengths, formats,
			result_format);
	}
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_PREPARED, .name = name, .num_params = num_params,
		.values = values, .lengths = lengths, .formats = formats, .result_format = result_format,
	};
	return pgsql_async_run(async, &command);
}

#ifdef HAVE_PQCLOSEPREPARED
PGresult *pgsql_async_close_prepared(pgsql_async_t *async, const char *name)
{
	pgsql_command_t command = {.kind = PGSQL_COMMAND_CLOSE, .name = name};

	return pgsql_async_run(async, &command);
}
#endif
/* }}} */
