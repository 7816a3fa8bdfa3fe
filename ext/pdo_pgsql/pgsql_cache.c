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

/* Prepared statements that a pooled connection keeps (PDO::ATTR_POOL_STMT_CACHE_SIZE). The kept
 * thing is the name of a statement on the server. The first execution prepares it by that name and
 * executes it, in one batch; each later one, of this PDOStatement or of another, is Bind and
 * Execute.
 *
 * The server plans again by itself when a table or the search path changes. What it cannot do, it
 * refuses before it runs anything: then the statement is run without a name, and the kept one
 * goes. Inside a transaction the refusal has ended the transaction, and the caller gets the
 * error.
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

/* Types of parameters that differ from "unknown": beyond this number a statement is not kept. */
#define MAX_TYPES 64
/* While nothing can be closed (in a transaction), no more than this may wait for it. */
#define MAX_WAITING 64

/* {{{ What may be kept */

/* What a text means depends on how the server reads it, and a plan on the types of parameters. */
typedef struct _variant {
	int encoding;
	uint32_t is_plain;
	int num_params;
	Oid types[MAX_TYPES];
} variant;

static int num_params_of(const pdo_stmt_t *stmt)
{
	return stmt->bound_params ? (int) zend_hash_num_elements(stmt->bound_params) : 0;
}

/* How many bytes of it count; 0: there are too many types. */
static uint32_t describe(const pgsql_async_t *async, const pdo_stmt_t *stmt, variant *v)
{
	const pdo_pgsql_stmt *S = stmt->driver_data;
	int num_types = 0;

	v->encoding = PQclientEncoding(async->conn);
	v->is_plain = pgsql_session_strings_are_plain(async, ZSTR_VAL(S->query));
	v->num_params = num_params_of(stmt);
	for (int i = 0; i < v->num_params; i++) {
		if (S->param_types && S->param_types[i] != 0) {
			num_types = v->num_params;
		}
	}
	if (num_types > MAX_TYPES) {
		return 0;
	}
	if (num_types) {
		memcpy(v->types, S->param_types, num_types * sizeof(Oid));
	}
	return offsetof(variant, types) + num_types * sizeof(Oid);
}

/* Settings that end with the transaction change what a text means, too. */
static bool has_local_settings(pgsql_async_t *async)
{
	if (UNEXPECTED(async->has_local_settings)) {
		async->has_local_settings = PQtransactionStatus(async->conn) != PQTRANS_IDLE;
	}
	return async->has_local_settings;
}

/* The number of statements on the server is bounded also while none of them can be closed: in a
 * transaction, and where DEALLOCATE does not reach the session. */
static bool may_grow(const pgsql_async_t *async)
{
	return async->num_unclosed < MAX_WAITING
		&& (!async->cannot_close || async->num_kept < pdo_pool_cache_size(async->dbh));
}

static char *new_name(pdo_pgsql_db_handle *H)
{
	char *name;

	spprintf(&name, 0, "pdo_stmt_%08x", ++H->stmt_counter);
	return name;
}

/* }}} */

/* {{{ Taking and giving back */
static void use(pdo_pgsql_stmt *S, pdo_pool_cached_t *cached)
{
	efree(S->stmt_name);
	S->stmt_name = cached->handle;
	cached->handle = NULL;
	S->cached = cached;
	S->is_prepared = true;
}

void pgsql_cache_take(pdo_stmt_t *stmt)
{
	pdo_pgsql_stmt *S = stmt->driver_data;
	pgsql_async_t *async = S->H->server;
	variant v;
	uint32_t size;

	if (EXPECTED(!pdo_pool_cache_is_usable(stmt->dbh)) || has_local_settings(async)
			|| !pgsql_pool_can_name(async)
			|| (size = describe(async, stmt, &v)) == 0) {
		return;
	}
	pdo_pool_cached_t *cached = pdo_pool_cache_take(stmt->dbh, stmt->query_string, &v, size);
	if (cached) {
		use(S, cached);
	} else if (pgsql_session_is_keepable(async, ZSTR_VAL(S->query)) && may_grow(async)) {
		S->cached = pdo_pool_cache_new(stmt->dbh, stmt->query_string, &v, size);
		async->num_kept++;
	}
}

/* It stays this PDOStatement's own. */
void pgsql_cache_leave(pdo_stmt_t *stmt)
{
	pdo_pgsql_stmt *S = stmt->driver_data;

	if (S->cached) {
		pdo_pool_cached_free(S->cached);
		S->cached = NULL;
		S->H->server->num_kept--;
	}
}

/* The connection of a pooled statement is there, whether its PDO object is or not. */
void pgsql_cache_give_back(pdo_stmt_t *stmt)
{
	pdo_pgsql_stmt *S = stmt->driver_data;
	pdo_pool_cached_t *cached = S->cached;

	if (EXPECTED(!cached)) {
		return;
	}
	/* A trigger may have changed the time zone, and with it what constants of the text mean, before
	 * it was prepared. */
	if (!S->is_prepared || pdo_pool_is_foreign(stmt->dbh) || pgsql_async_is_broken(S->H->server)
			|| (!cached->was_kept && pgsql_pool_has_own_settings(S->H->server))) {
		pgsql_cache_leave(stmt);
	} else {
		S->cached = NULL;
		cached->handle = S->stmt_name;
		S->stmt_name = NULL;
		pdo_pool_cache_put(stmt->dbh, cached);
	}
}

void pgsql_cache_drop(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	char *name = handle;

	if (H && H->server) {
		H->server->num_kept--;
		if (end == PDO_POOL_CACHED_EVICTED) {
			pgsql_async_close_later(H->server, name);
		}
	}
	efree(name);
}
/* }}} */

/* {{{ Executing */

/* Where the server logs parameters of failed statements, it names the portal; a function that the
 * statement called would be named as well. */
static bool is_about_statement(const PGresult *result)
{
	const char *context = PQresultErrorField(result, PG_DIAG_CONTEXT);

	return (!context || (strncmp(context, ZEND_STRL("unnamed portal")) == 0
			&& !strchr(context, '\n')))
		&& PQresultErrorField(result, PG_DIAG_INTERNAL_QUERY) == NULL;
}

static bool has_state(const PGresult *result, const char *state, const char *function)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);
	const char *source = PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);

	return sqlstate && source && strcmp(sqlstate, state) == 0 && strcmp(source, function) == 0
		&& is_about_statement(result);
}

/* The server has no statement of this name. */
static bool is_gone(const PGresult *result)
{
	return has_state(result, "26000", "FetchPreparedStatement");
}

/* It would have other columns now. */
static bool is_outdated(const PGresult *result)
{
	return has_state(result, "0A000", "RevalidateCachedQuery");
}

/* Any other error may come from what the server found out when it prepared the statement, as the
 * types of parameters. Not what rows and locks are to blame for. */
static bool may_be_outdated(const PGresult *result)
{
	const char *sqlstate = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	return sqlstate && strncmp(sqlstate, "23", 2) != 0 && strncmp(sqlstate, "40", 2) != 0;
}

/* From here on this PDOStatement has another name, which is not on the server. The next execution
 * prepares it, and then it may be kept again. */
static void rename_stmt(pdo_stmt_t *stmt, bool is_on_server)
{
	pdo_pgsql_stmt *S = stmt->driver_data;

	if (S->cached) {
		S->cached->was_kept = false;
	}
	if (is_on_server) {
		pgsql_async_close_later(S->H->server, S->stmt_name);
	}
	efree(S->stmt_name);
	S->stmt_name = new_name(S->H);
	S->is_prepared = false;
}

/* A pooler may have one statement for all that have the same text, also for one that has just been
 * prepared: so it is run without a name. */
PGresult *pgsql_cache_check(pdo_stmt_t *stmt, pgsql_command_t *command, PGresult *result,
	bool was_alone)
{
	pdo_pgsql_stmt *S = stmt->driver_data;
	pgsql_async_t *async = S->H->server;

	if (EXPECTED(PQresultStatus(result) != PGRES_FATAL_ERROR)) {
		return result;
	}
	const bool gone = is_gone(result);
	if (EXPECTED(!gone && !is_outdated(result))) {
		if (may_be_outdated(result)) {
			pgsql_cache_leave(stmt);
		}
		return result;
	}
	rename_stmt(stmt, S->is_prepared && !gone);
	if (!was_alone || EG(exception) || pgsql_async_is_broken(async)) {
		return result;
	}
	PQclear(result);
	command->kind = PGSQL_COMMAND_PARAMS;
	command->name = S->stmt_name;
	return pgsql_async_run(async, command);
}

/* The text has been run: if it has closed all statements of the session, there is none to keep. */
void pgsql_cache_note_text(pgsql_async_t *async, const char *sql)
{
	if (pdo_pool_cache_size(async->dbh) > 0 && pgsql_session_closes_all(async, sql)) {
		pdo_pool_cache_empty(async->dbh, PDO_POOL_CACHED_GONE);
		pgsql_async_forget_unclosed(async);
	}
}
/* }}} */

/* {{{ On a wire */
static pdo_pool_cached_t *new_cached(pgsql_async_t *async, const pdo_stmt_t *stmt,
	const variant *v, uint32_t size)
{
	const pdo_pgsql_stmt *S = stmt->driver_data;
	pdo_pool_cached_t *cached;

	if (!pgsql_session_is_keepable(async, ZSTR_VAL(S->query)) || !may_grow(async)) {
		return NULL;
	}
	cached = pdo_pool_cache_new(async->dbh, stmt->query_string, v, size);
	cached->handle = new_name(async->dbh->driver_data);
	async->num_kept++;
	return cached;
}

pdo_pool_cached_t *pgsql_cache_find(pgsql_async_t *async, const pdo_stmt_t *stmt, bool *is_new)
{
	pdo_pool_cached_t *cached;
	variant v;
	uint32_t size;

	*is_new = false;
	size = describe(async, stmt, &v);
	if (size == 0) {
		return NULL;
	}
	cached = pdo_pool_cache_take(async->dbh, stmt->query_string, &v, size);
	if (!cached) {
		cached = new_cached(async, stmt, &v, size);
		*is_new = cached != NULL;
	}
	return cached;
}

void pgsql_cache_forget(pgsql_async_t *async, pdo_pool_cached_t *cached)
{
	efree(cached->handle);
	pdo_pool_cached_free(cached);
	async->num_kept--;
}

bool pgsql_cache_is_stale(const PGresult *result)
{
	return PQresultStatus(result) == PGRES_FATAL_ERROR && (is_gone(result) || is_outdated(result));
}

void pgsql_cache_drop_failed(pgsql_async_t *async, const pdo_stmt_t *stmt, const PGresult *result)
{
	pdo_pool_cached_t *cached;
	variant v;
	uint32_t size = may_be_outdated(result) ? describe(async, stmt, &v) : 0;

	cached = size ? pdo_pool_cache_take(async->dbh, stmt->query_string, &v, size) : NULL;
	if (!cached) {
		return;
	}
	if (!is_gone(result)) {
		pgsql_async_close_later(async, cached->handle);
	}
	pgsql_cache_forget(async, cached);
}
/* }}} */
