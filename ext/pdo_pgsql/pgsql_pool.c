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
#include "zend_smart_str.h"

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

static void accept_session(pdo_dbh_t *dbh)
{
	pgsql_async_t *async = async_of(dbh);

	async->dirty = async->parameters_differ = false;
	free(async->parameters);
	async->parameters = reported_settings(async->conn);
}
/* }}} */

/* {{{ lastInsertId() on the way from one coroutine to another */

/* The table may have had no sequence: no one wants to read an error about that in the server's
 * log. */
static zend_string *ask_last_id(pgsql_async_t *async) /* may suspend */
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE,
		.query = "DO $$BEGIN"
			" PERFORM pg_catalog.set_config('pdo_pool.id',"
			" pg_catalog.lastval()::pg_catalog.text, true);"
			" EXCEPTION WHEN OTHERS THEN"
			" PERFORM pg_catalog.set_config('pdo_pool.id', '', true);"
			" END$$; SELECT pg_catalog.current_setting('pdo_pool.id')",
		.effects = PDO_POOL_TEXT_READS_ID | PDO_POOL_TEXT_SEVERAL,
	};
	PGresult *result = pgsql_async_run(async, &command);
	zend_string *id = NULL;

	if (PQresultStatus(result) == PGRES_TUPLES_OK && PQgetlength(result, 0, 0) > 0) {
		id = zend_string_init(PQgetvalue(result, 0, 0), PQgetlength(result, 0, 0), false);
	}
	PQclear(result);
	return id;
}

/* After INSERT ... RETURNING the coroutine has been told already: it is not asked for again. */
static zend_string *id_of_leaving(pdo_dbh_t *dbh, pgsql_async_t *async) /* may suspend */
{
	const char *told = async->sequences ? async->told_id : async->next_id;
	zend_string *id = NULL;

	if (told) {
		return zend_string_init(told, strlen(told), false);
	}
	if (async->last_id_unread) {
		id = ask_last_id(async);
	}
	if (async->sequences && !id) {
		pdo_pool_id_unknown(dbh);
	}
	return id;
}

/* Settings that were changed by something that its text did not show: a view, a trigger. */
static void check_settings(pdo_dbh_t *dbh, pgsql_async_t *async)
{
	char *now = reported_settings(async->conn);

	if (async->parameters && strcmp(async->parameters, now) != 0) {
		async->parameters_differ = true;
		pdo_pool_want_reset(dbh);
	}
	free(now);
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

PGresult *pgsql_pool_lastval(pgsql_async_t *async)
{
	pgsql_command_t command = {
		.kind = PGSQL_COMMAND_SIMPLE,
		.query = "SELECT LASTVAL()",
		.effects = PDO_POOL_TEXT_READS_ID,
	};
	PGresult *result;

	if (async->next_id && !async->sequences) {
		return make_up_lastval(async);
	}
	result = pgsql_async_run(async, &command);
	if (async->pooled && PQresultStatus(result) == PGRES_TUPLES_OK) {
		free(async->told_id);
		async->told_id = strdup(PQgetvalue(result, 0, 0));
	}
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

static void abandon(pdo_dbh_t *dbh)
{
	pgsql_async_t *async = async_of(dbh);

	if (async) {
		pgsql_async_abandon(async);
	}
	dbh->methods->closer(dbh);
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
	.handover = handover,
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
