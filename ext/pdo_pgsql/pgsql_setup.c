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
#include "ext/random/php_random_csprng.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#include "zend_smart_str.h"

/* {{{ Which statements may be adopted */

#define IS(text, literal) PDO_POOL_TEXT_IS_WORD(text, literal)
#define SKIP(text, literal) pdo_pool_text_skip((text), IS((text), literal))

/* Values are constants by the grammar; what a client puts in place of a parameter is a sign. */
static bool read_values(pdo_pool_text *t, bool *to_default)
{
	uint32_t count = 0;
	bool is_default = IS(t, "default");

	while (t->kind != PDO_POOL_TOKEN_END && !pdo_pool_text_is_sign(t, ';')) {
		if (t->kind == PDO_POOL_TOKEN_SIGN && !strchr(",.+-", *t->start)) {
			return false;
		}
		pdo_pool_text_next(t);
		count++;
	}
	*to_default = is_default && count == 1;
	return count > 0 && pdo_pool_text_ends(t);
}

/* A setting, such as search_path or app.tenant, in lower case. */
static bool read_name(pdo_pool_text *t, smart_str *name)
{
	for (;;) {
		if (t->kind != PDO_POOL_TOKEN_WORD && t->kind != PDO_POOL_TOKEN_NAME) {
			return false;
		}
		smart_str_appendl(name, t->start, t->length);
		pdo_pool_text_next(t);
		if (!pdo_pool_text_skip_sign(t, '.')) {
			break;
		}
		smart_str_appendc(name, '.');
	}
	smart_str_0(name);
	zend_str_tolower(ZSTR_VAL(name->s), ZSTR_LEN(name->s));
	return true;
}

/* Settings that are no setup: they belong to a transaction, or say who the user is. */
static bool is_never_adopted(const smart_str *name)
{
	static const char *const never[] = {
		"all", "constraints", "is_superuser", "local", "seed", "session_authorization",
		"transaction", "transaction_deferrable", "transaction_isolation", "transaction_read_only",
		"xml",
	};

	return pdo_pool_word_is_in(ZSTR_VAL(name->s), ZSTR_LEN(name->s), never,
		sizeof(never) / sizeof(never[0]));
}

/* SET SESSION CHARACTERISTICS AS TRANSACTION: each text counts as a setting of its own, because it
 * sets one or more of three things. */
static bool read_characteristics(pdo_pool_text *t, smart_str *name)
{
	bool to_default;
	const char *start = t->start;

	smart_str_appends(name, "characteristics ");
	smart_str_appendl(name, start, (const char *) t->end - start);
	smart_str_0(name);
	return SKIP(t, "characteristics") && SKIP(t, "as")
		&& SKIP(t, "transaction") && read_values(t, &to_default);
}

/* Words that stand for a setting, and need no TO. */
static const char *read_special_name(pdo_pool_text *t)
{
	if (IS(t, "time")) {
		pdo_pool_text_next(t);
		return SKIP(t, "zone") ? "timezone" : NULL;
	}
	if (SKIP(t, "schema")) {
		return "search_path";
	}
	if (SKIP(t, "names")) {
		return "client_encoding";
	}
	if (IS(t, "role")) {
		pdo_pool_text_next(t);
		if (!SKIP(t, "to")) {
			pdo_pool_text_skip_sign(t, '=');
		}
		return "role";
	}
	return NULL;
}

static bool read_set(pdo_pool_text *t, smart_str *name, bool *to_default)
{
	const char *special;

	if (IS(t, "session") && !pdo_pool_text_precedes(t, '.')) {
		pdo_pool_text_next(t);
		if (IS(t, "characteristics")) {
			return read_characteristics(t, name);
		}
	}
	special = read_special_name(t);
	if (special) {
		smart_str_appends(name, special);
		smart_str_0(name);
		return read_values(t, to_default);
	}
	if (!read_name(t, name) || is_never_adopted(name)) {
		return false;
	}
	return (SKIP(t, "to") || pdo_pool_text_skip_sign(t, '=')) && read_values(t, to_default);
}

static bool read_reset(pdo_pool_text *t, smart_str *name, bool *to_default)
{
	*to_default = true;
	if (IS(t, "time")) {
		pdo_pool_text_next(t);
		smart_str_appends(name, "timezone");
		smart_str_0(name);
		return SKIP(t, "zone") && pdo_pool_text_ends(t);
	}
	return read_name(t, name) && !is_never_adopted(name) && pdo_pool_text_ends(t);
}

/* SELECT set_config('name', 'value', false) */
static bool read_set_config(pdo_pool_text *t, smart_str *name)
{
	if (SKIP(t, "pg_catalog") && !pdo_pool_text_skip_sign(t, '.')) {
		return false;
	}
	if (!SKIP(t, "set_config") || !pdo_pool_text_skip_sign(t, '(')
			|| t->kind != PDO_POOL_TOKEN_STRING || t->length == 0) {
		return false;
	}
	smart_str_appendl(name, t->start, t->length);
	smart_str_0(name);
	zend_str_tolower(ZSTR_VAL(name->s), ZSTR_LEN(name->s));
	pdo_pool_text_next(t);
	return pdo_pool_text_skip_sign(t, ',')
		&& pdo_pool_text_skip(t, t->kind == PDO_POOL_TOKEN_STRING)
		&& pdo_pool_text_skip_sign(t, ',') && SKIP(t, "false") && pdo_pool_text_skip_sign(t, ')')
		&& pdo_pool_text_ends(t) && !is_never_adopted(name);
}

static bool read_setting(const zend_string *sql, uint32_t dialect, smart_str *name,
	bool *to_default)
{
	pdo_pool_text text, *t = &text;
	bool found = false;

	*to_default = false;
	pdo_pool_text_begin(t, ZSTR_VAL(sql), ZSTR_LEN(sql), dialect);
	pdo_pool_text_next(t);
	if (SKIP(t, "set")) {
		found = read_set(t, name, to_default);
	} else if (SKIP(t, "reset")) {
		found = read_reset(t, name, to_default);
	} else if (SKIP(t, "select")) {
		found = read_set_config(t, name);
	}
	return found && pdo_pool_text_is_plain(ZSTR_VAL(sql), ZSTR_LEN(sql), dialect);
}

zend_string *pgsql_setup_name(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	const uint32_t backslashes = H->server->plain_strings ? 0 : PDO_POOL_TEXT_BACKSLASHES;
	smart_str name = {0};

	if (read_setting(sql, PDO_POOL_TEXT_POSTGRESQL | backslashes, &name, to_default)) {
		return smart_str_extract(&name);
	}
	smart_str_free(&name);
	return NULL;
}
/* }}} */

/* {{{ The reset */

/* What DISCARD ALL does, without two of its parts: statements that the driver has prepared stay,
 * and so do their plans, which the server makes anew by itself when the search path, the role or
 * a table under them changes. DISCARD ALL itself could not be sent together with other commands. */
static const char reset_commands[] =
	"CLOSE ALL;"
	"SET SESSION AUTHORIZATION DEFAULT;"
	"RESET ROLE;"
	"RESET ALL;"
	"UNLISTEN *;"
	"SELECT pg_catalog.pg_advisory_unlock_all();"
	"DISCARD SEQUENCES;"
	"DISCARD TEMP;";

/* Statements that were prepared as text (PREPARE): they are not the driver's. */
static const char find_prepared[] =
	"SELECT name FROM pg_catalog.pg_prepared_statements WHERE from_sql";

static void append_reset(smart_str *batch)
{
	uint64_t seed = 0;

	smart_str_appends(batch, reset_commands);
	/* What a coroutine has seeded, the next one must not find. */
	php_random_bytes_silent(&seed, sizeof(seed));
	smart_str_appends(batch, "SELECT pg_catalog.setseed(");
	smart_str_append_double(batch, (double) (seed >> 11) / (1ULL << 52) - 1.0, 17, false);
	smart_str_appends(batch, ");");
}

static PGresult *run(pgsql_async_t *async, const char *query) /* may suspend */
{
	/* It may be several statements: it can be in no batch. */
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE, .query = query, .effects = PGSQL_TEXT_MULTIPLE,
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

/* One more round trip, for sessions in which there are such statements only. */
static zend_result deallocate(pdo_dbh_t *dbh, const PGresult *names) /* may suspend */
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	smart_str batch = {0};
	zend_result result;

	for (int i = 0; i < PQntuples(names); i++) {
		char *quoted = PQescapeIdentifier(H->server->conn, PQgetvalue(names, i, 0),
			(size_t) PQgetlength(names, i, 0));

		if (quoted) {
			smart_str_appends(&batch, "DEALLOCATE ");
			smart_str_appends(&batch, quoted);
			smart_str_appendc(&batch, ';');
			PQfreemem(quoted);
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
	}
	smart_str_0(batch);
	answer = run(async, ZSTR_VAL(batch->s));
	smart_str_free(batch);
	result = check(dbh, answer);
	if (result == SUCCESS && *reset) {
		forget_session(async);
		result = deallocate(dbh, answer);
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
		append_reset(&batch);
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
