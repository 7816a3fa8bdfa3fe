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

/* What the connection pool of ext/pdo asks this driver, and the settings that every connection of a
 * pool gets. It keeps no connections and takes none: that is ext/pdo's business.
 */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#define PGSQL_ASYNC_PLAIN_LIBPQ

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "ext/pdo/pdo_pool.h"
#include "php_pdo_pgsql_int.h"
#include "pgsql_async.h"
#include "ext/random/php_random_csprng.h"
#include "zend_smart_str.h"
#include <inttypes.h>

/* Settings that the server reports of its own accord. Those that only tell about the server are
 * left out. */
static const char *const reported[] = {
	"client_encoding", "standard_conforming_strings", "session_authorization", "is_superuser",
	"TimeZone", "DateStyle", "IntervalStyle", "application_name", "default_transaction_read_only",
	"search_path",
};

static pgsql_async_t *async_of(const pdo_dbh_t *dbh)
{
	const pdo_pgsql_db_handle *H = dbh->driver_data;

	return H ? H->server : NULL;
}

/* {{{ What the session carries */
static char *reported_settings(const PGconn *conn)
{
	smart_str all = {0};

	for (size_t i = 0; i < sizeof(reported) / sizeof(*reported); i++) {
		const char *value = PQparameterStatus(conn, reported[i]);
		smart_str_appends(&all, value ? value : "");
		smart_str_appendc(&all, '\n');
	}
	smart_str_0(&all);
	char *copy = strdup(ZSTR_VAL(all.s));
	smart_str_free(&all);
	return copy;
}

static pdo_pool_session session_state(pdo_dbh_t *dbh)
{
	const pgsql_async_t *async = async_of(dbh);

	if (!async || pgsql_async_is_broken(async)) {
		return PDO_POOL_SESSION_BROKEN;
	}
	if (UNEXPECTED(PQtransactionStatus(async->conn) == PQTRANS_ACTIVE)) {
		/* A COPY that ended half way: the next command leaves it, unless it was cancelled. */
		return zend_async_is_cancelling() ? PDO_POOL_SESSION_BROKEN : PDO_POOL_SESSION_DIRTY;
	}
	return async->dirty ? PDO_POOL_SESSION_DIRTY : PDO_POOL_SESSION_CLEAN;
}

static bool can_reset(pdo_dbh_t *dbh)
{
	const pgsql_async_t *async = async_of(dbh);

	return async && !async->is_spoilt;
}

/* So that no two connections have the same names, should a pooler let them share a session. */
static void choose_names(pdo_dbh_t *dbh)
{
	pdo_pgsql_db_handle *H = dbh->driver_data;

	php_random_bytes_silent(&H->stmt_counter, sizeof(H->stmt_counter));
}

static void accept_session(pdo_dbh_t *dbh)
{
	pgsql_async_t *async = async_of(dbh);

	if (!async->parameters) {
		choose_names(dbh);
	}
	async->dirty = async->parameters_differ = false;
	free(async->parameters);
	async->parameters = reported_settings(async->conn);
}
/* }}} */

/* {{{ A pooler in between, as PgBouncer
 *
 * In its transaction mode each transaction may be in another session of the server, in which
 * other clients have been: what a session keeps from one transaction to the next is lost, or
 * another's. Its session mode looks the same from here. */

/* Numbers of processes end there, on Linux. A pooler makes up one of 32 bits: one in a thousand is
 * not recognised by that. */
#define MAX_PROCESS_ID (1 << 22)

bool pgsql_pool_is_behind_pooler(const pgsql_async_t *async)
{
	const int pid = PQbackendPID(async->conn);

	return pid < 0 || pid > MAX_PROCESS_ID;
}

static bool run_quietly(pgsql_async_t *async, pgsql_command_kind kind, const char *name,
	const char *query, bool *is_true) /* may suspend */
{
	pgsql_command_t command = {.kind = kind, .name = name, .query = query};
	PGresult *result = pgsql_async_run(async, &command);
	const ExecStatusType status = PQresultStatus(result);

	*is_true = status == PGRES_TUPLES_OK && strcmp(PQgetvalue(result, 0, 0), "t") == 0;
	PQclear(result);
	return status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK;
}

/* A pooler that follows names (PgBouncer from 1.21 on, if told so) gives statements names of its
 * own on the server. In a transaction, to be in one session. */
static pgsql_names try_name(pgsql_async_t *async) /* may suspend */
{
	const bool is_alone = PQtransactionStatus(async->conn) == PQTRANS_IDLE;
	uint64_t number = 0;
	char name[32], query[128];
	bool is_as_given = true, none;

	php_random_bytes_silent(&number, sizeof(number));
	snprintf(name, sizeof(name), "pdo_name_%016" PRIx64, number);
	if (is_alone && !run_quietly(async, PGSQL_COMMAND_SIMPLE, NULL, "BEGIN", &none)) {
		return PGSQL_NAMES_LOST;
	}
	snprintf(query, sizeof(query),
		"SELECT COUNT(*) > 0 FROM pg_catalog.pg_prepared_statements WHERE name = '%s'", name);
	const bool is_known = run_quietly(
		async, PGSQL_COMMAND_PREPARE_EXECUTE, name, query, &is_as_given);
	if (is_known && is_as_given) {
		snprintf(query, sizeof(query), "DEALLOCATE %s", name);
		run_quietly(async, PGSQL_COMMAND_SIMPLE, NULL, query, &none);
	}
	if (is_alone) {
		run_quietly(async, PGSQL_COMMAND_SIMPLE, NULL, "ROLLBACK", &none);
	}
	return is_known && !is_as_given ? PGSQL_NAMES_FOLLOWED : PGSQL_NAMES_LOST;
}

bool pgsql_pool_can_name(pgsql_async_t *async)
{
	if (EXPECTED(!async->is_behind_pooler)) {
		return true;
	}
	if (async->names == PGSQL_NAMES_UNTRIED) {
		async->names = try_name(async);
	}
	return async->names == PGSQL_NAMES_FOLLOWED;
}

/* A transaction begins in a session where others have moved sequences. */
void pgsql_pool_note_session(pgsql_async_t *async)
{
	const bool is_over = PQtransactionStatus(async->conn) == PQTRANS_IDLE;

	async->is_id_here = !is_over && (async->is_id_here || async->has_just_inserted);
	async->discard_sequences |= is_over;
	async->has_just_inserted = false;
}

PGresult *pgsql_pool_refuse_id(pgsql_async_t *async)
{
	if (EXPECTED(!async->is_behind_pooler) || async->is_id_here
			|| PQtransactionStatus(async->conn) == PQTRANS_INERROR) {
		return NULL;
	}
	pgsql_async_set_error(async, "the id of the last insert is not known, because a connection "
		"pooler is in between: insert and ask for the id in one transaction, or use RETURNING");
	return PQmakeEmptyPGresult(async->conn, PGRES_FATAL_ERROR);
}
/* }}} */

/* {{{ lastInsertId() on the way from one coroutine to another */

/* The answer to a question for the last id has the number of the server's process behind it. A
 * pooler that was not recognised before is told by that: the id may be another client's. */
static bool is_of_own_session(pgsql_async_t *async, const PGresult *answer)
{
	async->is_behind_pooler |= atoi(PQgetvalue(answer, 0, 1)) != PQbackendPID(async->conn);
	return !async->is_behind_pooler || async->is_id_here;
}

typedef struct _last_id_question {
	pgsql_async_t *async;
	/* The answer; NULL: there is none. */
	zend_string *id;
} last_id_question;

/* The table may have had no sequence: no one wants to read an error about that in the server's
 * log. */
static void ask_last_id(void *arg) /* may suspend */
{
	last_id_question *question = arg;
	pgsql_async_t *async = question->async;
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE,
		.query = "DO $$BEGIN"
			" PERFORM pg_catalog.set_config('pdo_pool.id',"
			" pg_catalog.lastval()::pg_catalog.text, true);"
			" EXCEPTION WHEN OTHERS THEN"
			" PERFORM pg_catalog.set_config('pdo_pool.id', '', true);"
			" END$$; SELECT pg_catalog.current_setting('pdo_pool.id'),"
			" pg_catalog.pg_backend_pid()",
		.effects = PDO_POOL_TEXT_READS_ID | PDO_POOL_TEXT_SEVERAL,
	};
	PGresult *result = pgsql_async_run(async, &command);

	if (PQresultStatus(result) == PGRES_TUPLES_OK && PQgetlength(result, 0, 0) > 0
			&& is_of_own_session(async, result)) {
		question->id = zend_string_init(
			PQgetvalue(result, 0, 0), PQgetlength(result, 0, 0), false);
	}
	PQclear(result);
}

/* After INSERT ... RETURNING the coroutine has been told already: it is not asked for again. */
static zend_string *id_of_leaving(pdo_dbh_t *dbh, pgsql_async_t *async) /* may suspend */
{
	const char *told = async->sequences ? async->told_id : async->next_id;
	last_id_question question = {.async = async};

	if (told) {
		return zend_string_init(told, strlen(told), false);
	}
	if (async->last_id_unread && !async->is_behind_pooler) {
		pdo_pool_ask_in_handover(dbh, ask_last_id, &question);
	}
	if (async->sequences && !question.id) {
		pdo_pool_id_unknown(dbh);
	}
	return question.id;
}

/* Settings that were changed by something that its text did not show: a view, a trigger. */
bool pgsql_pool_has_own_settings(const pgsql_async_t *async)
{
	char *now = reported_settings(async->conn);
	bool differ = async->parameters && strcmp(async->parameters, now) != 0;

	free(now);
	return differ;
}

static void check_settings(pdo_dbh_t *dbh, pgsql_async_t *async)
{
	if (pgsql_pool_has_own_settings(async)) {
		async->parameters_differ = true;
		pdo_pool_want_reset(dbh);
	}
}

static zend_string *handover(pdo_dbh_t *dbh, bool leaving, zend_string *next_id)
{
	pgsql_async_t *async = async_of(dbh);
	zend_string *id = leaving ? id_of_leaving(dbh, async) : NULL;

	check_settings(dbh, async);
	async->discard_sequences |= async->has_written;
	pgsql_async_forget_inserts(async);
	free(async->next_id);
	async->next_id = next_id ? strdup(ZSTR_VAL(next_id)) : NULL;
	return id;
}

/* As a result of SELECT LASTVAL(). */
static PGresult *make_up_lastval(const pgsql_async_t *async)
{
	PGresAttDesc column = {
		.name = "lastval", .typid = 20 /* int8 */, .typlen = 8, .atttypmod = -1,
	};
	PGresult *result = PQmakeEmptyPGresult(async->conn, PGRES_TUPLES_OK);

	PQsetResultAttrs(result, 1, &column);
	PQsetvalue(result, 0, 0, async->next_id, (int) strlen(async->next_id));
	return result;
}

static PGresult *ask_lastval(pgsql_async_t *async) /* may suspend */
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE,
		.query = async->pooled
			? "SELECT LASTVAL(), pg_catalog.pg_backend_pid()" : "SELECT LASTVAL()",
		.effects = PDO_POOL_TEXT_READS_ID,
	};
	return pgsql_async_run(async, &command);
}

PGresult *pgsql_pool_lastval(pgsql_async_t *async)
{
	PGresult *result;

	if (async->next_id && !async->sequences) {
		return make_up_lastval(async);
	}
	result = pgsql_pool_refuse_id(async);
	if (UNEXPECTED(result)) {
		return result;
	}
	result = ask_lastval(async);
	if (!async->pooled || PQresultStatus(result) != PGRES_TUPLES_OK) {
		return result;
	}
	if (UNEXPECTED(!is_of_own_session(async, result))) {
		PQclear(result);
		return pgsql_pool_refuse_id(async);
	}
	free(async->told_id);
	async->told_id = strdup(PQgetvalue(result, 0, 0));
	return result;
}
/* }}} */

/* {{{ Answers that need no connection, and the end of one */
static int get_attribute(pdo_dbh_t *dbh, zend_long attr, zval *return_value)
{
	char version[16];

	if (attr != PDO_ATTR_CLIENT_VERSION) {
		return 0;
	}
	pdo_libpq_version(version, sizeof(version));
	ZVAL_STRING(return_value, version);
	return 1;
}

static zend_async_socket_t descriptor(pdo_dbh_t *dbh)
{
	return pgsql_async_watched_fd(async_of(dbh));
}

static void cut_off(pdo_dbh_t *dbh, zend_async_socket_t nowhere)
{
	pgsql_async_t *async = async_of(dbh);

	if (async) {
		pdo_pool_exchange_socket(PQsocket(async->conn), nowhere);
		pgsql_async_cut_off(async);
	}
}

static void abandon(pdo_dbh_t *dbh)
{
	pgsql_async_t *async = async_of(dbh);

	if (async) {
		pgsql_async_abandon(async);
	}
	dbh->methods->closer(dbh);
}

/* A standby's; a primary has transactions that are read-only, too. Servers before version 14 do not
 * tell. */
static bool is_read_only_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	const pgsql_async_t *async = async_of(dbh);
	const char *standby;

	if (!async || strcmp(stmt ? stmt->error_code : dbh->error_code, "25006") != 0) {
		return false;
	}
	standby = PQparameterStatus(async->conn, "in_hot_standby");
	return standby && strcmp(standby, "on") == 0;
}

/* Input on an idle connection is the server's goodbye, or news of a session that was not told
 * from its text: in both cases it is better closed, hence no idle_input. */
const struct pdo_pool_methods pgsql_pool_methods = {
	.hold = pgsql_functions_new,
	.let_go = pgsql_functions_release,
	.session_state = session_state,
	.can_reset = can_reset,
	.set_up = pgsql_setup_run,
	.reset_ahead = pgsql_setup_ahead,
	.accept_session = accept_session,
	.name_setting = pgsql_setup_name,
	.get_attribute = get_attribute,
	.descriptor = descriptor,
	.cancel = pgsql_cancel,
	.is_read_only_error = is_read_only_error,
	/* connect_timeout is for each of the hosts. */
	.limits_connects = true,
	.handover = handover,
	.drop_cached = pgsql_cache_drop,
	.may_roam = pgsql_wire_may_roam,
	.carry = pgsql_wire_carry,
	.make_stand_in = pgsql_wire_make_stand_in,
	.settle_down = pgsql_wire_settle_down,
	.cut_off = cut_off,
	.abandon = abandon,
};
/* }}} */

/* {{{ The notice callback, which belongs to the PDO object and so to each of its connections */
typedef struct _notice_setting {
	pdo_pool_setting base;
	/* Not initialized: no callback. */
	zend_fcall_info_cache fcc;
} notice_setting;

/* As zend_fcc_dup(), which shares the function when it was made for a call of __call(). */
static void copy_fcc(zend_fcall_info_cache *to, const zend_fcall_info_cache *from)
{
	zend_function *function = from->function_handler;

	*to = *from;
	if (function->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) {
		to->function_handler = emalloc(sizeof(zend_function));
		memcpy(to->function_handler, function, sizeof(zend_function));
		zend_string_addref(function->common.function_name);
	}
	if (to->object) {
		GC_ADDREF(to->object);
	}
	if (to->closure) {
		GC_ADDREF(to->closure);
	}
}

static bool apply_notice_callback(pdo_dbh_t *dbh, pdo_pool_setting *setting)
{
	pdo_pgsql_db_handle *H = dbh->driver_data;
	const notice_setting *notice = (const notice_setting *) setting;

	pdo_pgsql_cleanup_notice_callback(H);
	if (ZEND_FCC_INITIALIZED(notice->fcc)) {
		H->notice_callback = emalloc(sizeof(zend_fcall_info_cache));
		copy_fcc(H->notice_callback, &notice->fcc);
	}
	return true;
}

static void free_notice_callback(pdo_pool_setting *setting)
{
	notice_setting *notice = (notice_setting *) setting;

	if (ZEND_FCC_INITIALIZED(notice->fcc)) {
		zend_fcc_dtor(&notice->fcc);
	}
	efree(notice);
}

static void notice_callback_gc(pdo_pool_setting *setting, zend_get_gc_buffer *buffer)
{
	notice_setting *notice = (notice_setting *) setting;

	if (ZEND_FCC_INITIALIZED(notice->fcc)) {
		zend_get_gc_buffer_add_fcc(buffer, &notice->fcc);
	}
}

/* A closure mostly captures the PDO object that has it. */
void pgsql_pool_get_gc(pdo_dbh_t *dbh, zend_get_gc_buffer *buffer)
{
	pdo_pgsql_db_handle *H = dbh->driver_data;

	if (H && H->notice_callback) {
		zend_get_gc_buffer_add_fcc(buffer, H->notice_callback);
	}
}

void pgsql_pool_set_notice_callback(pdo_dbh_t *dbh, zend_fcall_info_cache *fcc)
{
	notice_setting *notice = ecalloc(1, sizeof(notice_setting));

	notice->base.apply = apply_notice_callback;
	notice->base.free = free_notice_callback;
	notice->base.get_gc = notice_callback_gc;
	if (ZEND_FCC_INITIALIZED(*fcc)) {
		zend_fcc_dup(&notice->fcc, fcc);
	}
	zend_string *name = ZSTR_INIT_LITERAL("pgsql notice callback", false);
	pdo_pool_configure(dbh, name, &notice->base);
	zend_string_release(name);
}
/* }}} */
