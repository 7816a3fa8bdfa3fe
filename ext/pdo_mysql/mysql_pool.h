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

/* pdo_mysql in a connection pool: see mysql_pool.c. Included by php_pdo_mysql_int.h. */

#ifndef MYSQL_POOL_H
#define MYSQL_POOL_H

#include "ext/pdo/pdo_pool.h"
#include "ext/pdo/pdo_pool_cache.h"
#include "ext/pdo/pdo_pool_text.h"
#include "ext/pdo/pdo_pool_thread.h"
#include "php_network.h"
#include "zend_smart_str.h"

/* What the client library knows of the last statement, for the coroutine. */
typedef struct _pdo_mysql_kept {
	uint64_t insert_id;
	unsigned warning_count;
} pdo_mysql_kept;

/* See mysql_reset.c. */
typedef enum _pdo_mysql_reset_kind {
	PDO_MYSQL_NO_RESET,
	/* The command that follows is the SET that belongs to it. */
	PDO_MYSQL_RESET_ALONE,
	PDO_MYSQL_RESET_WITH_STATE
} pdo_mysql_reset_kind;

/* Part of the handle. All zero in an ordinary one. */
typedef struct _pdo_mysql_pool_data {
	/* A forked child has let go of it. */
	bool is_disowned;
	/* The server says with each OK packet whether the session has changed. */
	bool tracked;
	/* Texts are in an encoding of which pdo_pool_mysql_is_multibyte() is true. */
	bool multibyte;
	/* Something was done that the next user would notice. */
	bool dirty;
	/* What the scan said about a statement that was sent and whose outcome is not known yet. */
	unsigned pending;
	/* Left in the middle of the protocol. */
	bool lost;
	/* Another database may be the current one than the one that was connected to, which is
	 * database; empty: none. A name has 64 characters at most. */
	bool may_use_another;
	char database[64 * 4 + 1];
	/* A statement was run since the session began or was reset; there were warnings. */
	bool was_used;
	bool had_warnings;
	/* The coroutine that has it has run one, here or on another connection. */
	bool owner_has_run;
	/* What the session remembers of statements before, and is not about the coroutine that has it
	 * now: bits of PDO_POOL_TEXT_READS_LAST. */
	unsigned foreign;
	/* What LAST_INSERT_ID() has to say to that coroutine; only the server knows. */
	uint64_t own_id;
	bool is_id_hidden;
	/* What the client library said when the last statement was sent. */
	uint64_t id_before;
	/* What goes in front of the next command; the server has reset the session before. */
	pdo_mysql_reset_kind reset_due;
	bool was_reset;
	/* Where the server is, as part of a data source, and the port of our end; "" and 0 for a local
	 * socket. */
	char peer[80];
	unsigned own_port;
	/* The healthcheck asks the server: what the client library said before. */
	bool is_checked;
	pdo_mysql_kept kept;
#ifndef PDO_USE_MYSQLND
	pdo_dbh_t *dbh;
	/* A descriptor of our own for the socket, or -1: the library closes its own when it likes, on
	 * another thread even, and the number may come back as another socket at once. */
	php_socket_t socket;
	/* The thread on which a connect was given up: the handle is its own from then on. Else NULL. */
	pdo_pool_worker *worker;
#endif
} pdo_mysql_pool_data;

typedef struct _pdo_mysql_scan_mode {
	/* A backslash is an ordinary character (SERVER_STATUS_NO_BACKSLASH_ESCAPES). */
	bool plain_backslash;
	/* The server reports changes of variables and temporary tables itself. */
	bool tracked;
	/* A byte that looks like a backslash may be half of a character. */
	bool multibyte;
} pdo_mysql_scan_mode;

/* PDO_POOL_TEXT_*. sql[length] is '\0'. */
unsigned pdo_mysql_scan(const char *sql, size_t length, pdo_mysql_scan_mode mode);

uint32_t pdo_mysql_scan_dialect(pdo_mysql_scan_mode mode);

/* Names the functions that PDO_POOL_TEXT_CALLS is about, but for qualified names. */
typedef void (*pdo_mysql_visit_call)(void *context, const char *name, size_t length);
void pdo_mysql_scan_calls(const char *sql, size_t length, pdo_mysql_scan_mode mode,
	pdo_mysql_visit_call visit, void *context);

/* {{{ mysql_functions.c: stored functions */

/* Hooks hold and let_go of struct pdo_pool_methods. */
void *pdo_mysql_functions_new(pdo_dbh_t *dbh);
void pdo_mysql_functions_free(void *held);
/* Are those that the text calls and that no list names known to be built in? */
bool pdo_mysql_functions_are_built_in(pdo_dbh_t *dbh, const zend_string *sql,
	pdo_mysql_scan_mode mode);
/* Asks the server about those that were not known. false: it does not answer. May suspend. */
bool pdo_mysql_functions_ask(pdo_dbh_t *dbh);
/* Something may have been defined. */
void pdo_mysql_functions_forget(pdo_dbh_t *dbh);
/* }}} */

extern const struct pdo_pool_methods pdo_mysql_pool_methods;

/* Before a connection is opened. Returns the client flags that a pooled one asks the server for, in
 * addition; 0 for an ordinary handle. */
int pdo_mysql_pool_connecting(pdo_dbh_t *dbh);

/* A pooled connection has been opened. false: it failed, pdo_mysql_error() says why.
 * May suspend. */
bool pdo_mysql_pool_opened(pdo_dbh_t *dbh);

/* What the text of a statement says; 0 for an ordinary handle. */
unsigned pdo_mysql_pool_scan_text(pdo_dbh_t *dbh, const zend_string *sql);
static zend_always_inline unsigned pdo_mysql_pool_scan(pdo_dbh_t *dbh, const zend_string *sql)
{
	return EXPECTED(!dbh->pool) ? 0 : pdo_mysql_pool_scan_text(dbh, sql);
}

/* A statement with this result of the scan is about to be sent. false: the connection cannot be
 * used, and the client library has the error; or the statement asks for what another coroutine's
 * has left, and an exception says so. May suspend. */
bool pdo_mysql_pool_begin_command(pdo_dbh_t *dbh, unsigned scan);
static zend_always_inline bool pdo_mysql_pool_begin(pdo_dbh_t *dbh, unsigned scan)
{
	return EXPECTED(!dbh->pool) || pdo_mysql_pool_begin_command(dbh, scan);
}

/* A number that is bound, at a place where it stays while a thread reads it: the variable may
 * change meanwhile. */
zval *pdo_mysql_pool_hold_number(pdo_stmt_t *stmt, struct pdo_bound_param_data *param,
	zval *number);

/* {{{ mysql_cache.c: prepared statements that a connection keeps */

/* Before one is prepared: false if none is kept for this text; sql is what the server would get. */
bool pdo_mysql_cache_take(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql);
/* It has been prepared: is it to be kept? */
void pdo_mysql_cache_note(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql);
/* Prepares it, and makes room for it if the server has too many. false: error. May suspend. */
bool pdo_mysql_cache_prepare(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zend_string *sql);
/* After that has failed: would it have succeeded if nothing were kept? */
bool pdo_mysql_cache_is_in_the_way(pdo_dbh_t *dbh);
/* It could not be executed: has it been, now? May suspend. */
bool pdo_mysql_cache_execute_again(pdo_stmt_t *stmt);
/* The PDOStatement goes. false: what it has is its own. May suspend. */
bool pdo_mysql_cache_give_back(pdo_stmt_t *stmt);
void pdo_mysql_cache_drop(pdo_dbh_t *dbh, void *handle,
	pdo_pool_cached_end end); /* may suspend */
/* }}} */

/* {{{ mysql_cancel.c */
void pdo_mysql_cancel_note_peer(pdo_mysql_pool_data *pool, php_socket_t socket);
/* Has the server end what it runs for a connection that is about to be closed. Does not wait. */
void pdo_mysql_cancel(pdo_dbh_t *dbh);
/* }}} */

/* pdo_mysql itself has changed the session, in a way that all connections share. */
void pdo_mysql_pool_configured(pdo_dbh_t *dbh);

/* Around commands of the pool's own. */
pdo_mysql_kept pdo_mysql_pool_keep(pdo_dbh_t *dbh);
void pdo_mysql_pool_put_back(pdo_dbh_t *dbh, pdo_mysql_kept kept);

/* How the server reads a text now: PDO_POOL_TEXT_*. */
uint32_t pdo_mysql_pool_dialect(pdo_dbh_t *dbh);

/* The names live as long as the client library. */
void pdo_mysql_pool_get_charset(pdo_dbh_t *dbh, const char **charset, const char **collation);

/* {{{ mysql_reset.c */

/* Resets the session, and chooses the database that was connected to; with mysqlnd in front of the
 * next command, which must be the SET that gives the session its state back. No statement of the
 * connection lives then: the server forgets them. false: the client library has the error. May
 * suspend. */
bool pdo_mysql_reset(pdo_dbh_t *dbh);
/* Appends that SET: character set, autocommit, session tracking. */
void pdo_mysql_reset_append_state(pdo_dbh_t *dbh, smart_str *sql);
/* Resets the session, with that SET, in front of the next command, whichever that is. false: that
 * is not possible. */
bool pdo_mysql_reset_ride(pdo_dbh_t *dbh);
/* A command is sent next, and a reset is due. */
void pdo_mysql_reset_before_command(pdo_dbh_t *dbh);
/* }}} */

/* {{{ mysql_setup.c: hooks of struct pdo_pool_methods */
zend_result pdo_mysql_set_up(pdo_dbh_t *dbh, bool reset,
	const HashTable *statements); /* may suspend */
bool pdo_mysql_reset_ahead(pdo_dbh_t *dbh, const HashTable *statements);
zend_string *pdo_mysql_name_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default);
/* }}} */

/* In a forked child the connection says nothing to the server from now on. */
void pdo_mysql_pool_disown(pdo_dbh_t *dbh);
/* Before a statement is freed: in a forked child it says nothing to the server. */
void pdo_mysql_pool_check_fork(pdo_stmt_t *stmt);

/* What pdo_mysql_error() says when pdo_mysql_is_in_use(). */
#define PDO_MYSQL_IN_USE \
	"This MySQL connection is waiting for the result of another coroutine's command: " \
	"give each coroutine a PDO object of its own, or set PDO::ATTR_POOL_ENABLED"

#endif /* MYSQL_POOL_H */
