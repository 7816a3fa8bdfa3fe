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

/* The statement as it is read, token by token. */
typedef struct _reader {
	pdo_pool_text text;
	/* Its meaning is in doubt. */
	bool is_odd;
} reader;

#define IS(reader, literal) \
	((reader)->text.kind == PDO_POOL_TOKEN_WORD && PDO_POOL_TOKEN_IS(&(reader)->text, literal))

static void next(reader *r)
{
	pdo_pool_text_next(&r->text);
	r->is_odd |= r->text.is_ambiguous;
}

/* Is this word the last token? Reads on behind it. */
static bool skip(reader *r, bool is_wanted)
{
	if (is_wanted) {
		next(r);
	}
	return is_wanted;
}

static bool is_sign(const reader *r, char sign)
{
	return r->text.kind == PDO_POOL_TOKEN_SIGN && *r->text.start == sign;
}

static bool is_end(reader *r)
{
	skip(r, is_sign(r, ';'));
	return r->text.kind == PDO_POOL_TOKEN_END;
}

/* Values are constants by the grammar; what a client puts in place of a parameter is a sign. */
static bool read_values(reader *r, bool *to_default)
{
	uint32_t count = 0;
	bool is_default = IS(r, "default");

	while (r->text.kind != PDO_POOL_TOKEN_END && !is_sign(r, ';')) {
		if (r->text.kind == PDO_POOL_TOKEN_SIGN && !strchr(",.+-", *r->text.start)) {
			return false;
		}
		next(r);
		count++;
	}
	*to_default = is_default && count == 1;
	return count > 0 && is_end(r);
}

/* A setting, such as search_path or app.tenant, in lower case. */
static bool read_name(reader *r, smart_str *name)
{
	for (;;) {
		if (r->text.kind != PDO_POOL_TOKEN_WORD && r->text.kind != PDO_POOL_TOKEN_NAME) {
			return false;
		}
		smart_str_appendl(name, r->text.start, r->text.length);
		next(r);
		if (!skip(r, is_sign(r, '.'))) {
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
static bool read_characteristics(reader *r, smart_str *name)
{
	bool to_default;
	const char *start = r->text.start;

	smart_str_appends(name, "characteristics ");
	smart_str_appendl(name, start, (const char *) r->text.end - start);
	smart_str_0(name);
	return skip(r, IS(r, "characteristics")) && skip(r, IS(r, "as"))
		&& skip(r, IS(r, "transaction")) && read_values(r, &to_default);
}

/* Words that stand for a setting, and need no TO. */
static const char *read_special_name(reader *r)
{
	if (IS(r, "time")) {
		next(r);
		return skip(r, IS(r, "zone")) ? "timezone" : NULL;
	}
	if (skip(r, IS(r, "schema"))) {
		return "search_path";
	}
	if (skip(r, IS(r, "names"))) {
		return "client_encoding";
	}
	if (IS(r, "role")) {
		next(r);
		if (!skip(r, IS(r, "to"))) {
			skip(r, is_sign(r, '='));
		}
		return "role";
	}
	return NULL;
}

static bool read_set(reader *r, smart_str *name, bool *to_default)
{
	const char *special;

	if (IS(r, "session") && !pdo_pool_text_precedes(&r->text, '.')) {
		next(r);
		if (IS(r, "characteristics")) {
			return read_characteristics(r, name);
		}
	}
	special = read_special_name(r);
	if (special) {
		smart_str_appends(name, special);
		smart_str_0(name);
		return read_values(r, to_default);
	}
	if (!read_name(r, name) || is_never_adopted(name)) {
		return false;
	}
	return (skip(r, IS(r, "to")) || skip(r, is_sign(r, '='))) && read_values(r, to_default);
}

static bool read_reset(reader *r, smart_str *name, bool *to_default)
{
	*to_default = true;
	if (IS(r, "time")) {
		next(r);
		smart_str_appends(name, "timezone");
		smart_str_0(name);
		return skip(r, IS(r, "zone")) && is_end(r);
	}
	return read_name(r, name) && !is_never_adopted(name) && is_end(r);
}

/* SELECT set_config('name', 'value', false) */
static bool read_set_config(reader *r, smart_str *name)
{
	if (skip(r, IS(r, "pg_catalog")) && !skip(r, is_sign(r, '.'))) {
		return false;
	}
	if (!skip(r, IS(r, "set_config")) || !skip(r, is_sign(r, '('))
			|| r->text.kind != PDO_POOL_TOKEN_STRING || r->text.length == 0) {
		return false;
	}
	smart_str_appendl(name, r->text.start, r->text.length);
	smart_str_0(name);
	zend_str_tolower(ZSTR_VAL(name->s), ZSTR_LEN(name->s));
	next(r);
	return skip(r, is_sign(r, ',')) && skip(r, r->text.kind == PDO_POOL_TOKEN_STRING)
		&& skip(r, is_sign(r, ',')) && skip(r, IS(r, "false")) && skip(r, is_sign(r, ')'))
		&& is_end(r) && !is_never_adopted(name);
}

static bool read_setting(const zend_string *sql, bool plain_strings, smart_str *name,
	bool *to_default)
{
	const uint32_t backslashes = plain_strings ? 0 : PDO_POOL_TEXT_BACKSLASHES;
	reader r = {0};
	bool found = false;

	*to_default = false;
	pdo_pool_text_begin(&r.text, ZSTR_VAL(sql), ZSTR_LEN(sql),
		PDO_POOL_TEXT_POSTGRESQL | backslashes);
	next(&r);
	if (skip(&r, IS(&r, "set"))) {
		found = read_set(&r, name, to_default);
	} else if (skip(&r, IS(&r, "reset"))) {
		found = read_reset(&r, name, to_default);
	} else if (skip(&r, IS(&r, "select"))) {
		found = read_set_config(&r, name);
	}
	return found && !r.is_odd && strlen(ZSTR_VAL(sql)) == ZSTR_LEN(sql);
}

zend_string *pgsql_setup_name(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;
	smart_str name = {0};

	if (read_setting(sql, H->server->plain_strings, &name, to_default)) {
		return smart_str_extract(&name);
	}
	smart_str_free(&name);
	return NULL;
}
/* }}} */

/* {{{ The reset */

/* What DISCARD ALL does, without two of its parts: statements that the driver has prepared stay, and
 * so do their plans, which the server makes anew by itself when the search path, the role or a
 * table under them changes. DISCARD ALL itself could not be sent together with other commands. */
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

/* Settings, which have been read from end to end, go with the reset in one text. Any other statement
 * may want to be alone. */
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
