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

/* pdo_odbc in a connection pool: see odbc_pool.c. Included by php_pdo_odbc_int.h. */

#ifndef ODBC_POOL_H
#define ODBC_POOL_H

#include "ext/pdo/pdo_pool.h"
#include "ext/pdo/pdo_pool_cache.h"
#include "ext/pdo/pdo_pool_text.h"
#include "ext/pdo/pdo_pool_thread.h"

struct _pdo_odbc_pooled_stmt;
typedef struct _pdo_odbc_indicator pdo_odbc_indicator;
typedef struct _pdo_odbc_killer pdo_odbc_killer;

/* Databases of which more is known than of others. */
typedef enum _pdo_odbc_dbms {
	PDO_ODBC_ANY_DBMS,
	PDO_ODBC_MYSQL, /* or MariaDB */
	PDO_ODBC_POSTGRESQL,
	PDO_ODBC_SQLITE
} pdo_odbc_dbms;

/* Part of the handle. All zero in an ordinary one. */
typedef struct _pdo_odbc_pool_data {
	/* That it is part of. */
	pdo_dbh_t *dbh;
	/* The forks that led to the process that connected. */
	uint32_t forks;
	bool is_connected;
	/* PDO::ATTR_TIMEOUT, or 0. */
	SQLUINTEGER login_timeout;
	pdo_odbc_dbms dbms;
	/* PostgreSQL: statements that set what the driver has set while it connected. NULL: the session
	 * cannot be reset. */
	char *settings;
	/* PostgreSQL: it was one when the connection was made. */
	bool is_standby;
	/* What another thread may do while a call is under way: SQLCancel(), or end the statement from
	 * a second connection. */
	bool can_cancel;
	pdo_odbc_killer *killer;
	/* The driver wants all calls on one thread. */
	bool one_thread;
	/* The driver bears that its socket ends at any moment. */
	bool ends_socket;
	/* The thread of the connection, once there is one. */
	pdo_pool_worker *worker;
	/* It is asked whether it is alive: nothing is lost with a call that is given up at once. */
	bool is_pinged;
	/* That thread has not returned from a call, and owns the handles of ODBC now. */
	bool given_up;
	/* What its statements leave to it then. */
	pdo_odbc_indicator *indicators;
	/* The server has said that it takes no writes. */
	bool read_only;
	/* Left in the middle of a call, or the server has gone. */
	bool lost;
	/* Something was done that the next user would notice. */
	bool dirty;
	/* PostgreSQL: SQL has closed all prepared statements, or was to do so. */
	bool has_closed_stmts;
	/* SQL began a transaction, of which the driver need not know. */
	bool raw_transaction;
	/* A statement was executed since the last transaction has ended: with autocommit off, that is
	 * one more. */
	bool has_work;
	/* A statement was executed since it was opened; the coroutine that has it has executed one,
	 * here or on another connection. */
	bool was_used;
	bool owner_has_run;
	/* What the server says of the last statements (LAST_INSERT_ID(), ROW_COUNT() and the like) and
	 * is not about one of the coroutine that has the connection now: bits of
	 * PDO_POOL_TEXT_READS_LAST. */
	unsigned foreign;
	PDO_ODBC_HENV env;
	PDO_ODBC_HDBC dbc;
	/* The statements on it. */
	struct _pdo_odbc_pooled_stmt *stmts;
} pdo_odbc_pool_data;

/* What the text of a statement says about it: PDO_POOL_TEXT_*. sql[length] is '\0'. */
unsigned pdo_odbc_scan(pdo_odbc_dbms dbms, const char *sql, size_t length);

extern const struct pdo_pool_methods pdo_odbc_pool_methods;

/* Before a connection is opened. */
void pdo_odbc_pool_connecting(pdo_dbh_t *dbh);

/* PDO's own transaction, or one that SQL began on a pooled connection. */
bool pdo_odbc_pool_in_transaction(pdo_dbh_t *dbh);

/* Ends a transaction that SQL began, by SQL. may suspend */
bool pdo_odbc_pool_end_raw(pdo_dbh_t *dbh, bool commit);

/* Runs a command of the pool's own and throws its results away; the error is that of the handle.
 * may suspend */
SQLRETURN pdo_odbc_pool_run(pdo_dbh_t *dbh, const char *sql);

/* {{{ Setting up a session (odbc_setup.c); see struct pdo_pool_methods */
bool pdo_odbc_can_reset(pdo_dbh_t *dbh);
zend_result pdo_odbc_set_up(pdo_dbh_t *dbh, bool is_reset, const HashTable *statements);
zend_string *pdo_odbc_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default);
/* }}} */

/* {{{ Prepared statements that a connection keeps (odbc_cache.c) */

/* Before one is prepared; odbc_stmt becomes driver_data of stmt. false: none is kept for this
 * text. */
bool pdo_odbc_cache_take(pdo_dbh_t *dbh, pdo_stmt_t *stmt, void *odbc_stmt, zval *options);
/* It has been prepared: is it to be kept? */
void pdo_odbc_cache_note(pdo_dbh_t *dbh, pdo_stmt_t *stmt, bool is_scrollable);
/* The PDOStatement goes. false: what it has is its own. may suspend */
bool pdo_odbc_cache_give_back(pdo_stmt_t *stmt);
void pdo_odbc_cache_drop(pdo_dbh_t *dbh, void *handle,
	pdo_pool_cached_end end); /* may suspend */
/* }}} */

/* Asks the server. FAILURE: the connection is lost. may suspend */
zend_result pdo_odbc_pool_ping(pdo_dbh_t *dbh);

/* For odbc_thread.c: a statement is about to be executed. false: exception. */
bool pdo_odbc_pool_begin(pdo_odbc_pool_data *conn, unsigned scan);
/* It was executed. state is the SQLSTATE of a failure, else "". */
void pdo_odbc_pool_executed(
	pdo_odbc_pool_data *conn, unsigned scan, SQLRETURN rc, const char *state);

/* It was made by the parent, before a fork: nothing may be done with it here. */
bool pdo_odbc_pool_is_foreign(const pdo_odbc_pool_data *conn);

#endif /* ODBC_POOL_H */
