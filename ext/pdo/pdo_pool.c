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

/* The pool of a PDO object: the template, and what the pool of ext/async calls to make, check
 * and close connections. Which coroutine has which connection is not decided here
 * (pdo_pool_binding.c), nor what a method call does (pdo_pool_methods.c); resources, waiting and
 * limits are the business of the async pool. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* A connection that became idle less than this ago is taken without asking the server, where
 * that is the only way to know. */
#define STILL_FRESH_NS 1000000000

#define NS_PER_MS 1000000

/* {{{ What a driver does not say */
static const char *refuse_nothing(pdo_dbh_t *dbh, zval *driver_options)
{
	return NULL;
}

static void *hold_nothing(pdo_dbh_t *dbh)
{
	return NULL;
}

static void let_go_of_nothing(void *held)
{
}

static pdo_pool_session unknown_session(pdo_dbh_t *dbh)
{
	return PDO_POOL_SESSION_DIRTY;
}

static bool cannot_reset(pdo_dbh_t *dbh)
{
	return false;
}

static bool never_ahead(pdo_dbh_t *dbh, const HashTable *statements)
{
	return false;
}

static void accept_any_session(pdo_dbh_t *dbh)
{
}

static zend_string *no_setting(pdo_dbh_t *dbh, const zend_string *sql, bool *to_default)
{
	return NULL;
}

static int no_attribute(pdo_dbh_t *dbh, zend_long attr, zval *value)
{
	return 0;
}

static zend_async_socket_t no_descriptor(pdo_dbh_t *dbh)
{
	return -1;
}

static void cancel_nothing(pdo_dbh_t *dbh)
{
}

static bool no_read_only_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt)
{
	return false;
}

static zend_result input_means_loss(pdo_dbh_t *dbh)
{
	return FAILURE;
}

static zend_result assume_alive(pdo_dbh_t *dbh)
{
	return SUCCESS;
}

static zend_string *no_handover(pdo_dbh_t *dbh, bool leaving, zend_string *next_id)
{
	return NULL;
}

static pdo_pool_notes no_notes(pdo_dbh_t *dbh, const pdo_pool_notes *next)
{
	return (pdo_pool_notes) {0};
}

static zend_result check_liveness(pdo_dbh_t *dbh) /* may suspend */
{
	return dbh->methods->check_liveness ? dbh->methods->check_liveness(dbh) : SUCCESS;
}

static zend_string *no_local_id(pdo_dbh_t *dbh)
{
	return NULL;
}

static void drop_nothing(pdo_dbh_t *dbh, void *handle, pdo_pool_cached_end end)
{
	ZEND_ASSERT(0 && "The driver keeps no statements");
}

static void cut_off_nothing(pdo_dbh_t *dbh, zend_async_socket_t nowhere)
{
}

static void abandon_nothing(pdo_dbh_t *dbh)
{
}

static void fill_hooks(pdo_pool_t *pool)
{
	static const struct pdo_pool_methods nothing;
	const struct pdo_pool_methods *driver = pool->driver_methods->pool;
	struct pdo_pool_methods *hooks = &pool->hooks;

	driver = driver ? driver : &nothing;
	pool->idle_can_be_lost = driver->descriptor || driver->ping;
	pool->has_ping = driver->ping != NULL;
	pool->id_is_local = driver->local_id != NULL;
	pool->id_is_remote = driver->handover && !driver->local_id;
	pool->can_adopt = driver->name_setting != NULL;
	*hooks = *driver;
#define DEFAULT(hook, function) hooks->hook = driver->hook ? driver->hook : function
	DEFAULT(refuse, refuse_nothing);
	DEFAULT(hold, hold_nothing);
	DEFAULT(let_go, let_go_of_nothing);
	DEFAULT(session_state, unknown_session);
	DEFAULT(can_reset, cannot_reset);
	DEFAULT(set_up, pdo_pool_exec_setup);
	DEFAULT(reset_ahead, never_ahead);
	DEFAULT(accept_session, accept_any_session);
	DEFAULT(name_setting, no_setting);
	DEFAULT(quoter, pdo_pool_quote_on_connection);
	DEFAULT(get_attribute, no_attribute);
	DEFAULT(descriptor, no_descriptor);
	DEFAULT(cancel, cancel_nothing);
	DEFAULT(is_read_only_error, no_read_only_error);
	DEFAULT(idle_input, input_means_loss);
	DEFAULT(ping, assume_alive);
	DEFAULT(handover, no_handover);
	DEFAULT(exchange_notes, no_notes);
	DEFAULT(check_health, check_liveness);
	DEFAULT(local_id, no_local_id);
	DEFAULT(drop_cached, drop_nothing);
	DEFAULT(cut_off, cut_off_nothing);
	DEFAULT(abandon, abandon_nothing);
	DEFAULT(judge_refusal, pdo_pool_judge_sqlstate);
#undef DEFAULT
}
/* }}} */

/* {{{ What the async pool calls */
static bool connect_conn(pdo_pool_conn_t *conn, zval *options) /* may suspend */
{
	pdo_driver_t *driver = conn->pool->driver;
	bool connected;

	pdo_pool_begin_connect(conn);
	pdo_pool_begin_connect_limit(conn, options);
	connected = driver->db_handle_factory(
		&conn->dbh, Z_TYPE_P(options) == IS_ARRAY ? options : NULL);
	connected = !pdo_pool_end_connect_limit(conn) && connected;
	pdo_pool_end_connect(conn, connected);
	if (!connected) {
		return false;
	}
	conn->dbh.driver = driver;
	return pdo_pool_apply_options(conn, options) && pdo_pool_apply_settings(conn) == SUCCESS;
}

bool pdo_pool_connect(pdo_pool_conn_t *conn)
{
	zend_error_handling zeh;
	zval options;
	bool connected;

	if (pdo_pool_ask_credentials(conn) == FAILURE) {
		return false;
	}
	/* Those of the pool go with the PDO object. */
	ZVAL_COPY(&options, &conn->pool->options);
	zend_replace_error_handling(EH_THROW, pdo_exception_ce, &zeh);
	connected = connect_conn(conn, &options);
	zend_restore_error_handling(&zeh);
	zval_ptr_dtor(&options);
	return connected;
}

/* The exception of the driver goes to the coroutine that asked; a cancellation comes first. */
static void explain_failure(void)
{
	if (!EG(exception)) {
		zend_throw_exception(pdo_exception_ce, "Connecting failed", 0);
	}
}

/* A statement of the init callable, or a Fiber, may still need it. */
static void free_half_made(pdo_pool_conn_t *conn) /* may suspend */
{
	if (pdo_pool_conn_is_needed(conn)) {
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_ORPHAN);
	} else {
		pdo_pool_conn_free(conn);
	}
}

static void note_connect(pdo_pool_t *pool, zend_hrtime_t time)
{
	pdo_pool_count_time(&pool->connect, time);
	pdo_pool_log(pool, "connected in %" PRIu64 " ms", (uint64_t) (time / NS_PER_MS));
}

static zend_result pdo_pool_factory(zend_async_pool_t *async, zval *result) /* may suspend */
{
	pdo_pool_t *pool = async->user_data;
	pdo_pool_conn_t *conn = pdo_pool_conn_new(pool, async);
	const zend_hrtime_t begin = zend_hrtime();

	if (!pdo_pool_connect(conn) || pdo_pool_set_up_in_time(conn) == FAILURE) {
		zend_async_pool_failure failure = conn->failure;

		explain_failure();
		free_half_made(conn);
		pool->failure = failure;
		return FAILURE;
	}
	pdo_pool_conn_forget_credentials(conn);
	conn->dbh.error_code[0] = '\0';
	conn->idle_since = zend_hrtime();
	note_connect(pool, conn->idle_since - begin);
	pdo_pool_limit_life(conn);
	pdo_pool_start_keeping(pool);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_IDLE);
	pdo_pool_watch(conn);
	ZVAL_PTR(result, conn);
	return SUCCESS;
}

static void pdo_pool_destructor( /* may suspend */
	zend_async_pool_t *async, zval *resource, zend_async_pool_reason reason)
{
	pdo_pool_conn_drop(Z_PTR_P(resource),
		reason == ZEND_ASYNC_POOL_RETIRED ? PDO_POOL_RETIRED : PDO_POOL_CLOSED);
}

/* The connection is foreign: that makes the difference. One that a coroutine of the parent was
 * closing is left as it is, half freed. */
static void pdo_pool_abandon(zend_async_pool_t *async, zval *resource)
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);

	if (EXPECTED(conn->state != PDO_POOL_CONN_CLOSING)) {
		pdo_pool_conn_drop(conn, PDO_POOL_FORKED);
	}
}

static bool pdo_pool_before_acquire(zend_async_pool_t *async, zval *resource) /* may suspend */
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);
	const pdo_pool_t *pool = conn->pool;
	bool alive = pdo_pool_check_idle(conn);

	if (UNEXPECTED(conn->expires_at) && pdo_pool_has_expired(conn, zend_hrtime())) {
		pdo_pool_conn_condemn(conn, PDO_POOL_EXPIRED);
		return false;
	}
	if (alive && pool->has_ping && zend_hrtime() - conn->idle_since >= STILL_FRESH_NS) {
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_CHECKED);
		alive = pool->hooks.ping(&conn->dbh) == SUCCESS;
		pdo_pool_conn_set_state(conn, PDO_POOL_CONN_IDLE);
	}
	if (!alive) {
		/* A taker that was cancelled, or is out of time, has not heard what the server says. */
		pdo_pool_conn_condemn(conn, EG(exception) ? PDO_POOL_INTERRUPTED : PDO_POOL_LOST);
	}
	return alive;
}

/* pdo_pool_settle() has decided: a connection that is to be closed is an orphan. */
static bool pdo_pool_before_release(zend_async_pool_t *async, zval *resource)
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);
	return conn->state == PDO_POOL_CONN_IDLE;
}

static bool pdo_pool_healthcheck(zend_async_pool_t *async, zval *resource) /* may suspend */
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);
	bool alive;

	pdo_pool_unwatch(conn);
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_CHECKED);
	alive = pdo_pool_check_idle(conn)
		&& conn->pool->hooks.check_health(&conn->dbh) == SUCCESS;
	pdo_pool_conn_set_state(conn, PDO_POOL_CONN_IDLE);
	if (alive) {
		pdo_pool_watch(conn);
	} else {
		pdo_pool_conn_condemn(conn, PDO_POOL_UNHEALTHY);
	}
	return alive;
}

static void pdo_pool_free_user_data(void *user_data)
{
	pdo_pool_delref(user_data);
}

static const zend_async_pool_handlers_t pool_handlers = {
	.factory = pdo_pool_factory,
	.destructor = pdo_pool_destructor,
	.healthcheck = pdo_pool_healthcheck,
	.before_acquire = pdo_pool_before_acquire,
	.before_release = pdo_pool_before_release,
	.abandon = pdo_pool_abandon,
	.free_user_data = pdo_pool_free_user_data,
	.stats = pdo_pool_stats,
	.judge = pdo_pool_judge_failure,
};
/* }}} */

/* {{{ Making the template */

/* The values as they are now, without references that would let them change later. */
static void copy_options(zval *copy, zval *options)
{
	zend_ulong attr;
	zend_string *name;
	zval *value;

	ZVAL_UNDEF(copy);
	if (!options) {
		return;
	}
	array_init_size(copy, zend_hash_num_elements(Z_ARRVAL_P(options)));
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(options), attr, name, value) {
		ZVAL_DEREF(value);
		Z_TRY_ADDREF_P(value);
		if (name) {
			zend_hash_update(Z_ARRVAL_P(copy), name, value);
		} else {
			zend_hash_index_update(Z_ARRVAL_P(copy), attr, value);
		}
	} ZEND_HASH_FOREACH_END();
}

static pdo_pool_t *pool_new(pdo_dbh_t *dbh, pdo_driver_t *driver, zval *options,
	const pdo_pool_config *config)
{
	pdo_pool_t *pool = ecalloc(1, sizeof(*pool));

	pool->refcount = 1;
	pool->dbh = dbh;
	pool->driver = driver;
	pool->config = *config;
	driver->db_handle_init_methods(dbh);
	pool->driver_methods = dbh->methods;
	fill_hooks(pool);
	copy_options(&pool->options, options);
	pool->name = pdo_pool_read_name(options);
	zend_hash_init(&pool->settings, 0, NULL, pdo_pool_free_setting, 0);
	zend_hash_init(&pool->adopted, 0, NULL, pdo_pool_free_adopted, 0);
	zend_async_list_init(&pool->conns);
	pdo_pool_init_methods(pool);
	pdo_pool_init_line(pool);
	return pool;
}

void pdo_pool_delref(pdo_pool_t *pool)
{
	if (--pool->refcount > 0) {
		return;
	}
	ZEND_ASSERT(zend_async_list_is_empty(&pool->conns) && !pool->async && !pool->dbh);
	zval_ptr_dtor(&pool->options);
	zend_hash_destroy(&pool->settings);
	zend_hash_destroy(&pool->adopted);
	if (pool->name) {
		zend_string_release(pool->name);
	}
	efree(pool);
}

static void let_go(pdo_pool_t *pool)
{
	if (pool->held) {
		pool->hooks.let_go(pool->held);
		pool->held = NULL;
	}
}

/* No PDO object has come of it. */
static void pool_discard(pdo_pool_t *pool) /* may suspend */
{
	zend_async_pool_t *async = pool->async;
	pdo_dbh_t *dbh = pool->dbh;

	/* The init callable of one of its first connections may have made it a template. */
	if (dbh->pool_connections && dbh->methods == &pool->methods) {
		zend_hash_destroy(dbh->pool_connections);
		efree(dbh->pool_connections);
		dbh->pool_connections = NULL;
		dbh->pool = NULL;
		dbh->methods = NULL;
		dbh->driver = NULL;
	}
	pool->config.object = NULL;
	pdo_pool_end_keeping(pool);
	pool->async = NULL;
	pool->dbh = NULL;
	if (async) {
		ZEND_ASYNC_POOL_DISPOSE(async);
	}
	let_go(pool);
	pdo_pool_delref(pool);
}

/* Not before all is there: until then the object counts as not constructed for other coroutines
 * and the garbage collector. The exception is the init callable of a first connection, which
 * uses it. */
void pdo_pool_become_template(pdo_pool_t *pool, zend_async_pool_t *async)
{
	pdo_dbh_t *dbh = pool->dbh;

	if (dbh->pool == async) {
		return;
	}
	dbh->pool = async;
	dbh->pool_connections = emalloc(sizeof(HashTable));
	zend_hash_init(dbh->pool_connections, 0, NULL, pdo_pool_free_binding, 0);
	dbh->methods = &pool->methods;
	dbh->driver = pool->driver;
}

static bool make_async_pool(pdo_pool_t *pool) /* may suspend */
{
	zend_async_pool_handlers_t handlers = pool_handlers;
	const zend_async_pool_options_t options = {
		.min_size = (uint32_t) pool->config.min,
		.max_size = (uint32_t) pool->config.max,
		.healthcheck_interval_ms = (zend_ulong) pool->config.healthcheck_interval,
		.flags = ZEND_ASYNC_POOL_F_OPAQUE | ZEND_ASYNC_POOL_F_CONNECT_ASIDE,
		.max_waiters = (uint32_t) pool->config.max_waiters,
	};

	if (!pool->idle_can_be_lost) {
		/* A local file: there is no server to spare. */
		handlers.judge = NULL;
	}
	pool->async = zend_async_pool_create_internal(&handlers, &options, pool);
	if (!pool->async) {
		return false;
	}
	pool->refcount++;
	return true;
}

/* Code that knows nothing of the pool expects its constructor to fail when the database cannot be
 * reached. */
static bool connect_once(pdo_dbh_t *dbh) /* may suspend */
{
	pdo_dbh_t *conn = pdo_pool_acquire_conn(dbh);

	if (!conn) {
		return false;
	}
	pdo_pool_maybe_release(conn);
	return true;
}

bool pdo_pool_create(pdo_dbh_t *dbh, pdo_driver_t *driver, zval *options,
	const pdo_pool_config *config)
{
	pdo_pool_t *pool = pool_new(dbh, driver, options, config);
	const char *reason = pool->hooks.refuse(dbh, options);

	pdo_pool_watch_forks();
	dbh->methods = NULL;
	if (reason) {
		pool_discard(pool);
		if (config->from_ini) {
			return driver->db_handle_factory(dbh, options);
		}
		zend_throw_exception(pdo_exception_ce, reason, 0);
		return false;
	}
	pdo_pool_prepare_limits(pool);
	pool->held = pool->hooks.hold(dbh);
	if (!pdo_pool_apply_template_options(pool) || !make_async_pool(pool)) {
		pool_discard(pool);
		return false;
	}
	if (UNEXPECTED(dbh->pool && dbh->pool != pool->async)) {
		/* By another coroutine, while the first connections were made. */
		zend_throw_error(NULL, "A PDO object with a connection pool cannot be constructed again");
		pool_discard(pool);
		return false;
	}
	pdo_pool_become_template(pool, pool->async);
	if (config->from_ini && !connect_once(dbh)) {
		return false;
	}
	pdo_pool_start_adopting(pool);
	return true;
}
/* }}} */

/* {{{ Unmaking it */

/* A coroutine holds the connection, or something that one left is on it. All others are in the
 * hands of the async pool, which destroys them. */
static bool is_out(const pdo_pool_conn_t *conn)
{
	return conn->state == PDO_POOL_CONN_HELD || conn->state == PDO_POOL_CONN_LEFT
		|| conn->state == PDO_POOL_CONN_CLEANING;
}

static void make_orphans(pdo_pool_t *pool)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		if (is_out(conn)) {
			pdo_pool_unwatch(conn);
			pdo_pool_conn_condemn(conn, PDO_POOL_CLOSED);
			pdo_pool_part(conn);
			pdo_pool_conn_set_state(conn, PDO_POOL_CONN_ORPHAN);
		}
		if (CG(unclean_shutdown) || pdo_pool_conn_is_foreign(conn)) {
			pdo_pool_forget_calls(conn);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

/* Connections that nothing needs any more; after a fatal error also those that the factory was
 * making or a hook was looking at: it will not return. */
static bool is_to_be_freed(const pdo_pool_conn_t *conn)
{
	bool is_stuck = CG(unclean_shutdown)
		&& (conn->state == PDO_POOL_CONN_OPENING || conn->state == PDO_POOL_CONN_CHECKED);

	return (conn->state == PDO_POOL_CONN_ORPHAN || is_stuck) && !pdo_pool_conn_is_needed(conn);
}

static pdo_pool_conn_t *first_with_something_to_free(pdo_pool_t *pool)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->conns, pdo_pool_conn_t, in_pool, conn) {
		if (is_to_be_freed(conn)
				|| (conn->state == PDO_POOL_CONN_ORPHAN && conn->depth == 0
					&& conn->deferred_stmts)) {
			return conn;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return NULL;
}

/* From the start after each one: freeing may suspend, and others may go meanwhile. */
static void free_orphans(pdo_pool_t *pool) /* may suspend */
{
	pdo_pool_conn_t *conn;

	while ((conn = first_with_something_to_free(pool))) {
		if (conn->deferred_stmts) {
			pdo_pool_free_deferred_stmts(conn);
		} else {
			pdo_pool_conn_free(conn);
		}
	}
}

void pdo_pool_destroy(pdo_dbh_t *dbh)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	zend_async_pool_t *async = pool->async;
	HashTable *bindings = dbh->pool_connections;
	zval options;

	/* Detach everything that other coroutines can reach before anything suspends. */
	pool->config.object = NULL;
	make_orphans(pool);
	pdo_pool_forget_collector(pool);
	pdo_pool_end_keeping(pool);
	dbh->pool_connections = NULL;
	dbh->pool = NULL;
	dbh->methods = NULL;
	zend_hash_destroy(bindings);
	efree(bindings);
	pool->async = NULL;
	ZVAL_COPY_VALUE(&options, &pool->options);
	ZVAL_UNDEF(&pool->options);

	/* A fatal error in the constructor has left it unfinished: it goes with the request. */
	if (EXPECTED(async)) {
		ZEND_ASYNC_POOL_DISPOSE(async);
	}
	/* get_gc reported these as owned by the object: free them with it. */
	zval_ptr_dtor(&options);
	zend_hash_clean(&pool->settings);
	free_orphans(pool);
	let_go(pool);
	pool->dbh = NULL;
	pdo_pool_delref(pool);
}
/* }}} */

/* {{{ The Async\Pool object */
zend_object *pdo_pool_get_wrapper(pdo_dbh_t *dbh)
{
	return ZEND_ASYNC_NEW_POOL_OBJ(dbh->pool);
}

PHP_METHOD(PDO, getPool)
{
	pdo_dbh_t *dbh = Z_PDO_DBH_P(ZEND_THIS);
	zend_object *wrapper;

	ZEND_PARSE_PARAMETERS_NONE();
	PDO_CONSTRUCT_CHECK;

	if (!dbh->pool) {
		RETURN_NULL();
	}
	wrapper = pdo_pool_get_wrapper(dbh);
	if (!wrapper) {
		RETURN_THROWS();
	}
	RETURN_OBJ(wrapper);
}
/* }}} */
