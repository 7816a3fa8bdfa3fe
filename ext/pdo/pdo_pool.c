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

/* The pool of a PDO object: the template, the connections and what the pool of ext/async calls to
 * make, check and close them. Which coroutine has which connection is not decided here
 * (pdo_pool_binding.c), nor what a method call does (pdo_pool_methods.c); resources, waiting and limits are
 * the business of the async pool. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"
#ifndef PHP_WIN32
# include <pthread.h>
#endif

/* A connection that became idle less than this ago is taken without asking the server, where that is the only way to
 * know. */
#define STILL_FRESH_NS 1000000000

/* Counts the forks that lead to this process. Written in the child only. */
static uint32_t fork_generation;

#ifndef PHP_WIN32
static void count_fork(void)
{
	fork_generation++;
}

static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, count_fork);
}

static void watch_forks_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, watch_forks);
}
#else
static void watch_forks_once(void)
{
}
#endif

PDO_API uint32_t pdo_pool_fork_generation(void)
{
	return fork_generation;
}

/* {{{ Questions to the driver */
static const struct pdo_pool_methods *driver_hooks(const pdo_pool_t *pool)
{
	static const struct pdo_pool_methods none;
	return pool->driver_methods->pool ? pool->driver_methods->pool : &none;
}

PDO_API bool pdo_pool_is_foreign(const pdo_dbh_t *dbh)
{
	return pdo_pool_kind(dbh) == PDO_POOL_CONNECTION
		&& ((const pdo_pool_conn_t *) dbh)->fork_generation != fork_generation;
}

bool pdo_pool_is_in_transaction(pdo_pool_conn_t *conn)
{
	const struct pdo_dbh_methods *methods = conn->dbh.methods;
	return methods->in_transaction ? methods->in_transaction(&conn->dbh) : conn->dbh.in_txn;
}

pdo_pool_session pdo_pool_session_of(pdo_pool_conn_t *conn)
{
	const struct pdo_pool_methods *hooks = driver_hooks(conn->pool);
	pdo_pool_session session;

	if (conn->broken || pdo_pool_is_foreign(&conn->dbh)) {
		return PDO_POOL_SESSION_BROKEN;
	}
	session = hooks->session_state ? hooks->session_state(&conn->dbh) : PDO_POOL_SESSION_DIRTY;
	return session == PDO_POOL_SESSION_CLEAN && UNEXPECTED(conn->had_ghosts) ? PDO_POOL_SESSION_DIRTY : session;
}
/* }}} */

/* {{{ Connections */
static void pool_addref(pdo_pool_t *pool)
{
	pool->refcount++;
}

static void pool_delref(pdo_pool_t *pool)
{
	if (--pool->refcount > 0) {
		return;
	}
	ZEND_ASSERT(!pool->conns && !pool->async && !pool->dbh);
	zval_ptr_dtor(&pool->options);
	zend_hash_destroy(&pool->settings);
	efree(pool);
}

static void conn_link(pdo_pool_conn_t *conn)
{
	pdo_pool_t *pool = conn->pool;

	conn->next = pool->conns;
	if (conn->next) {
		conn->next->prev = conn;
	}
	pool->conns = conn;
}

static void conn_unlink(pdo_pool_conn_t *conn)
{
	if (conn->prev) {
		conn->prev->next = conn->next;
	} else {
		conn->pool->conns = conn->next;
	}
	if (conn->next) {
		conn->next->prev = conn->prev;
	}
	conn->prev = conn->next = NULL;
}

static pdo_pool_conn_t *conn_new(pdo_pool_t *pool, zend_async_pool_t *async)
{
	pdo_pool_conn_t *conn = ecalloc(1, sizeof(*conn));
	pdo_dbh_t *dbh = &conn->dbh;
	const pdo_dbh_t *from = pool->dbh;
	zval *options = Z_TYPE(pool->options) == IS_ARRAY ? &pool->options : NULL;

	conn->pool = pool;
	conn->fork_generation = fork_generation;
	pool_addref(pool);
	conn_link(conn);

	dbh->pool = async;
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

/* Only the factory of a driver reads them. */
static void free_credentials(pdo_dbh_t *dbh)
{
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

static void forget_cleaner(pdo_pool_conn_t *conn)
{
	zend_coroutine_t *cleaner = conn->cleaner;

	if (cleaner) {
		conn->cleaner = NULL;
		cleaner->internal_data = NULL;
		OBJ_RELEASE(ZEND_ASYNC_COROUTINE_OBJECT(cleaner));
	}
}

static void conn_forget_users(pdo_pool_conn_t *conn)
{
	pdo_pool_part(conn);
	conn->holder = NULL;
	forget_cleaner(conn);
}

void pdo_pool_free_conn(pdo_pool_conn_t *conn)
{
	pdo_pool_t *pool = conn->pool;
	const struct pdo_pool_methods *hooks = driver_hooks(pool);

	ZEND_ASSERT(conn->dbh.pool_slot_refcount == 0);
	pdo_pool_end_watch(conn);
	conn_forget_users(conn);
	conn_unlink(conn);
	if (!conn->dbh.methods) {
		/* The factory gave up before it had anything to close. */
	} else if (!pdo_pool_is_foreign(&conn->dbh)) {
		conn->dbh.methods->closer(&conn->dbh);
	} else if (hooks->abandon) {
		hooks->abandon(&conn->dbh);
	}
	free_credentials(&conn->dbh);
	efree(conn);
	pool_delref(pool);
}

void pdo_pool_copy_attributes(pdo_pool_conn_t *conn)
{
	const pdo_dbh_t *from = conn->pool->dbh;

	conn->dbh.error_mode = from->error_mode;
	conn->dbh.desired_case = from->desired_case;
	conn->dbh.oracle_nulls = from->oracle_nulls;
	conn->dbh.stringify = from->stringify;
	conn->dbh.default_fetch_type = from->default_fetch_type;
}

void pdo_pool_spread_attributes(pdo_dbh_t *dbh)
{
	for (pdo_pool_conn_t *conn = pdo_pool_of_template(dbh)->conns; conn; conn = conn->next) {
		pdo_pool_copy_attributes(conn);
	}
}

/* What the constructor of an ordinary handle does after it has connected. There, too, an attribute
 * that cannot be set is no reason to fail. */
static zend_result apply_options(pdo_pool_conn_t *conn, zval *options)
{
	zend_ulong attr;
	zend_string *name;
	zval *value;

	if (Z_TYPE_P(options) != IS_ARRAY) {
		return SUCCESS;
	}
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL_P(options), attr, name, value) {
		if (!name && !pdo_pool_is_attribute(attr) && attr != PDO_ATTR_STATEMENT_CLASS) {
			pdo_dbh_attribute_set(&conn->dbh, attr, value);
		}
	} ZEND_HASH_FOREACH_END();
	return EG(exception) ? FAILURE : SUCCESS;
}

zend_result pdo_pool_apply_settings(pdo_pool_conn_t *conn)
{
	pdo_pool_t *pool = conn->pool;
	pdo_pool_setting *setting;

	/* From the start after each one: a setting may suspend, and the table may change meanwhile. One that
	 * cannot be made right now, as with statements open, is tried again next time. */
	while (conn->settings_serial != pool->settings_serial) {
		pdo_pool_setting *next = NULL;

		ZEND_HASH_FOREACH_PTR(&pool->settings, setting) {
			if (setting->serial > conn->settings_serial) {
				next = setting;
				break;
			}
		} ZEND_HASH_FOREACH_END();
		if (!next) {
			conn->settings_serial = pool->settings_serial;
			break;
		}
		next->refcount++;
		bool made = next->apply(&conn->dbh, next);
		zend_ulong serial = next->serial;
		if (--next->refcount == 0) {
			next->free(next);
		}
		if (EG(exception)) {
			return FAILURE;
		}
		if (!made) {
			break;
		}
		conn->settings_serial = serial;
	}
	return SUCCESS;
}
/* }}} */

/* {{{ What the async pool calls */
static bool connect_conn(pdo_pool_conn_t *conn, zval *options) /* may suspend */
{
	pdo_driver_t *driver = conn->pool->driver;

	if (!driver->db_handle_factory(&conn->dbh, Z_TYPE_P(options) == IS_ARRAY ? options : NULL)) {
		return false;
	}
	conn->dbh.driver = driver;
	return apply_options(conn, options) == SUCCESS && pdo_pool_apply_settings(conn) == SUCCESS;
}

/* The exception of the driver goes to the coroutine that asked; a cancellation comes first. */
static void explain_failure(void)
{
	if (!EG(exception)) {
		zend_throw_exception(pdo_exception_ce, "Connecting failed", 0);
	}
}

static zend_result pdo_pool_factory(zend_async_pool_t *async, zval *result) /* may suspend */
{
	pdo_pool_t *pool = async->user_data;
	pdo_pool_conn_t *conn = conn_new(pool, async);
	zend_error_handling zeh;
	zval options;
	bool connected;

	/* Those of the pool go with the PDO object. */
	ZVAL_COPY(&options, &pool->options);
	conn->in_hook = true;
	zend_replace_error_handling(EH_THROW, pdo_exception_ce, &zeh);
	connected = connect_conn(conn, &options);
	zend_restore_error_handling(&zeh);
	conn->in_hook = false;
	zval_ptr_dtor(&options);

	if (!connected) {
		explain_failure();
		pdo_pool_free_conn(conn);
		return FAILURE;
	}
	free_credentials(&conn->dbh);
	conn->dbh.error_code[0] = '\0';
	conn->idle_since = zend_hrtime();
	pdo_pool_watch(conn);
	ZVAL_PTR(result, conn);
	return SUCCESS;
}

/* A statement lives, or a call is on its way. */
static bool is_needed(const pdo_pool_conn_t *conn)
{
	return conn->dbh.pool_slot_refcount > 0 || conn->users > 0;
}

static void make_orphan(pdo_pool_conn_t *conn)
{
	pdo_pool_unwatch(conn);
	conn_forget_users(conn);
	conn->orphan = true;
}

void pdo_pool_drop_conn(pdo_pool_conn_t *conn)
{
	make_orphan(conn);
	if (!is_needed(conn)) {
		pdo_pool_free_conn(conn);
	}
}

static void pdo_pool_destructor(zend_async_pool_t *async, zval *resource)
{
	pdo_pool_drop_conn(Z_PTR_P(resource));
}

static bool pdo_pool_before_acquire(zend_async_pool_t *async, zval *resource) /* may suspend */
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);
	const struct pdo_pool_methods *hooks = driver_hooks(conn->pool);
	bool alive;

	if (!pdo_pool_check_idle(conn)) {
		return false;
	}
	if (!hooks->ping || zend_hrtime() - conn->idle_since < STILL_FRESH_NS) {
		return true;
	}
	conn->in_hook = true;
	alive = hooks->ping(&conn->dbh) == SUCCESS;
	conn->in_hook = false;
	return alive;
}

static bool pdo_pool_before_release(zend_async_pool_t *async, zval *resource)
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);

	if (pdo_pool_session_of(conn) != PDO_POOL_SESSION_CLEAN || pdo_pool_is_in_transaction(conn)) {
		return false;
	}
	pdo_pool_watch(conn);
	return true;
}

static bool pdo_pool_healthcheck(zend_async_pool_t *async, zval *resource) /* may suspend */
{
	pdo_pool_conn_t *conn = Z_PTR_P(resource);
	const struct pdo_dbh_methods *methods = conn->dbh.methods;
	bool alive;

	/* A ping may overwrite what the client library has in memory for the coroutine that used it last. */
	if (driver_hooks(conn->pool)->local_id) {
		pdo_pool_part(conn);
	}
	conn->in_hook = true;
	pdo_pool_unwatch(conn);
	alive = pdo_pool_check_idle(conn)
		&& (!methods->check_liveness || methods->check_liveness(&conn->dbh) == SUCCESS);
	if (alive) {
		pdo_pool_watch(conn);
	}
	conn->in_hook = false;
	return alive;
}

/* In a forked child. */
static void pdo_pool_abandon(zend_async_pool_t *async, zval *resource)
{
	pdo_pool_drop_conn(Z_PTR_P(resource));
}

static const zend_async_pool_handlers_t pool_handlers = {
	.factory = pdo_pool_factory,
	.destructor = pdo_pool_destructor,
	.healthcheck = pdo_pool_healthcheck,
	.before_acquire = pdo_pool_before_acquire,
	.before_release = pdo_pool_before_release,
	.abandon = pdo_pool_abandon,
};
/* }}} */

/* {{{ Making and unmaking the template */
static void free_setting(zval *element)
{
	pdo_pool_setting *setting = Z_PTR_P(element);

	if (--setting->refcount == 0) {
		setting->free(setting);
	}
}

static void free_binding(zval *element)
{
	pdo_pool_free_binding(Z_PTR_P(element));
}

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

static pdo_pool_t *pool_new(pdo_dbh_t *dbh, pdo_driver_t *driver, zval *options, const pdo_pool_config *config)
{
	pdo_pool_t *pool = ecalloc(1, sizeof(*pool));

	pool->refcount = 1;
	pool->dbh = dbh;
	pool->driver = driver;
	pool->config = *config;
	pool->driver_methods = dbh->methods;
	pool->idle_can_be_lost = driver_hooks(pool)->descriptor || driver_hooks(pool)->ping;
	copy_options(&pool->options, options);
	zend_hash_init(&pool->settings, 0, NULL, free_setting, 0);
	pdo_pool_init_methods(pool);
	return pool;
}

/* PDO's own attributes are set on the template; those of the driver wait for a connection. */
static bool set_template_options(pdo_pool_t *pool)
{
	zend_ulong attr;
	zend_string *name;
	zval *value;

	if (Z_TYPE(pool->options) != IS_ARRAY) {
		return true;
	}
	pool->dbh->methods = &pool->methods;
	ZEND_HASH_FOREACH_KEY_VAL(Z_ARRVAL(pool->options), attr, name, value) {
		if (!name) {
			pdo_dbh_attribute_set(pool->dbh, attr, value);
		}
	} ZEND_HASH_FOREACH_END();
	pool->dbh->methods = NULL;
	return !EG(exception);
}

/* Not before all is there: until then the object counts as not constructed for other coroutines and the garbage collector. */
static void become_template(pdo_dbh_t *dbh, pdo_pool_t *pool)
{
	dbh->pool = pool->async;
	dbh->pool_connections = emalloc(sizeof(HashTable));
	zend_hash_init(dbh->pool_connections, 0, NULL, free_binding, 0);
	dbh->methods = &pool->methods;
	dbh->driver = pool->driver;
}

static bool make_async_pool(pdo_pool_t *pool) /* may suspend */
{
	const zend_async_pool_options_t options = {
		.min_size = pool->config.min,
		.max_size = pool->config.max,
		.healthcheck_interval_ms = pool->config.healthcheck_interval,
		.flags = ZEND_ASYNC_POOL_F_OPAQUE,
	};

	pool->async = zend_async_pool_create_internal(&pool_handlers, &options, pool);
	return pool->async != NULL;
}

/* Code that knows nothing of the pool expects its constructor to fail when the database cannot
 * be reached. */
static bool connect_once(pdo_dbh_t *dbh) /* may suspend */
{
	pdo_dbh_t *conn = pdo_pool_acquire_conn(dbh);

	if (!conn) {
		return false;
	}
	pdo_pool_maybe_release(conn);
	return true;
}

static void discard_pool(pdo_pool_t *pool) /* may suspend */
{
	zend_async_pool_t *async = pool->async;

	pool->async = NULL;
	pool->dbh = NULL;
	ZEND_ASYNC_POOL_DISPOSE(async);
	pool_delref(pool);
}

static const char *reason_against(pdo_dbh_t *dbh, zval *options)
{
	const struct pdo_pool_methods *hooks = dbh->methods->pool;
	return hooks && hooks->refuse ? hooks->refuse(dbh, options) : NULL;
}

bool pdo_pool_create(pdo_dbh_t *dbh, pdo_driver_t *driver, zval *options, const pdo_pool_config *config)
{
	pdo_pool_t *pool;
	const char *reason;

	watch_forks_once();
	driver->db_handle_init_methods(dbh);
	reason = reason_against(dbh, options);
	if (reason) {
		dbh->methods = NULL;
		if (config->from_ini) {
			return driver->db_handle_factory(dbh, options);
		}
		zend_throw_exception(pdo_exception_ce, reason, 0);
		return false;
	}

	pool = pool_new(dbh, driver, options, config);
	dbh->methods = NULL;
	if (!set_template_options(pool) || !make_async_pool(pool)) {
		pool->dbh = NULL;
		pool_delref(pool);
		return false;
	}
	if (UNEXPECTED(dbh->pool)) {
		/* By another coroutine, while the first connections were made. */
		zend_throw_error(NULL, "A PDO object with a connection pool cannot be constructed again");
		discard_pool(pool);
		return false;
	}
	become_template(dbh, pool);
	return !config->from_ini || connect_once(dbh);
}

/* Somebody has it, or something that somebody left is on it. All others are in the hands of the async pool, idle or in a hook, and
 * it is the async pool that destroys them. */
static bool is_out(const pdo_pool_conn_t *conn)
{
	return conn->holder || conn->cleaner || is_needed(conn);
}

static void make_orphans(pdo_pool_t *pool)
{
	for (pdo_pool_conn_t *conn = pool->conns; conn; conn = conn->next) {
		if (is_out(conn)) {
			make_orphan(conn);
		}
		/* After a fatal error, and in a forked child, nobody comes back to a call. */
		if (CG(unclean_shutdown) || pdo_pool_is_foreign(&conn->dbh)) {
			conn->users = 0;
		}
	}
}

/* From the start after each one: closing may suspend, and others may go meanwhile. */
static void free_orphans(pdo_pool_t *pool) /* may suspend */
{
	pdo_pool_conn_t *conn = pool->conns;

	while (conn) {
		if (conn->orphan && conn->ghosts && conn->users == 0) {
			pdo_pool_free_ghosts(conn);
			conn = pool->conns;
		} else if (conn->orphan && !is_needed(conn)) {
			pdo_pool_free_conn(conn);
			conn = pool->conns;
		} else {
			conn = conn->next;
		}
	}
}

void pdo_pool_destroy(pdo_dbh_t *dbh)
{
	pdo_pool_t *pool = pdo_pool_of_template(dbh);
	zend_async_pool_t *async = pool->async;
	HashTable *bindings = dbh->pool_connections;
	zval options;

	/* All that others could stumble over is done before anything suspends: a coroutine that ends, or is done with a
	 * statement, has nothing to do here from now on. */
	make_orphans(pool);
	dbh->pool_connections = NULL;
	dbh->pool = NULL;
	dbh->methods = NULL;
	zend_hash_destroy(bindings);
	efree(bindings);
	pool->async = NULL;
	ZVAL_COPY_VALUE(&options, &pool->options);
	ZVAL_UNDEF(&pool->options);

	ZEND_ASYNC_POOL_DISPOSE(async);
	/* What get_gc has told to be the object's own goes with it. */
	zval_ptr_dtor(&options);
	zend_hash_clean(&pool->settings);
	free_orphans(pool);
	pool->dbh = NULL;
	pool_delref(pool);
}

zend_object *pdo_pool_get_wrapper(pdo_dbh_t *dbh)
{
	return ZEND_ASYNC_NEW_POOL_OBJ(dbh->pool);
}
/* }}} */

/* Not an update in place: the order is that of the serial numbers. Freeing the old one may run code that configures
 * something itself. */
static void replace_setting(pdo_pool_t *pool, zend_string *name, pdo_pool_setting *setting)
{
	pdo_pool_setting *old = zend_hash_find_ptr(&pool->settings, name);

	if (old) {
		old->refcount++;
		zend_hash_del(&pool->settings, name);
	}
	zend_hash_add_new_ptr(&pool->settings, name, setting);
	if (old && --old->refcount == 0) {
		old->free(old);
	}
}

PDO_API bool pdo_pool_configure(pdo_dbh_t *dbh, zend_string *name, pdo_pool_setting *setting)
{
	pdo_dbh_t *conn = pdo_pool_acquire_conn(dbh);
	bool made = conn && setting->apply(conn, setting);

	if (made && dbh->pool_connections) {
		pdo_pool_t *pool = pdo_pool_of_template(dbh);

		if (pdo_pool_conn_of(conn)->settings_serial == pool->settings_serial) {
			pdo_pool_conn_of(conn)->settings_serial++;
		}
		setting->serial = ++pool->settings_serial;
		setting->refcount = 1;
		replace_setting(pool, name, setting);
	} else {
		setting->free(setting);
	}
	if (conn) {
		pdo_pool_maybe_release(conn);
	}
	return made;
}

/* {{{ The PHP method */
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
