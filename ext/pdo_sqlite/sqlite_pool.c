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

/* What pdo_sqlite does for a connection pool: which databases can be shared, what a connection
 * carries over to its next user, how to wait for a lock, and functions, aggregates, collations and
 * extensions that all connections have. Opening and using a connection is not here
 * (sqlite_driver.c).
 *
 * SQLite runs in the thread of PHP. The one thing that it waits for is a lock on the file, and its
 * holder may be a coroutine of this very thread, so that wait has to let others run. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#include "php_pdo_sqlite.h"
#include "php_pdo_sqlite_int.h"
#include "zend_exceptions.h"
#include "zend_hrtime.h"

/* May be called in views and triggers, as the functions that are built in may. */
#ifdef SQLITE_INNOCUOUS
# define INNOCUOUS SQLITE_INNOCUOUS
#else
# define INNOCUOUS 0
#endif

static pdo_sqlite_db_handle *handle_of(pdo_dbh_t *dbh)
{
	return (pdo_sqlite_db_handle *) dbh->driver_data;
}

/* {{{ Which databases */
static bool is_uri(const char *name)
{
	return strncasecmp(name, "file:", sizeof("file:") - 1) == 0;
}

static bool is_shared(const char *name)
{
	return is_uri(name) && strstr(name, "cache=shared") != NULL;
}

/* Each connection would get a database of its own. */
static bool is_private(const char *name)
{
	if (is_uri(name)) {
		const char *path = name + sizeof("file:") - 1;
		bool in_memory = strncmp(path, ":memory:", sizeof(":memory:") - 1) == 0
			|| strstr(path, "mode=memory");
		return (in_memory && !is_shared(name)) || *path == '\0' || *path == '?';
	}
	return *name == '\0' || strcmp(name, ":memory:") == 0;
}

static const char *pool_refuse(pdo_dbh_t *dbh, zval *options)
{
	if (!is_private(dbh->data_source)) {
		return NULL;
	}
	return "PDO::ATTR_POOL_ENABLED cannot be used with a private database, such as "
		"\"sqlite::memory:\", which is another one for each connection; use "
		"\"sqlite:file:NAME?mode=memory&cache=shared\"";
}

/* A database in memory goes with its last connection. This one is the PDO object's own. */
static void *hold_memory(pdo_dbh_t *dbh)
{
	const char *name = dbh->data_source;
	sqlite3 *db = NULL;

	if (!is_shared(name) || !(strstr(name, ":memory:") || strstr(name, "mode=memory"))) {
		return NULL;
	}
	sqlite3_open_v2(name, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_URI, NULL);
	return db;
}

static void let_go_of_memory(void *db)
{
	sqlite3_close(db);
}
/* }}} */

/* {{{ The session */

static int watch_session(void *arg, int action, const char *arg3, const char *arg4,
	const char *database, const char *trigger)
{
	pdo_sqlite_db_handle *H = arg;

	pdo_sqlite_note_change(&H->pool, action, arg3, arg4, database);
	if (PG(open_basedir) && *PG(open_basedir)) {
		return H->pool.authorizer(NULL, action, arg3, arg4, database, trigger);
	}
	return SQLITE_OK;
}

/* A transaction goes on for SQLite when a statement in it was cancelled, but for the pool a
 * statement that is cancelled in a transaction loses it: what was cancelled is missing in it, and
 * code that has swallowed the cancellation must not commit the rest. */
static bool lost_transaction(pdo_sqlite_db_handle *H)
{
	if (UNEXPECTED(H->pool.was_cancelled) && sqlite3_get_autocommit(H->db)) {
		H->pool.was_cancelled = false;
	}
	return H->pool.was_cancelled;
}

static pdo_pool_session pool_session_state(pdo_dbh_t *dbh)
{
	pdo_sqlite_db_handle *H = handle_of(dbh);

	if (lost_transaction(H)) {
		return PDO_POOL_SESSION_BROKEN;
	}
	if (EXPECTED(!H->pool.changes)) {
		return PDO_POOL_SESSION_CLEAN;
	}
	if (H->pool.has_new_timeout) {
		pdo_sqlite_take_over_timeout(dbh);
	}
	return PDO_POOL_SESSION_DIRTY;
}

/* The connection goes, but not before its last statement: until then a transaction would keep its
 * locks. */
static void pool_cancel(pdo_dbh_t *dbh)
{
	sqlite3 *db = handle_of(dbh)->db;

	if (!sqlite3_get_autocommit(db)) {
		sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
	}
}

static zend_string *pool_local_id(pdo_dbh_t *dbh)
{
	sqlite3_int64 id = sqlite3_last_insert_rowid(handle_of(dbh)->db);
	return id ? zend_i64_to_str(id) : NULL;
}

static zend_string *pool_handover(pdo_dbh_t *dbh, bool leaving, zend_string *next_id)
{
	zend_string *id = leaving ? pool_local_id(dbh) : NULL;

#if SQLITE_VERSION_NUMBER >= 3018000
	sqlite3_set_last_insert_rowid(
		handle_of(dbh)->db, next_id ? ZEND_STRTOL(ZSTR_VAL(next_id), NULL, 10) : 0);
#endif
	return id;
}

/* changes() and total_changes() are the connection's for SQLite; in a pool they are the
 * coroutine's. A statement of it that has changed no row is known by having been compiled. */
static int64_t changed_rows(pdo_sqlite_db_handle *H)
{
	const int64_t now = sqlite3_changes(H->db);
	const bool is_own = now != H->pool.changed_before
		|| sqlite3_total_changes(H->db) != H->pool.total_before
		|| (H->pool.may_have_changed && now == 0);

	return is_own ? now : H->pool.notes.changed_rows;
}

static int64_t changed_in_total(pdo_sqlite_db_handle *H)
{
	return H->pool.notes.changed_in_total + sqlite3_total_changes(H->db) - H->pool.total_before;
}

static void tell_changes(sqlite3_context *context, int argc, sqlite3_value **argv)
{
	sqlite3_result_int64(context, changed_rows(sqlite3_user_data(context)));
}

static void tell_total_changes(sqlite3_context *context, int argc, sqlite3_value **argv)
{
	sqlite3_result_int64(context, changed_in_total(sqlite3_user_data(context)));
}

static pdo_pool_notes pool_exchange_notes(pdo_dbh_t *dbh, const pdo_pool_notes *next)
{
	static const pdo_pool_notes none;
	pdo_sqlite_db_handle *H = handle_of(dbh);
	pdo_pool_notes left = {
		.changed_rows = changed_rows(H),
		.changed_in_total = changed_in_total(H),
	};

	H->pool.changed_before = sqlite3_changes(H->db);
	H->pool.total_before = sqlite3_total_changes(H->db);
	H->pool.notes = next ? *next : none;
	H->pool.may_have_changed = false;
	return left;
}

/* Closing the database, in the child, would roll back the parent's transaction and touch its files.
 * What SQLite allocated stays. */
static void pool_abandon(pdo_dbh_t *dbh)
{
	handle_of(dbh)->db = NULL;
	dbh->methods->closer(dbh);
}
/* }}} */

/* {{{ Waiting for a lock */
static zend_long next_delay(int tries)
{
	static const unsigned char delays[] = {1, 1, 2, 3, 5, 8, 10, 15, 20, 25};
	const int last = sizeof(delays) - 1;

	return delays[tries < last ? tries : last];
}

/* May suspend. Called inside of SQLite, which holds no lock of the process here that another
 * connection needs, unless they share a cache. 0: give up, the caller gets SQLITE_BUSY. */
static int wait_for_lock(void *arg, int tries)
{
	pdo_sqlite_db_handle *H = arg;
	zend_long left, delay;
	bool timed_out;

	if (tries == 0) {
		H->pool.waiting_since_ns = zend_hrtime();
	}
	left = H->pool.timeout_ms - (zend_long) ((zend_hrtime() - H->pool.waiting_since_ns) / 1000000);
	if (left <= 0) {
		return 0;
	}
	delay = MIN(next_delay(tries), left);
	if (ZEND_ASYNC_CAN_SUSPEND() && !H->pool.shared_cache) {
		if (ZEND_ASYNC_SUSPEND_FOR(delay, &timed_out) == SUCCESS) {
			return 1;
		}
		H->pool.was_cancelled = true;
		return 0;
	}
	usleep((unsigned int) delay * 1000);
	return 1;
}

void pdo_sqlite_set_timeout(pdo_dbh_t *dbh, zend_long timeout_ms)
{
	pdo_sqlite_db_handle *H = handle_of(dbh);

	if (pdo_pool_kind(dbh) == PDO_POOL_ORDINARY) {
		sqlite3_busy_timeout(H->db, timeout_ms);
		return;
	}
	H->pool.timeout_ms = H->pool.usual_timeout_ms = timeout_ms;
	sqlite3_busy_handler(H->db, wait_for_lock, H);
}

/* A statement runs in the thread of PHP, where no timer can end it. */
#define STEPS_PER_LOOK 1000

static int look_at_clock(void *dbh)
{
	return pdo_pool_is_late(dbh);
}

void pdo_sqlite_pool_opened(pdo_dbh_t *dbh, int flags, pdo_sqlite_authorizer authorizer)
{
	pdo_sqlite_db_handle *H = handle_of(dbh);

	if (pdo_pool_kind(dbh) == PDO_POOL_ORDINARY) {
		return;
	}
	H->pool.shared_cache = (flags & SQLITE_OPEN_SHAREDCACHE) || is_shared(dbh->data_source);
	H->pool.authorizer = authorizer;
	sqlite3_set_authorizer(H->db, watch_session, H);
	sqlite3_create_function(H->db, "changes", 0, SQLITE_UTF8 | INNOCUOUS, H, tell_changes,
		NULL, NULL);
	sqlite3_create_function(H->db, "total_changes", 0, SQLITE_UTF8 | INNOCUOUS, H,
		tell_total_changes, NULL, NULL);
	if (pdo_pool_can_be_late(dbh)) {
		sqlite3_progress_handler(H->db, STEPS_PER_LOOK, look_at_clock, dbh);
	}
}
/* }}} */

/* {{{ Functions, aggregates, collations */

/* A copy that is independent of src, which may be copied again. */
static void copy_callable(zend_fcall_info_cache *dest, const zend_fcall_info_cache *src)
{
	zend_fcc_dup(dest, src);
	if (dest->function_handler->common.fn_flags & ZEND_ACC_CALL_VIA_TRAMPOLINE) {
		zend_function *copy = emalloc(sizeof(zend_function));

		memcpy(copy, dest->function_handler, sizeof(zend_function));
		zend_string_addref(copy->common.function_name);
		dest->function_handler = copy;
	}
}

static int create_function(const pdo_sqlite_db_handle *H, const char *name, int argc, int flags,
	struct pdo_sqlite_func *func, bool is_scalar)
{
	const bool is_alone = H->pool.shared_cache;

	if (is_scalar) {
		return sqlite3_create_function(H->db, name, argc, flags | SQLITE_UTF8, func,
			is_alone ? pdo_sqlite_call_alone : php_sqlite3_func_callback, NULL, NULL);
	}
	return sqlite3_create_function(H->db, name, argc, flags | SQLITE_UTF8, func, NULL,
		is_alone ? pdo_sqlite_step_alone : php_sqlite3_func_step_callback,
		is_alone ? pdo_sqlite_finish_alone : php_sqlite3_func_final_callback);
}

typedef struct _callable_setting {
	pdo_pool_setting base;
	char *name;
	int argc;
	int flags;
	/* One of the three ways. */
	zend_fcall_info_cache func;
	zend_fcall_info_cache step;
	zend_fcall_info_cache fini;
	zend_fcall_info_cache callback;
	pdo_sqlite_compare compare;
} callable_setting;

static bool function_apply(pdo_dbh_t *dbh, pdo_pool_setting *base)
{
	callable_setting *setting = (callable_setting *) base;
	pdo_sqlite_db_handle *H = handle_of(dbh);
	struct pdo_sqlite_func *func = ecalloc(1, sizeof(*func));
	bool scalar = ZEND_FCC_INITIALIZED(setting->func);

	if (create_function(H, setting->name, setting->argc, setting->flags, func, scalar)
			!= SQLITE_OK) {
		efree(func);
		return false;
	}
	func->funcname = estrdup(setting->name);
	func->argc = setting->argc;
	if (scalar) {
		copy_callable(&func->func, &setting->func);
	} else {
		copy_callable(&func->step, &setting->step);
		copy_callable(&func->fini, &setting->fini);
	}
	func->next = H->funcs;
	H->funcs = func;
	return true;
}

static bool collation_apply(pdo_dbh_t *dbh, pdo_pool_setting *base)
{
	callable_setting *setting = (callable_setting *) base;
	pdo_sqlite_db_handle *H = handle_of(dbh);
	struct pdo_sqlite_collation *collation = pdo_sqlite_collation_new(H->db, setting->compare);

	if (sqlite3_create_collation(H->db, setting->name, SQLITE_UTF8, collation,
			H->pool.shared_cache ? pdo_sqlite_compare_alone : setting->compare) != SQLITE_OK) {
		efree(collation);
		return false;
	}
	collation->name = estrdup(setting->name);
	copy_callable(&collation->callback, &setting->callback);
	collation->next = H->collations;
	H->collations = collation;
	return true;
}

static void callable_free(pdo_pool_setting *base)
{
	callable_setting *setting = (callable_setting *) base;
	zend_fcall_info_cache *callables[] = {
		&setting->func, &setting->step, &setting->fini, &setting->callback,
	};

	for (size_t i = 0; i < sizeof(callables) / sizeof(callables[0]); i++) {
		if (ZEND_FCC_INITIALIZED(*callables[i])) {
			zend_fcc_dtor(callables[i]);
		}
	}
	efree(setting->name);
	efree(setting);
}

static void callable_get_gc(pdo_pool_setting *base, zend_get_gc_buffer *buffer)
{
	callable_setting *setting = (callable_setting *) base;
	zend_fcall_info_cache *callables[] = {
		&setting->func, &setting->step, &setting->fini, &setting->callback,
	};

	for (size_t i = 0; i < sizeof(callables) / sizeof(callables[0]); i++) {
		if (ZEND_FCC_INITIALIZED(*callables[i])) {
			zend_get_gc_buffer_add_fcc(buffer, callables[i]);
		}
	}
}

static callable_setting *callable_new(const char *name, int argc, int flags,
	bool (*apply)(pdo_dbh_t *dbh, pdo_pool_setting *setting))
{
	callable_setting *setting = ecalloc(1, sizeof(*setting));

	setting->base.apply = apply;
	setting->base.free = callable_free;
	setting->base.get_gc = callable_get_gc;
	setting->name = estrdup(name);
	setting->argc = argc;
	setting->flags = flags;
	return setting;
}

/* As in SQLite, a function of the same name and number of arguments takes the place of the
 * first. */
static bool configure_function(pdo_dbh_t *dbh, callable_setting *setting)
{
	zend_string *key = strpprintf(0, "function %s/%d", setting->name, setting->argc);
	bool done = pdo_pool_configure(dbh, key, &setting->base);

	zend_string_release(key);
	return done;
}

bool pdo_sqlite_pool_create_function(pdo_dbh_t *dbh, const char *name, int argc, int flags,
	zend_fcall_info_cache *func)
{
	callable_setting *setting = callable_new(name, argc, flags, function_apply);

	zend_fcc_dup(&setting->func, func);
	return configure_function(dbh, setting);
}

bool pdo_sqlite_pool_create_aggregate(pdo_dbh_t *dbh, const char *name, int argc,
	zend_fcall_info_cache *step, zend_fcall_info_cache *fini)
{
	callable_setting *setting = callable_new(name, argc, 0, function_apply);

	zend_fcc_dup(&setting->step, step);
	zend_fcc_dup(&setting->fini, fini);
	return configure_function(dbh, setting);
}

bool pdo_sqlite_pool_create_collation(pdo_dbh_t *dbh, const char *name,
	zend_fcall_info_cache *callback, int (*compare)(void *, int, const void *, int, const void *))
{
	callable_setting *setting = callable_new(name, 0, 0, collation_apply);
	zend_string *key = strpprintf(0, "collation %s", name);
	bool done;

	zend_fcc_dup(&setting->callback, callback);
	setting->compare = compare;
	done = pdo_pool_configure(dbh, key, &setting->base);
	zend_string_release(key);
	return done;
}
/* }}} */

/* {{{ Extensions */
#ifndef PDO_SQLITE_OMIT_LOAD_EXTENSION
typedef struct _extension_setting {
	pdo_pool_setting base;
	char *path;
} extension_setting;

static bool extension_apply(pdo_dbh_t *dbh, pdo_pool_setting *base)
{
	sqlite3 *db = handle_of(dbh)->db;
	char *error = NULL;
	int result;

	/* For the C function only, not for SQL. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 1, NULL);
	result = sqlite3_load_extension(db, ((extension_setting *) base)->path, 0, &error);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0, NULL);
	if (result != SQLITE_OK) {
		zend_throw_exception_ex(
			php_pdo_get_exception(), 0, "Unable to load extension \"%s\"", error);
		sqlite3_free(error);
	}
	return result == SQLITE_OK;
}

static void extension_free(pdo_pool_setting *base)
{
	efree(((extension_setting *) base)->path);
	efree(base);
}

bool pdo_sqlite_pool_load_extension(pdo_dbh_t *dbh, const char *path)
{
	extension_setting *setting = ecalloc(1, sizeof(*setting));
	zend_string *key = strpprintf(0, "extension %s", path);
	bool done;

	setting->base.apply = extension_apply;
	setting->base.free = extension_free;
	setting->path = estrdup(path);
	done = pdo_pool_configure(dbh, key, &setting->base);
	zend_string_release(key);
	return done;
}
#endif
/* }}} */

/* {{{ What the pool asks of the template: answers that depend on no connection */
static zend_string *pool_quoter(
	pdo_dbh_t *dbh, const zend_string *unquoted, enum pdo_param_type paramtype)
{
	return sqlite_methods.quoter(dbh, unquoted, paramtype);
}

static int pool_get_attribute(pdo_dbh_t *dbh, zend_long attribute, zval *value)
{
	return sqlite_methods.get_attribute(dbh, attribute, value);
}

void pdo_sqlite_pool_init_methods(pdo_dbh_t *dbh)
{
	dbh->methods = &sqlite_methods;
}
/* }}} */

const struct pdo_pool_methods pdo_sqlite_pool_methods = {
	.refuse = pool_refuse,
	.hold = hold_memory,
	.let_go = let_go_of_memory,
	.session_state = pool_session_state,
	.can_reset = pdo_sqlite_can_reset,
	.set_up = pdo_sqlite_set_up,
	.accept_session = pdo_sqlite_accept_session,
	.name_setting = pdo_sqlite_name_setting,
	.quoter = pool_quoter,
	.get_attribute = pool_get_attribute,
	.cancel = pool_cancel,
	.handover = pool_handover,
	.exchange_notes = pool_exchange_notes,
	.local_id = pool_local_id,
	.drop_cached = pdo_sqlite_cache_drop,
	.abandon = pool_abandon,
};
