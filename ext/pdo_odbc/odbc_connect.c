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

/* Connecting, disconnecting, and what is asked of a connection of ODBC, as calls of
 * pdo_pool_thread.c; and what has to be known about a driver.
 *
 * A connect cannot be interrupted. It owns the memory it uses, so that it is given up soon when
 * its coroutine is cancelled.
 *
 * MariaDB's driver guards a connection with a recursive mutex, and some failures return with the
 * mutex held: several statements in one text, or a text of less than five bytes. The thread that
 * made such a call has to make the next one, too. Its SQLCancel() closes the cursor if it finds
 * the mutex free, although another thread may be using it, as it does while it fetches, and
 * before and after it executes. So its connections make all calls on one thread, and are
 * interrupted by KILL on a second connection instead.
 *
 * psqlodbc's SQLCancel() waits for a statement that was given its parameters while it was executed,
 * as PDO does, and does not end a fetch: these are cancelled from a second connection, too.
 *
 * SQLite's driver interrupts a call in SQLCancel(), but then frees the result that the call is
 * filling: it is not interrupted at all. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"

/* How long a cancelled coroutine waits for a connect to come back. */
#define CONNECT_PATIENCE_MS 250
/* What a connect may take that carries a KILL, in seconds; and how long others wait for it. */
#define KILL_LOGIN_TIMEOUT 5
#define KILL_TURN_MS 2000

/* {{{ Connecting */
typedef struct _connect_call connect_call;
struct _connect_call {
	/* Without conn for an ordinary handle. */
	pdo_odbc_call base;
	SQLHDBC dbc;
	/* By name, else by string. */
	bool by_name;
	bool needs_queue;
	/* In seconds; 0: the driver's own. */
	SQLUINTEGER login_timeout;
	SQLSMALLINT dsn_length;
	SQLCHAR *dsn;
	SQLCHAR *user;
	SQLCHAR *password;

	/* What is known afterwards. */
	char driver[64];
	char dbms[64];
	char session[24];
	/* What tells the session, and its server, from another that has the same number. */
	char mark[128];
	bool is_standby;
	char settings[4096];
	SQLCHAR texts[1];
};

/* A connect that has succeeded, kept to be repeated. */
struct _pdo_odbc_killer {
	connect_call call;
};

static SQLRETURN connect_with(const connect_call *call, SQLHDBC dbc)
{
	SQLCHAR ignored[1024];
	SQLSMALLINT length;

	if (call->by_name) {
		return SQLConnect(dbc, call->dsn, SQL_NTS, call->user, SQL_NTS, call->password, SQL_NTS);
	}
	return SQLDriverConnect(dbc, NULL, call->dsn, call->dsn_length, ignored, sizeof(ignored) - 1,
		&length, SQL_DRIVER_NOPROMPT);
}

static bool is_driver(const connect_call *call, const char *name)
{
	return php_memnistr(call->driver, name, strlen(name),
		call->driver + strlen(call->driver)) != NULL;
}

static bool is_mariadb(const connect_call *call)
{
	return is_driver(call, "maodbc") || is_driver(call, "mariadb");
}

static pdo_odbc_dbms dbms_of(const connect_call *call)
{
	static const struct {
		const char *name;
		pdo_odbc_dbms dbms;
	} known[] = {
		{"MariaDB", PDO_ODBC_MYSQL}, {"MySQL", PDO_ODBC_MYSQL},
		{"PostgreSQL", PDO_ODBC_POSTGRESQL}, {"SQLite", PDO_ODBC_SQLITE},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		if (strcmp(call->dbms, known[i].name) == 0) {
			return known[i].dbms;
		}
	}
	return PDO_ODBC_ANY_DBMS;
}

/* {{{ On a worker thread */

/* The first value of the first row, or "" if it cannot be had as a whole. */
static void ask_server(const connect_call *call, const char *sql, char *answer, size_t size)
{
	SQLHSTMT stmt;
	SQLLEN length;
	bool is_whole = false;

	if (SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, call->dbc, &stmt))) {
		is_whole = SQL_SUCCEEDED(SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS))
			&& SQL_SUCCEEDED(SQLFetch(stmt))
			&& SQLGetData(stmt, 1, SQL_C_CHAR, answer, (SQLLEN) size, &length) == SQL_SUCCESS
			&& length != SQL_NULL_DATA;
		SQLFreeHandle(SQL_HANDLE_STMT, stmt);
	}
	if (!is_whole) {
		answer[0] = '\0';
	}
}

static void ask_info(const connect_call *call, SQLUSMALLINT what, char *answer, size_t size)
{
	SQLSMALLINT length;

	if (!SQL_SUCCEEDED(SQLGetInfo(call->dbc, what, answer, (SQLSMALLINT) size, &length))) {
		answer[0] = '\0';
	}
}

/* When the session began, in microseconds. */
#define PGSQL_SESSION_START "pg_catalog.floor(extract(epoch FROM backend_start) * 1000000)::int8"

/* The number of the session, when it began, whether the server is a standby, and statements that
 * give the session the settings which the driver has made, and which RESET ALL would undo. */
static const char ask_pgsql[] =
	"SELECT pg_catalog.concat_ws(' ', pg_catalog.pg_backend_pid(),"
	" (SELECT " PGSQL_SESSION_START
	" FROM pg_catalog.pg_stat_get_activity(pg_catalog.pg_backend_pid())),"
	" pg_catalog.pg_is_in_recovery(),"
	" (SELECT coalesce(pg_catalog.string_agg(pg_catalog.format("
	"'SELECT pg_catalog.set_config(%L, %L, false);', name, setting), ''), ';')"
	" FROM pg_catalog.pg_settings WHERE source = 'session'))";

static void note_pgsql_session(connect_call *call, const char *answer)
{
	char standby[2];
	int length = 0;

	if (sscanf(answer, "%23s %23s %1s%n", call->session, call->mark, standby, &length) == 3) {
		call->is_standby = standby[0] == 't';
	}
	if (length && answer[length]) {
		memmove(call->settings, answer + length + 1, strlen(answer + length + 1) + 1);
	} else {
		call->session[0] = call->settings[0] = '\0';
	}
}

/* The number of the session, and its server. */
static void note_mysql_session(connect_call *call, const char *answer)
{
	if (sscanf(answer, "%23s %127s", call->session, call->mark) != 2) {
		call->session[0] = '\0';
	}
}

static void ask_driver(connect_call *call)
{
	ask_info(call, SQL_DRIVER_NAME, call->driver, sizeof(call->driver));
	ask_info(call, SQL_DBMS_NAME, call->dbms, sizeof(call->dbms));
	if (is_mariadb(call)) {
		ask_server(call, "SELECT CONCAT(CONNECTION_ID(), ' ', HEX(CONCAT(@@hostname, @@port)))",
			call->settings, sizeof(call->settings));
		note_mysql_session(call, call->settings);
		call->settings[0] = '\0';
	} else if (dbms_of(call) == PDO_ODBC_POSTGRESQL) {
		ask_server(call, ask_pgsql, call->settings, sizeof(call->settings));
		note_pgsql_session(call, call->settings);
	}
}

/* psqlodbc refuses to connect when both ways of setting it are used. */
static bool says_login_timeout(const connect_call *call)
{
	const char *text = (const char *) call->dsn;

	return call->needs_queue && php_memnistr(
		text, "connect_timeout", sizeof("connect_timeout") - 1, text + strlen(text));
}

/* PDO::ATTR_TIMEOUT. Not every driver observes it, and none beyond the login: a connect that takes
 * too long is given up by the pool. */
static void limit_login(const connect_call *call)
{
	if (call->login_timeout && !says_login_timeout(call)) {
		SQLSetConnectAttr(call->dbc, SQL_ATTR_LOGIN_TIMEOUT,
			(SQLPOINTER) (intptr_t) call->login_timeout, SQL_IS_UINTEGER);
	}
}

static uint32_t turn_ms(const connect_call *call)
{
	const SQLUINTEGER limit = MIN(call->login_timeout, UINT32_MAX / 1000);

	return limit ? (uint32_t) limit * 1000 : PDO_ODBC_CONNECT_TURN_MS;
}

static SQLRETURN connect_in_turn(const connect_call *call, SQLHDBC dbc, uint32_t limit_ms)
{
	pdo_odbc_connect_turn turn;
	SQLRETURN rc;

	if (!call->needs_queue) {
		return connect_with(call, dbc);
	}
	if (!pdo_odbc_connect_begin(&turn, dbc, limit_ms)) {
		return SQL_ERROR;
	}
	rc = connect_with(call, dbc);
	pdo_odbc_connect_end(&turn);
	return rc;
}

static void call_connect(pdo_odbc_call *base)
{
	connect_call *call = (connect_call *) base;

	limit_login(call);
	base->rc = connect_in_turn(call, call->dbc, turn_ms(call));
	if (base->conn && SQL_SUCCEEDED(base->rc)) {
		ask_driver(call);
	}
}
/* }}} */

static void note_driver(pdo_odbc_pool_data *conn, const connect_call *call)
{
	conn->one_thread = is_mariadb(call);
	conn->ends_socket = is_driver(call, "psqlodbc");
	conn->can_cancel = call->driver[0] && !conn->one_thread && !is_driver(call, "sqlite");
	conn->dbms = dbms_of(call);
	conn->is_standby = call->is_standby;
	conn->settings = call->settings[0] ? estrdup(call->settings) : NULL;
}

/* Frees the call, or keeps it. may suspend */
static SQLRETURN connect_pooled(connect_call *call)
{
	pdo_odbc_pool_data *conn = call->base.conn;
	SQLRETURN rc;

	call->base.base.patience_ms = CONNECT_PATIENCE_MS;
	conn->ends_socket = call->needs_queue;
	if (!pdo_odbc_run_and_keep(&call->base)) {
		pdo_odbc_connect_give_up(conn->dbc);
		return SQL_ERROR;
	}
	rc = call->base.rc;
	conn->is_connected = SQL_SUCCEEDED(rc);
	note_driver(conn, call);
	if (call->session[0]) {
		conn->killer = (pdo_odbc_killer *) call;
	} else {
		pdo_pool_thread_call_free(&call->base.base);
	}
	return EG(exception) ? SQL_ERROR : rc;
}

static SQLRETURN connect_now(connect_call *call) /* may suspend */
{
	SQLRETURN rc;

	if (call->base.conn) {
		return connect_pooled(call);
	}
	call_connect(&call->base);
	rc = call->base.rc;
	pdo_pool_thread_call_free(&call->base.base);
	return rc;
}

static SQLRETURN connect_in_queue(connect_call *call) /* may suspend */
{
	pdo_odbc_connect_place place;
	SQLRETURN rc;
	bool can_wait = call->base.conn && pdo_pool_thread_suspends();

	if (pdo_odbc_connect_queue_enter(&place, can_wait) == FAILURE) {
		pdo_pool_thread_call_free(&call->base.base);
		return SQL_ERROR;
	}
	rc = connect_now(call);
	pdo_odbc_connect_queue_leave(&place);
	return rc;
}

static SQLCHAR *keep(SQLCHAR **end, const SQLCHAR *text, size_t length)
{
	SQLCHAR *kept = *end;

	memcpy(kept, text, length);
	kept[length] = '\0';
	*end += length + 1;
	return kept;
}

static size_t size_of(const SQLCHAR *text, SQLSMALLINT length)
{
	return length == SQL_NTS ? strlen((const char *) text) : (size_t) length;
}

static connect_call *new_connect_call(SQLHDBC dbc, const SQLCHAR *dsn, size_t dsn_length,
	const SQLCHAR *user, size_t user_length, const SQLCHAR *password, size_t password_length)
{
	connect_call *call = pdo_odbc_call_new(call_connect, pdo_odbc_find_conn(dbc), NULL,
		sizeof(*call) + dsn_length + user_length + password_length + 3);
	SQLCHAR *end = call->texts;

	call->dbc = dbc;
	call->login_timeout = call->base.conn ? call->base.conn->login_timeout : 0;
	call->dsn = keep(&end, dsn, dsn_length);
	call->dsn_length = (SQLSMALLINT) dsn_length;
	call->user = keep(&end, user, user_length);
	call->password = keep(&end, password, password_length);
	return call;
}

/* An ordinary handle has to look out for threads only where there are coroutines. */
static SQLRETURN connect_handle(connect_call *call) /* may suspend */
{
	call->needs_queue = (call->base.conn || ZEND_ASYNC_CURRENT_COROUTINE)
		&& pdo_odbc_connect_queue_is_needed(call->dsn);
	return call->needs_queue ? connect_in_queue(call) : connect_now(call);
}

SQLRETURN pdo_odbc_thread_connect(SQLHDBC dbc, SQLCHAR *dsn, SQLSMALLINT dsn_length, SQLCHAR *user,
	SQLSMALLINT user_length, SQLCHAR *password, SQLSMALLINT password_length)
{
	connect_call *call = new_connect_call(dbc, dsn, size_of(dsn, dsn_length), user,
		size_of(user, user_length), password, size_of(password, password_length));

	call->by_name = true;
	return connect_handle(call);
}

/* pdo_odbc does not look at the string that the driver could return. */
SQLRETURN pdo_odbc_thread_driver_connect(SQLHDBC dbc, SQLHWND window, SQLCHAR *string,
	SQLSMALLINT length, SQLCHAR *output, SQLSMALLINT output_size, SQLSMALLINT *output_length,
	SQLUSMALLINT completion)
{
	const SQLCHAR *none = (const SQLCHAR *) "";

	return connect_handle(new_connect_call(dbc, string, size_of(string, length), none, 0, none, 0));
}
/* }}} */

/* {{{ Killing */
static bool run_kill(SQLHDBC dbc, const char *sql)
{
	SQLHSTMT stmt;
	SQLRETURN rc = SQL_ERROR;

	if (SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_STMT, dbc, &stmt))) {
		rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
		SQLFreeHandle(SQL_HANDLE_STMT, stmt);
	}
	return SQL_SUCCEEDED(rc);
}

/* The check fails, because a subquery has two rows, on another server. */
static void kill_mysql(const connect_call *call, SQLHDBC dbc, bool is_first_try)
{
	char check[256], kill[64];

	snprintf(check, sizeof(check), "DO (SELECT 1 FROM (SELECT 1 UNION SELECT 2) two "
		"WHERE HEX(CONCAT(@@hostname, @@port)) <> '%s')", call->mark);
	snprintf(kill, sizeof(kill), "KILL %s%s", is_first_try ? "QUERY " : "", call->session);
	if (run_kill(dbc, check)) {
		run_kill(dbc, kill);
	}
}

static void kill_pgsql(const connect_call *call, SQLHDBC dbc, bool is_first_try)
{
	char kill[512];

	snprintf(kill, sizeof(kill), "SELECT pg_catalog.pg_%s_backend(pid)"
		" FROM pg_catalog.pg_stat_get_activity(%s) WHERE " PGSQL_SESSION_START " = %s",
		is_first_try ? "cancel" : "terminate", call->session, call->mark);
	run_kill(dbc, kill);
}

static bool connect_killer(const connect_call *call, SQLHDBC dbc)
{
	if (!says_login_timeout(call)) {
		SQLSetConnectAttr(dbc, SQL_ATTR_LOGIN_TIMEOUT, (SQLPOINTER) (intptr_t) KILL_LOGIN_TIMEOUT,
			SQL_IS_UINTEGER);
	}
	return SQL_SUCCEEDED(connect_in_turn(call, dbc, KILL_TURN_MS));
}

static void kill_through(const connect_call *call, SQLHDBC dbc, bool is_first_try)
{
	if (connect_killer(call, dbc)) {
		if (is_mariadb(call)) {
			kill_mysql(call, dbc, is_first_try);
		} else {
			kill_pgsql(call, dbc, is_first_try);
		}
		SQLDisconnect(dbc);
	}
}

/* A session that goes on after its statement was killed is ended as a whole. */
void pdo_odbc_kill(const pdo_odbc_killer *killer, bool is_first_try)
{
	SQLHENV env;
	SQLHDBC dbc;

	if (!SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env))) {
		return;
	}
	SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0);
	if (SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_DBC, env, &dbc))) {
		kill_through(&killer->call, dbc, is_first_try);
		SQLFreeHandle(SQL_HANDLE_DBC, dbc);
	}
	SQLFreeHandle(SQL_HANDLE_ENV, env);
}

void pdo_odbc_killer_free(pdo_odbc_killer *killer)
{
	pdo_pool_thread_call_free(&killer->call.base.base);
}
/* }}} */

/* {{{ Disconnecting */

/* A driver may refuse to leave a transaction, which is still open if the coroutine was cancelled.
 * What cancels a statement may be late, and end the roll-back instead. */
#define MOST_ROLLBACKS 3

static SQLRETURN disconnect(SQLHDBC dbc)
{
	SQLRETURN rc = SQLDisconnect(dbc);

	for (int i = 0; rc == SQL_ERROR && i < MOST_ROLLBACKS; i++) {
		SQLEndTran(SQL_HANDLE_DBC, dbc, SQL_ROLLBACK);
		rc = SQLDisconnect(dbc);
	}
	return rc;
}

static void call_disconnect(pdo_odbc_call *call)
{
	call->rc = disconnect(call->dbc);
}

SQLRETURN pdo_odbc_thread_disconnect(SQLHDBC dbc)
{
	pdo_odbc_pool_data *conn = pdo_odbc_find_conn(dbc);
	pdo_odbc_call *call;
	SQLRETURN rc;

	if (!conn || (!conn->is_connected && !conn->given_up)) {
		return SQLDisconnect(dbc);
	}
	call = pdo_odbc_call_new(call_disconnect, conn, NULL, sizeof(*call));
	rc = pdo_odbc_run_surely(call).rc;
	conn->is_connected = false;
	return rc;
}

/* What a thread that was left behind closes when it is back. */
typedef struct _late_close {
	SQLHENV env;
	SQLHDBC dbc;
	pdo_odbc_killer *killer;
	pdo_odbc_indicator *indicators;
} late_close;

static void free_indicators(pdo_odbc_indicator *indicator)
{
	while (indicator) {
		pdo_odbc_indicator *next = indicator->next;

		pefree(indicator, true);
		indicator = next;
	}
}

static void close_late(void *arg)
{
	late_close *late = arg;

	disconnect(late->dbc);
	SQLFreeHandle(SQL_HANDLE_DBC, late->dbc);
	SQLFreeHandle(SQL_HANDLE_ENV, late->env);
	if (late->killer) {
		pdo_odbc_killer_free(late->killer);
	}
	free_indicators(late->indicators);
	pefree(late, true);
}

static void hand_over(pdo_odbc_pool_data *conn)
{
	late_close *late = pemalloc(sizeof(*late), true);

	late->env = conn->env;
	late->dbc = conn->dbc;
	late->killer = conn->killer;
	late->indicators = conn->indicators;
	pdo_pool_worker_end(conn->worker, close_late, late);
}

void pdo_odbc_thread_end(pdo_odbc_pool_data *conn)
{
	if (conn->settings) {
		efree(conn->settings);
		conn->settings = NULL;
	}
	if (conn->given_up) {
		hand_over(conn);
		return;
	}
	if (conn->killer) {
		pdo_odbc_killer_free(conn->killer);
	}
	if (conn->worker && pdo_odbc_pool_is_foreign(conn)) {
		pdo_pool_worker_forget(conn->worker);
	} else if (conn->worker) {
		pdo_pool_worker_end(conn->worker, NULL, NULL);
	}
}
/* }}} */

/* {{{ Transactions and attributes */
typedef struct _end_tran_call {
	pdo_odbc_call base;
	SQLSMALLINT how;
} end_tran_call;

static void call_end_tran(pdo_odbc_call *base)
{
	const end_tran_call *call = (const end_tran_call *) base;

	base->rc = SQLEndTran(SQL_HANDLE_DBC, base->dbc, call->how);
	/* psqlodbc finds its connection lost while it frees a statement, tells no one, and then says
	 * that it has committed. */
	if (SQL_SUCCEEDED(base->rc) && call->how == SQL_COMMIT && pdo_odbc_is_dead(base->dbc)) {
		base->rc = SQL_ERROR;
		base->lost = true;
	}
}

SQLRETURN pdo_odbc_thread_end_tran(SQLSMALLINT type, SQLHANDLE handle, SQLSMALLINT how)
{
	pdo_odbc_pool_data *conn = type == SQL_HANDLE_DBC ? pdo_odbc_find_conn(handle) : NULL;
	end_tran_call *call;
	SQLRETURN rc;

	if (!conn || (!conn->is_connected && !conn->given_up)) {
		return SQLEndTran(type, handle, how);
	}
	call = pdo_odbc_call_new(call_end_tran, conn, NULL, sizeof(*call));
	call->how = how;
	rc = pdo_odbc_run_owned(&call->base).rc;
	if (SQL_SUCCEEDED(rc)) {
		conn->has_work = false;
	}
	return rc;
}

typedef struct _attr_call {
	pdo_odbc_call base;
	SQLINTEGER attr;
	SQLPOINTER value;
	SQLINTEGER size;
	SQLINTEGER *length;
	SQLSMALLINT *short_length;
} attr_call;

static void call_set_connect_attr(pdo_odbc_call *base)
{
	attr_call *call = (attr_call *) base;

	base->rc = SQLSetConnectAttr(base->dbc, call->attr, call->value, call->size);
}

SQLRETURN pdo_odbc_thread_set_connect_attr(SQLHDBC dbc, SQLINTEGER attr, SQLPOINTER value,
	SQLINTEGER length)
{
	pdo_odbc_pool_data *conn = pdo_odbc_find_conn(dbc);
	attr_call call = {
		.base = {.function = call_set_connect_attr, .conn = conn},
		.attr = attr, .value = value, .size = length,
	};

	if (!conn || !conn->is_connected) {
		return SQLSetConnectAttr(dbc, attr, value, length);
	}
	/* Not a pointer: autocommit, for which a driver may ask its server. */
	if (length == SQL_IS_INTEGER || length == SQL_IS_UINTEGER) {
		attr_call *owned = pdo_odbc_call_new(call_set_connect_attr, conn, NULL, sizeof(*owned));

		owned->attr = attr;
		owned->value = value;
		owned->size = length;
		return pdo_odbc_run_owned(&owned->base).rc;
	}
	return pdo_odbc_run(&call.base);
}

static void call_get_connect_attr(pdo_odbc_call *base)
{
	attr_call *call = (attr_call *) base;

	base->rc = SQLGetConnectAttr(base->dbc, call->attr, call->value, call->size, call->length);
}

SQLRETURN pdo_odbc_thread_get_connect_attr(SQLHDBC dbc, SQLINTEGER attr, SQLPOINTER value,
	SQLINTEGER size, SQLINTEGER *length)
{
	attr_call call = {
		.base = {.function = call_get_connect_attr, .conn = pdo_odbc_find_conn(dbc)},
		.attr = attr, .value = value, .size = size, .length = length,
	};

	if (!call.base.conn || !call.base.conn->is_connected) {
		return SQLGetConnectAttr(dbc, attr, value, size, length);
	}
	return pdo_odbc_run(&call.base);
}

static void call_get_info(pdo_odbc_call *base)
{
	attr_call *call = (attr_call *) base;

	base->rc = SQLGetInfo(base->dbc, (SQLUSMALLINT) call->attr, call->value,
		(SQLSMALLINT) call->size, call->short_length);
}

SQLRETURN pdo_odbc_thread_get_info(SQLHDBC dbc, SQLUSMALLINT type, SQLPOINTER value,
	SQLSMALLINT size, SQLSMALLINT *length)
{
	attr_call call = {
		.base = {.function = call_get_info, .conn = pdo_odbc_find_conn(dbc)},
		.attr = type, .value = value, .size = size, .short_length = length,
	};

	if (!call.base.conn || !call.base.conn->is_connected) {
		return SQLGetInfo(dbc, type, value, size, length);
	}
	return pdo_odbc_run(&call.base);
}
/* }}} */
