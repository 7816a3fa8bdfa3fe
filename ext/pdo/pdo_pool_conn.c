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

/* The life of a pooled connection: states, the reasons for its end, and the table that decides what
 * becomes of it. See the diagram in pdo_pool_conn.h. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* {{{ States */
#define TO(state) (1u << PDO_POOL_CONN_ ## state)

static const uint32_t legal_transitions[PDO_POOL_CONN_STATE_COUNT] = {
	[PDO_POOL_CONN_OPENING] = TO(IDLE) | TO(ORPHAN) | TO(CLOSING),
	[PDO_POOL_CONN_IDLE] = TO(CHECKED) | TO(HELD) | TO(ORPHAN) | TO(CLOSING),
	[PDO_POOL_CONN_CHECKED] = TO(IDLE) | TO(ORPHAN) | TO(CLOSING),
	[PDO_POOL_CONN_HELD] = TO(IDLE) | TO(LEFT) | TO(ORPHAN) | TO(CLOSING),
	[PDO_POOL_CONN_LEFT] = TO(IDLE) | TO(CLEANING) | TO(ORPHAN) | TO(CLOSING),
	[PDO_POOL_CONN_CLEANING] = TO(LEFT) | TO(ORPHAN) | TO(CLOSING),
	[PDO_POOL_CONN_ORPHAN] = TO(CLOSING),
	[PDO_POOL_CONN_CLOSING] = 0,
};
#undef TO

/* The cleaner finds out that there is nothing for it to do any more. */
static void forget_cleaner(pdo_pool_conn_t *conn)
{
	zend_coroutine_t *cleaner = conn->cleaner;

	conn->cleaner = NULL;
	cleaner->internal_data = NULL;
	if (zend_async_callback_is_linked(&conn->on_cleaner_end)) {
		ZEND_ASYNC_EVENT_DEL_CALLBACK(&cleaner->event, &conn->on_cleaner_end);
	}
	OBJ_RELEASE(ZEND_ASYNC_COROUTINE_OBJECT(cleaner));
}

void pdo_pool_conn_set_state(pdo_pool_conn_t *conn, pdo_pool_conn_state state)
{
	pdo_pool_t *pool = conn->pool;

	ZEND_ASSERT((legal_transitions[conn->state] & (1u << state)) && "Illegal transition");
	ZEND_ASSERT(state != PDO_POOL_CONN_IDLE || !pdo_pool_conn_is_needed(conn));
	ZEND_ASSERT(state != PDO_POOL_CONN_HELD || conn->holder);
	ZEND_ASSERT(state != PDO_POOL_CONN_CLEANING || conn->cleaner);

	pool->conns_in[conn->state]--;
	pool->conns_in[state]++;
	conn->state = state;
	if (state != PDO_POOL_CONN_HELD) {
		conn->holder = NULL;
	}
	if (state != PDO_POOL_CONN_CLEANING && UNEXPECTED(conn->cleaner)) {
		forget_cleaner(conn);
	}
}
/* }}} */

/* {{{ What becomes of it */

/* [session][a transaction is open][pinned] */
typedef uint8_t fates[PDO_POOL_SESSION_BROKEN + 1][2][2];

#define FATES(alone, pinned, in_transaction, pinned_in_transaction) \
	{{PDO_POOL_ ## alone, PDO_POOL_ ## pinned}, \
		{PDO_POOL_ ## in_transaction, PDO_POOL_ ## pinned_in_transaction}}

/* What ties a connection to its coroutine: a statement, a transaction, a session that is not
 * clean. */
static const fates fates_of_held = {
	/*                                not pinned  pinned   in a transaction: not pinned, pinned */
	[PDO_POOL_SESSION_CLEAN]  = FATES(GIVE_BACK,  KEEP,    KEEP,   KEEP),
	[PDO_POOL_SESSION_DIRTY]  = FATES(KEEP,       KEEP,    KEEP,   KEEP),
	[PDO_POOL_SESSION_BROKEN] = FATES(CLOSE,      CLOSE,   CLOSE,  CLOSE),
};

/* A transaction is rolled back even under a statement that lives: locks are not held by the dead.
 * A changed session waits for the statement, which may need it. */
static const fates fates_of_left = {
	[PDO_POOL_SESSION_CLEAN]  = FATES(GIVE_BACK,  KEEP,    CLEAN,  CLEAN),
	[PDO_POOL_SESSION_DIRTY]  = FATES(CLEAN,      KEEP,    CLEAN,  CLEAN),
	[PDO_POOL_SESSION_BROKEN] = FATES(CLOSE,      CLOSE,   CLOSE,  CLOSE),
};
#undef FATES

bool pdo_pool_is_in_transaction(pdo_pool_conn_t *conn)
{
	const struct pdo_dbh_methods *methods = conn->dbh.methods;
	return methods->in_transaction ? methods->in_transaction(&conn->dbh) : conn->dbh.in_txn;
}

bool pdo_pool_has_open_transaction(pdo_pool_conn_t *conn)
{
	return pdo_pool_is_free(conn) ? pdo_pool_is_in_transaction(conn) : conn->in_transaction;
}

pdo_pool_session pdo_pool_session_of(pdo_pool_conn_t *conn)
{
	pdo_pool_session session;

	if (UNEXPECTED(conn->close_reason != PDO_POOL_OPEN) || pdo_pool_conn_is_foreign(conn)) {
		return PDO_POOL_SESSION_BROKEN;
	}
	session = conn->pool->hooks.session_state(&conn->dbh);
	return session == PDO_POOL_SESSION_CLEAN && UNEXPECTED(conn->had_deferred_stmts)
		? PDO_POOL_SESSION_DIRTY : session;
}

pdo_pool_fate pdo_pool_conn_fate(pdo_pool_conn_t *conn)
{
	bool is_pinned = pdo_pool_conn_is_pinned(conn);
	pdo_pool_session session;

	ZEND_ASSERT(conn->depth == 0);
	if (conn->state == PDO_POOL_CONN_ORPHAN) {
		return is_pinned ? PDO_POOL_KEEP : PDO_POOL_CLOSE;
	}
	if (conn->state != PDO_POOL_CONN_HELD && conn->state != PDO_POOL_CONN_LEFT) {
		return PDO_POOL_KEEP;
	}
	session = pdo_pool_session_of(conn);
	/* A driver does not know what became of the transaction of a connection that it lost. */
	if (EXPECTED(session != PDO_POOL_SESSION_BROKEN)) {
		conn->in_transaction = pdo_pool_is_in_transaction(conn);
	}
	if (UNEXPECTED(conn->is_read_only) && !conn->in_transaction) {
		pdo_pool_conn_condemn(conn, PDO_POOL_READ_ONLY);
		return PDO_POOL_CLOSE;
	}
	return conn->state == PDO_POOL_CONN_HELD
		? fates_of_held[session][conn->in_transaction][is_pinned]
		: fates_of_left[session][conn->in_transaction][is_pinned];
}
/* }}} */

/* {{{ Beginning */
static pdo_pool_conn_t *conn_new(pdo_pool_t *pool, zend_async_pool_t *async,
	pdo_pool_conn_state state)
{
	pdo_pool_conn_t *conn = ecalloc(1, sizeof(*conn));

	conn->pool = pool;
	conn->state = state;
	conn->fork_generation = pdo_pool_forks;
	pool->conns_in[conn->state]++;
	pool->refcount++;
	zend_async_list_init(&conn->waiters);
	zend_async_list_add_first(&pool->conns, &conn->in_pool);
	pdo_pool_link_for_forks(conn);
	conn->dbh.pool = async;
	return conn;
}

pdo_pool_conn_t *pdo_pool_conn_new_stand_in(pdo_pool_t *pool)
{
	pdo_pool_conn_t *conn = conn_new(pool, pool->async, PDO_POOL_CONN_ORPHAN);

	conn->is_stand_in = true;
	conn->dbh.driver = pool->driver;
	conn->dbh.methods = pool->driver_methods;
	conn->dbh.def_stmt_ce = pool->dbh->def_stmt_ce;
	conn->dbh.auto_commit = true;
	pdo_pool_copy_attributes(conn);
	pool->hooks.make_stand_in(&conn->dbh);
	return conn;
}

pdo_pool_conn_t *pdo_pool_conn_new(pdo_pool_t *pool, zend_async_pool_t *async)
{
	pdo_pool_conn_t *conn = conn_new(pool, async, PDO_POOL_CONN_OPENING);
	pdo_dbh_t *dbh = &conn->dbh;
	const pdo_dbh_t *from = pool->dbh;
	zval *options = Z_TYPE(pool->options) == IS_ARRAY ? &pool->options : NULL;

	dbh->data_source_len = from->data_source_len;
	dbh->data_source = estrdup(from->data_source);
	dbh->username = from->username ? estrdup(from->username) : NULL;
	dbh->password = from->password ? estrdup(from->password) : NULL;
	dbh->default_fetch_type = from->default_fetch_type;
	dbh->def_stmt_ce = from->def_stmt_ce;
	dbh->auto_commit = pdo_attr_lval(options, PDO_ATTR_AUTOCOMMIT, 1);
	dbh->error_mode = pdo_attr_lval(options, PDO_ATTR_ERRMODE, PDO_ERRMODE_EXCEPTION);
	return conn;
}

void pdo_pool_conn_forget_credentials(pdo_pool_conn_t *conn)
{
	pdo_dbh_t *dbh = &conn->dbh;
	char *strings[] = {(char *) dbh->data_source, dbh->username, dbh->password};

	for (size_t i = 0; i < sizeof(strings) / sizeof(strings[0]); i++) {
		if (strings[i]) {
			ZEND_SECURE_ZERO(strings[i], strlen(strings[i]));
			efree(strings[i]);
		}
	}
	dbh->data_source = NULL;
	dbh->data_source_len = 0;
	dbh->username = dbh->password = NULL;
}
/* }}} */

/* {{{ End */
void pdo_pool_conn_condemn(pdo_pool_conn_t *conn, pdo_pool_close_reason reason)
{
	if (conn->close_reason == PDO_POOL_OPEN) {
		conn->close_reason = pdo_pool_conn_is_foreign(conn) ? PDO_POOL_FORKED : reason;
		conn->pool->closed[conn->close_reason]++;
		pdo_pool_log_close(conn->pool, conn->close_reason);
		if (conn->close_reason == PDO_POOL_LOST && conn->pool->async) {
			ZEND_ASYNC_POOL_DOUBT(conn->pool->async);
		}
	}
}

void pdo_pool_conn_close(pdo_pool_conn_t *conn, pdo_pool_close_reason reason)
{
	zend_async_pool_t *async = conn->pool->async;
	zval resource;

	pdo_pool_conn_condemn(conn, reason);
	pdo_pool_part(conn);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_ORPHAN);
	/* The async pool calls pdo_pool_conn_drop(). A cancellation may come while the closer waits. */
	ZVAL_PTR(&resource, conn);
	if (ZEND_ASYNC_POOL_RELEASE(async, &resource) == FAILURE) {
		ZEND_ASSERT(EG(exception) && "Only a cancellation: the connection was out of this pool");
	}
}

void pdo_pool_conn_drop(pdo_pool_conn_t *conn, pdo_pool_close_reason reason)
{
	pdo_pool_unwatch(conn);
	pdo_pool_conn_condemn(conn, reason);
	pdo_pool_part(conn);
	if (!pdo_pool_conn_is_needed(conn)) {
		pdo_pool_conn_free(conn);
	} else if (conn->state != PDO_POOL_CONN_ORPHAN) {
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_ORPHAN);
	}
}

static void end_session(pdo_pool_conn_t *conn) /* may suspend */
{
	pdo_pool_silence silence;

	if (!conn->dbh.methods) {
		/* The factory gave up before it had anything to close. */
	} else if (pdo_pool_conn_is_foreign(conn)) {
		conn->pool->hooks.abandon(&conn->dbh);
	} else {
		pdo_pool_begin_silence(&silence);
		conn->dbh.methods->closer(&conn->dbh);
		pdo_pool_end_silence(&silence);
	}
}

void pdo_pool_conn_free(pdo_pool_conn_t *conn)
{
	pdo_pool_t *pool = conn->pool;

	ZEND_ASSERT(!pdo_pool_conn_is_pinned(conn));
	pdo_pool_end_watch(conn);
	pdo_pool_drop_limit(conn);
	pdo_pool_part(conn);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_CLOSING);
	zend_async_list_remove(&conn->in_pool);
	zend_async_list_remove(&conn->in_thread);
	pdo_pool_cache_end(conn);
	end_session(conn);

	pdo_pool_conn_forget_credentials(conn);
	zval_ptr_dtor(&conn->lost_info);
	pdo_pool_forget_taker(conn);
	if (conn->left_by_file) {
		zend_string_release(conn->left_by_file);
	}
	pool->conns_in[conn->state]--;
	efree(conn);
	pdo_pool_delref(pool);
}
/* }}} */
