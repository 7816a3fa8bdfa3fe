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

/* Statements of several coroutines on one connection (Pdo\Pgsql::ATTR_POOL_PIPELINE), in libpq's
 * pipeline mode. Each is followed by a Sync of its own: it is a transaction of its own, and its
 * error is its own. Whoever waits for the answer, and who may share, is ext/pdo's business
 * (pdo_pool_share.h); here riders are sent, and told their results in the order of the protocol.
 *
 * What may roam is told from the text, in pgsql_session.c: a single statement that reads, and
 * neither locks rows, nor calls functions that are not known to be harmless. Writes stay away
 * from wires: one that waits for a lock would hold up those behind it, and if the holder of that
 * lock waits for one of these, for ever.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool_share.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"

/* Statements of ended PDOStatements that are closed on the server before a wire begins. */
#define MANY_UNCLOSED 16

typedef struct _pgsql_rider {
	pdo_pool_rider_t base;
	const pgsql_command_t *command;
	/* It was executed by the name of a statement that the connection keeps. */
	bool is_named;
	/* The outcome. Without a result: why there is none, or NULL; malloc. */
	PGresult *result;
	char *message;
} pgsql_rider;

typedef struct _pgsql_wire {
	pdo_pool_wire_t *base;
	pgsql_async_t *async;
	/* The connection keeps statements. */
	bool keeps;
	/* Of the oldest: the result that counts so far, and how many of its commands went well. */
	PGresult *result;
	uint32_t num_ok;
	/* A ring, as that of the riders, some of which may have left: the statement that each prepares
	 * for the cache, or NULL. */
	uint32_t first;
	pdo_pool_cached_t *prepares[PDO_POOL_MAX_PIPELINE];
} pgsql_wire;

/* {{{ Roaming statements */
bool pgsql_wire_may_roam(void *held, const zend_string *sql)
{
	bool names_known;

	return pgsql_session_may_roam(sql, &names_known)
		&& (!names_known || pgsql_functions_have_no_shadows(held));
}

void pgsql_wire_make_stand_in(pdo_dbh_t *dbh)
{
	pdo_pgsql_db_handle *H = ecalloc(1, sizeof(*H));

	H->server = pgsql_async_new(dbh);
	dbh->driver_data = H;
}

void pgsql_wire_settle_down(pdo_stmt_t *stmt, pdo_dbh_t *conn)
{
	pdo_pgsql_stmt *S = stmt->driver_data;

	S->H = conn->driver_data;
	efree(S->stmt_name);
	spprintf(&S->stmt_name, 0, "pdo_stmt_%08x", ++S->H->stmt_counter);
}

/* The driver shows them as it shows those of a connection. */
static PGresult *note_outcome(pgsql_async_t *async, pgsql_rider *rider)
{
	if (rider->message) {
		pgsql_async_set_error(async, rider->message);
		free(rider->message);
	} else if (PQresultStatus(rider->result) == PGRES_FATAL_ERROR) {
		pgsql_async_set_error(async, PQresultErrorMessage(rider->result));
	}
	return rider->result;
}

static PGresult *note_failure(pgsql_async_t *async, pgsql_rider *rider, pdo_pool_ride_end end)
{
	PQclear(rider->result);
	free(rider->message);
	async->is_late = end == PDO_POOL_RIDE_LATE;
	if (end == PDO_POOL_RIDE_FAILED) {
		async->interrupted = ZEND_ASYNC_CURRENT_COROUTINE;
	}
	return NULL;
}

static PGresult *run_once(pgsql_async_t *async, const pgsql_command_t *command, bool *is_stale)
{
	pgsql_rider rider = {.command = command};
	pdo_pool_ride_end end = pdo_pool_ride(async->dbh, &rider.base);

	*is_stale = end == PDO_POOL_RIDE_ARRIVED && rider.is_named
		&& pgsql_cache_is_stale(rider.result);
	return end == PDO_POOL_RIDE_ARRIVED
		? note_outcome(async, &rider) : note_failure(async, &rider, end);
}

PGresult *pgsql_wire_run(pgsql_async_t *async, const pgsql_command_t *command)
{
	pgsql_command_t again = *command;
	PGresult *result;
	bool is_stale;

	async->interrupted = NULL;
	async->is_late = false;
	pgsql_async_set_error(async, NULL);
	result = run_once(async, command, &is_stale);
	if (EXPECTED(!is_stale)) {
		return result;
	}
	/* The server has refused it before it ran anything. */
	PQclear(result);
	again.stmt = NULL;
	pgsql_async_set_error(async, NULL);
	return run_once(async, &again, &is_stale);
}
/* }}} */

/* {{{ Sending */

/* libpq 17 sends when it is told to, older ones with each Sync. */
static int send_sync(PGconn *conn)
{
#ifdef LIBPQ_HAS_SEND_PIPELINE_SYNC
	return PQsendPipelineSync(conn);
#else
	return PQpipelineSync(conn);
#endif
}

static pdo_pool_cached_t **prepares_at(pgsql_wire *wire, uint32_t at)
{
	return &wire->prepares[(wire->first + at) % PDO_POOL_MAX_PIPELINE];
}

/* One that is prepared just now may fail yet: those behind it do not count on it. */
static bool is_being_prepared(pgsql_wire *wire, const zend_string *text)
{
	for (uint32_t i = 0; i + 1 < pdo_pool_wire_count(wire->base); i++) {
		const pdo_pool_cached_t *prepares = *prepares_at(wire, i);

		if (prepares && zend_string_equals(prepares->text, text)) {
			return true;
		}
	}
	return false;
}

static bool send_named(PGconn *conn, const pgsql_command_t *command, const char *name,
	bool prepares)
{
	pgsql_command_t part = *command;

	part.name = name;
	part.kind = PGSQL_COMMAND_PREPARE;
	if (prepares && !pgsql_async_send(conn, &part)) {
		return false;
	}
	part.kind = PGSQL_COMMAND_PREPARED;
	return pgsql_async_send(conn, &part);
}

static bool send_unnamed(PGconn *conn, const pgsql_command_t *command)
{
	pgsql_command_t part = *command;

	part.kind = PGSQL_COMMAND_PARAMS;
	return pgsql_async_send(conn, &part);
}

static bool send_rider(pgsql_wire *wire, pgsql_rider *rider)
{
	const pgsql_command_t *command = rider->command;
	pgsql_async_t *async = wire->async;
	pdo_pool_cached_t *cached = NULL;
	bool is_new = false, is_sent;

	if (wire->keeps && command->stmt) {
		cached = pgsql_cache_find(async, command->stmt, &is_new);
	}
	if (is_new && is_being_prepared(wire, command->stmt->query_string)) {
		pgsql_cache_forget(async, cached);
		cached = NULL;
	}
	if (!cached) {
		is_sent = send_unnamed(async->conn, command);
	} else {
		is_sent = send_named(async->conn, command, cached->handle, is_new);
		rider->is_named = true;
	}
	*prepares_at(wire, pdo_pool_wire_count(wire->base) - 1) = is_new ? cached : NULL;
	if (cached && !is_new) {
		/* Others may execute it, too: they come behind this one. */
		pdo_pool_cache_put(async->dbh, cached);
	}
	return is_sent && send_sync(async->conn);
}

/* true: something is under way. */
static bool send_riders(pgsql_wire *wire)
{
	pdo_pool_rider_t *rider;

	while ((rider = pdo_pool_wire_next(wire->base)) != NULL) {
		if (!send_rider(wire, ZEND_CONTAINER_OF(rider, pgsql_rider, base))) {
			return false;
		}
	}
	return pdo_pool_wire_count(wire->base) > 0;
}
/* }}} */

/* {{{ Receiving */

/* Of the oldest. */
static void end_preparation(pgsql_wire *wire, bool is_prepared)
{
	pdo_pool_cached_t *prepares = *prepares_at(wire, 0);

	if (prepares && is_prepared) {
		pdo_pool_cache_put(wire->async->dbh, prepares);
	} else if (prepares) {
		pgsql_cache_forget(wire->async, prepares);
	}
	wire->first = (wire->first + 1) % PDO_POOL_MAX_PIPELINE;
}

static void arrive(pgsql_wire *wire, bool is_prepared)
{
	end_preparation(wire, is_prepared);
	wire->num_ok = 0;
	wire->result = NULL;
	pdo_pool_wire_arrived(wire->base);
}

/* The oldest has its answer. */
static void deliver_first(pgsql_wire *wire)
{
	pdo_pool_rider_t *base = pdo_pool_wire_first(wire->base);
	const bool is_prepared = wire->num_ok > 0;
	pgsql_rider *rider;

	if (!base) {
		PQclear(wire->result);
		arrive(wire, is_prepared);
		return;
	}
	rider = ZEND_CONTAINER_OF(base, pgsql_rider, base);
	rider->result = wire->result;
	if (rider->is_named && PQresultStatus(wire->result) == PGRES_FATAL_ERROR
			&& !*prepares_at(wire, 0)) {
		pgsql_cache_drop_failed(wire->async, rider->command->stmt, wire->result);
	}
	arrive(wire, is_prepared);
}

/* The first that failed, else the last, as in any batch. */
static void note_result(pgsql_wire *wire, PGresult *result)
{
	const ExecStatusType status = PQresultStatus(result);

	if (status == PGRES_PIPELINE_ABORTED) {
		PQclear(result);
		return;
	}
	wire->num_ok += status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK
		|| status == PGRES_EMPTY_QUERY;
	PQclear(wire->result);
	wire->result = result;
}

/* Takes in what has arrived. Returns how many riders were told. */
static uint32_t deliver(pgsql_wire *wire)
{
	PGconn *conn = wire->async->conn;
	uint32_t num_told = 0;
	PGresult *result;

	while (pdo_pool_wire_count(wire->base) > 0 && PQstatus(conn) != CONNECTION_BAD
			&& !PQisBusy(conn)) {
		result = PQgetResult(conn);
		if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
			PQclear(result);
			deliver_first(wire);
			num_told++;
		} else if (result) {
			if (PQresultStatus(result) == PGRES_FATAL_ERROR) {
				pgsql_async_note_last_words(wire->async, result);
			}
			note_result(wire, result);
		}
	}
	return num_told;
}

/* The connection is lost, or was given up: nobody knows what became of those under way. */
static void fail_riders(pgsql_wire *wire)
{
	const char *known = pgsql_async_error_message(wire->async);
	const char *message = *known ? known : "the connection was lost";

	while (pdo_pool_wire_count(wire->base) > 0) {
		pdo_pool_rider_t *base = pdo_pool_wire_first(wire->base);
		pgsql_rider *rider = base ? ZEND_CONTAINER_OF(base, pgsql_rider, base) : NULL;

		/* Without a result the status is an error, too. */
		if (rider && wire->result && PQresultStatus(wire->result) == PGRES_FATAL_ERROR) {
			rider->result = wire->result;
		} else {
			PQclear(wire->result);
			if (rider) {
				rider->message = strdup(message);
			}
		}
		arrive(wire, false);
	}
}

static zend_result wait_for_server(pgsql_wire *wire, bool is_flushed, int *ready)
{
	pdo_pool_wire_begin_wait(wire->base);
	*ready = pgsql_async_wait(wire->async,
		is_flushed ? ZEND_ASYNC_READABLE : ZEND_ASYNC_READABLE | ZEND_ASYNC_WRITABLE, -1);
	pdo_pool_wire_end_wait(wire->base);
	return *ready < 0 || pdo_pool_wire_is_deserted(wire->base) ? FAILURE : SUCCESS;
}

/* false: the wire ends. Those who were told run before the next are sent: what they want next
 * leaves together. */
static bool receive(pgsql_wire *wire) /* may suspend */
{
	PGconn *conn = wire->async->conn;
	const int flushed = PQflush(conn);
	int ready;

	if (flushed < 0 || wait_for_server(wire, flushed == 0, &ready) == FAILURE) {
		return false;
	}
	if ((ready & (ZEND_ASYNC_READABLE | ZEND_ASYNC_DISCONNECT)) && !PQconsumeInput(conn)) {
		pgsql_async_keep_error(wire->async);
		deliver(wire);
		return false;
	}
	return (deliver(wire) == 0 || ZEND_ASYNC_YIELD() == SUCCESS)
		&& PQstatus(conn) != CONNECTION_BAD;
}
/* }}} */

/* {{{ The wire */
static void tidy_up(pgsql_async_t *async) /* may suspend */
{
	if (pgsql_async_drain(async) == SUCCESS
			&& (async->reset_due || async->num_unclosed >= MANY_UNCLOSED)) {
		PQclear(pgsql_async_batch(async, NULL));
	}
}

static void run_wire(pgsql_wire *wire) /* may suspend */
{
	PGconn *conn = wire->async->conn;

	while (send_riders(wire) && receive(wire)) {
		/* Until nobody is under way, and nobody wants to be. */
	}
	if (pdo_pool_wire_is_deserted(wire->base)) {
		PQclear(wire->result);
		for (uint32_t i = 0; i < pdo_pool_wire_count(wire->base); i++) {
			end_preparation(wire, false);
		}
		wire->async->broken = true;
		return;
	}
	if (pdo_pool_wire_count(wire->base) > 0) {
		wire->async->broken = true;
		fail_riders(wire);
	}
	if (!PQexitPipelineMode(conn)) {
		wire->async->broken = true;
	}
}

void pgsql_wire_carry(pdo_dbh_t *dbh, pdo_pool_wire_t *base)
{
	pgsql_async_t *async = ((pdo_pgsql_db_handle *) dbh->driver_data)->server;
	pgsql_wire wire;

	if (async->is_behind_pooler) {
		pdo_pool_wire_refuse(base);
		return;
	}
	if (pgsql_async_enter(async) == FAILURE) {
		return;
	}
	tidy_up(async);
	wire.base = base;
	wire.async = async;
	wire.keeps = pdo_pool_cache_is_usable(dbh);
	wire.result = NULL;
	wire.num_ok = wire.first = 0;
	if (!async->interrupted && !pgsql_async_is_broken(async)
			&& PQenterPipelineMode(async->conn)) {
		run_wire(&wire);
	} else {
		async->broken = true;
	}
	pgsql_async_leave(async);
}
/* }}} */
