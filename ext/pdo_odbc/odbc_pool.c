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

/* What pdo_odbc does for the connection pool of PDO: when a session is clean, when a connection
 * is lost, and how a forked child lets go of one. How a wait suspends is not decided here
 * (odbc_thread.c).
 *
 * ODBC says nothing of the session: not what a statement has changed, nor whether SQL has begun
 * a transaction. The text of the statements tells (odbc_pool_scan.c), and what it does not tell
 * counts as a change. Resetting a session is told in odbc_setup.c. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "zend_exceptions.h"

static pdo_odbc_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return dbh->driver_data;
}

/* {{{ Forks */
bool pdo_odbc_pool_is_foreign(const pdo_odbc_pool_data *conn)
{
	return conn->forks != pdo_pool_fork_generation();
}

/* Freeing a handle could say goodbye to the server, and wait for a lock that a thread of the
 * parent had. */
static void pool_abandon(pdo_dbh_t *dbh)
{
	pdo_odbc_db_handle *H = handle_of(dbh);

	if (H) {
		if (H->pool.dbc) {
			pdo_odbc_thread_forget(&H->pool);
			pdo_odbc_thread_end(&H->pool);
		}
		pefree(H, dbh->is_persistent);
		dbh->driver_data = NULL;
	}
}
/* }}} */

/* {{{ Data sources that cannot be pooled */
static const char *find(const pdo_dbh_t *dbh, const char *text)
{
	return php_memnistr(dbh->data_source, text, strlen(text),
		dbh->data_source + strlen(dbh->data_source));
}

static const char *pool_refuse(pdo_dbh_t *dbh, zval *options)
{
	/* Each connection would get a database of its own. */
	if (find(dbh, ":memory:")) {
		return "PDO::ATTR_POOL_ENABLED cannot be used with SQLite's \":memory:\", "
			"which is another database for each connection; use a file";
	}
	return NULL;
}
/* }}} */

/* In seconds; 0: not said. */
static SQLUINTEGER login_timeout(pdo_dbh_t *dbh)
{
	zval *timeout = pdo_pool_option(dbh, PDO_ATTR_TIMEOUT);
	zend_long seconds = timeout ? zval_get_long(timeout) : 0;

	return seconds > 0 && seconds <= INT_MAX ? (SQLUINTEGER) seconds : 0;
}

void pdo_odbc_pool_connecting(pdo_dbh_t *dbh)
{
	pdo_odbc_db_handle *H = handle_of(dbh);

	if (dbh->pool) {
		H->pool.dbh = dbh;
		H->pool.forks = pdo_pool_fork_generation();
		H->pool.env = H->env;
		H->pool.dbc = H->dbc;
		H->pool.login_timeout = login_timeout(dbh);
		pdo_odbc_thread_register(&H->pool);
	}
}

/* {{{ The session */

/* A text that the server could not parse has done nothing. SQLite's driver has no SQLSTATE for
 * that, but a statement that fails there leaves nothing behind at all. */
static bool was_refused(unsigned scan, SQLRETURN rc, const char *state)
{
	return rc == SQL_ERROR && (scan & PDO_POOL_TEXT_UNLESS_REFUSED)
		&& (strncmp(state, "42", 2) == 0 || strncmp(state, "37", 2) == 0
			|| strcmp(state, "HY000") == 0);
}

/* The server would tell of a statement of another coroutine. */
bool pdo_odbc_pool_begin(pdo_odbc_pool_data *conn, unsigned scan)
{
	const unsigned foreign = scan & conn->foreign;

	if (EXPECTED(!foreign)) {
		return true;
	}
	zend_throw_exception(php_pdo_get_exception(), foreign & PDO_POOL_TEXT_READS_ID
		? "The connection of the last insert has been used by other coroutines "
			"since: insert and ask for the id in one transaction, or in one statement"
		: "Other coroutines have used the connection of the last statement since: "
			"run it and ask for its outcome in one transaction", 0);
	return false;
}

/* What the server remembers from now on is this statement. */
static void note_statement(pdo_odbc_pool_data *conn, unsigned scan)
{
	unsigned own = 0;

	conn->was_used = conn->owner_has_run = true;
	if (scan & PDO_POOL_TEXT_INSERTS) {
		own |= PDO_POOL_TEXT_READS_ID;
	}
	if (scan & PDO_POOL_TEXT_CHANGES) {
		own |= PDO_POOL_TEXT_READS_CHANGED | PDO_POOL_TEXT_READS_WARNINGS;
	}
	if (scan & PDO_POOL_TEXT_SELECTS) {
		own |= PDO_POOL_TEXT_READS_FOUND;
	}
	conn->foreign &= ~own;
}

void pdo_odbc_pool_executed(pdo_odbc_pool_data *conn, unsigned scan, SQLRETURN rc,
	const char *state)
{
	conn->has_work = true;
	if (SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA) {
		note_statement(conn, scan);
	}
	if ((scan & PDO_POOL_TEXT_RELEASES) && (SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA)) {
		conn->lost = true;
	}
	if ((scan & PDO_POOL_TEXT_DIRTY) && !was_refused(scan, rc, state)) {
		conn->dirty = true;
	}
	if (scan & PDO_POOL_TEXT_BEGINS) {
		conn->raw_transaction = true;
	} else if ((scan & PDO_POOL_TEXT_ENDS) && (SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA)) {
		conn->raw_transaction = false;
		conn->has_work = false;
	}
}

static pdo_pool_session pool_session_state(pdo_dbh_t *dbh)
{
	const pdo_odbc_pool_data *conn = &handle_of(dbh)->pool;

	if (conn->lost) {
		return PDO_POOL_SESSION_BROKEN;
	}
	return conn->dirty || (conn->has_work && !dbh->auto_commit)
		? PDO_POOL_SESSION_DIRTY : PDO_POOL_SESSION_CLEAN;
}

static void pool_accept_session(pdo_dbh_t *dbh)
{
	handle_of(dbh)->pool.dirty = false;
}

static pdo_pool_notes pool_exchange_notes(pdo_dbh_t *dbh, const pdo_pool_notes *next)
{
	pdo_odbc_pool_data *conn = &handle_of(dbh)->pool;
	pdo_pool_notes left = {.has_run = conn->owner_has_run};

	conn->owner_has_run = next && next->has_run;
	conn->foreign = conn->was_used || conn->owner_has_run ? PDO_POOL_TEXT_READS_LAST : 0;
	return left;
}

bool pdo_odbc_pool_in_transaction(pdo_dbh_t *dbh)
{
	return dbh->in_txn || handle_of(dbh)->pool.raw_transaction;
}

SQLRETURN pdo_odbc_pool_run(pdo_dbh_t *dbh, const char *sql)
{
	PDO_ODBC_HSTMT stmt;
	SQLRETURN rc = SQLAllocHandle(SQL_HANDLE_STMT, handle_of(dbh)->dbc, &stmt);

	if (!SQL_SUCCEEDED(rc)) {
		pdo_odbc_drv_error("SQLAllocHandle");
		return rc;
	}
	rc = SQLExecDirect(stmt, (SQLCHAR *) sql, SQL_NTS);
	if (!SQL_SUCCEEDED(rc) && rc != SQL_NO_DATA) {
		pdo_odbc_doer_error("SQLExecDirect");
	}
	SQLFreeHandle(SQL_HANDLE_STMT, stmt);
	return rc;
}

/* A warning means that there was no transaction: the driver has ended it behind the text, and
 * psqlodbc has lost track of its statements then. Such a connection is not used again. */
bool pdo_odbc_pool_end_raw(pdo_dbh_t *dbh, bool commit)
{
	SQLRETURN rc = pdo_odbc_pool_run(dbh, commit ? "COMMIT" : "ROLLBACK");

	if (rc == SQL_SUCCESS_WITH_INFO) {
		handle_of(dbh)->pool.lost = true;
	}
	return SQL_SUCCEEDED(rc) || rc == SQL_NO_DATA;
}

/* A server that does not know the statement has answered, too. All but SQLite remember this one
 * now. */
zend_result pdo_odbc_pool_ping(pdo_dbh_t *dbh)
{
	pdo_odbc_pool_data *conn = &handle_of(dbh)->pool;
	const unsigned foreign = conn->foreign;

	conn->is_pinged = true;
	pdo_odbc_pool_run(dbh, "SELECT 1");
	conn->is_pinged = false;
	conn->foreign = conn->dbms == PDO_ODBC_SQLITE
		? foreign : foreign | (PDO_POOL_TEXT_READS_LAST & ~PDO_POOL_TEXT_READS_ID);
	dbh->error_code[0] = '\0';
	return conn->lost || EG(exception) ? FAILURE : SUCCESS;
}
/* }}} */

/* MariaDB's driver tells the number of the server's error. That for PostgreSQL gives only its text
 * on, in the language of the server: what is not English counts as "not reachable". */
static zend_async_pool_failure pool_judge_refusal(const char *sqlstate, zend_long code,
	const char *message)
{
	zend_async_pool_failure failure = pdo_pool_judge_sqlstate(sqlstate, code, message);

	if (failure == ZEND_ASYNC_POOL_UNREACHABLE) {
		failure = pdo_pool_judge_mysql_error(code);
	}
	if (strstr(message, "too many clients") || strstr(message, "connection slots are reserved")
			|| strstr(message, "too many connections for")) {
		return ZEND_ASYNC_POOL_FULL;
	}
	return strstr(message, "authentication failed") ? ZEND_ASYNC_POOL_REJECTED : failure;
}

static bool pool_is_read_only_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	return handle_of(dbh)->pool.read_only;
}

const struct pdo_pool_methods pdo_odbc_pool_methods = {
	.closer_suspends = true,
	.refuse = pool_refuse,
	.session_state = pool_session_state,
	.can_reset = pdo_odbc_can_reset,
	.set_up = pdo_odbc_set_up,
	.accept_session = pool_accept_session,
	.name_setting = pdo_odbc_name_setting,
	.exchange_notes = pool_exchange_notes,
	.is_read_only_error = pool_is_read_only_error,
	.ping = pdo_odbc_pool_ping,
	.judge_refusal = pool_judge_refusal,
	.drop_cached = pdo_odbc_cache_drop,
	.abandon = pool_abandon,
};
