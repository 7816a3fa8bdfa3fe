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

/* ZendAsyncTest\ConnectionPool: an example of a pool that an extension makes for itself. Its
 * connections are C structs that PHP code never sees (it gets their numbers), its handlers are C
 * functions, and all of them can be told to be slow or to fail. Only Zend/zend_async_API.h is
 * used. */

#include "zend_async_test.h"
#include "zend_async_API.h"
#include "zend_exceptions.h"

/* {{{ What a connection is */
typedef struct _connection {
	zend_long number;
} connection;

/* How a handler is to behave. */
typedef struct _behaviour {
	const char *name;
	zend_long delay_ms;
	zend_long failures;
	bool throwing;
} behaviour;

enum { FACTORY, DESTRUCTOR, HEALTHCHECK, BEFORE_ACQUIRE, BEFORE_RELEASE, HANDLER_COUNT };

/* The user data of the pool. It outlives the object by the calls of handlers that are under way
 * when the object goes. */
typedef struct _connections {
	zend_async_pool_t *pool;
	behaviour handlers[HANDLER_COUNT];
	zend_long last_number;
	zend_long failure_limit;
	zend_long failures_in_row;
	/* The connections that PHP code has, by number. */
	HashTable acquired;
	/* number => the address that it has or had, to name one that is idle. */
	HashTable addresses;
	zval log;
} connections;

typedef struct _connection_pool {
	connections *data;
	zend_object std;
} connection_pool;

static zend_object_handlers connection_pool_handlers;

static connection_pool *connection_pool_of(zend_object *object)
{
	return ZEND_CONTAINER_OF(object, connection_pool, std);
}

static connections *connections_of(zval *object)
{
	return connection_pool_of(Z_OBJ_P(object))->data;
}
/* }}} */

/* {{{ Handlers */

/* Does what the handler was told to do. may suspend */
static zend_result behave(connections *self, int handler, zend_long number)
{
	behaviour *how = &self->handlers[handler];
	bool timed_out;

	add_next_index_str(&self->log, zend_strpprintf(0, "%s " ZEND_LONG_FMT, how->name, number));
	if (how->delay_ms && ZEND_ASYNC_CAN_SUSPEND()
	 && ZEND_ASYNC_SUSPEND_FOR(how->delay_ms, &timed_out) == FAILURE) {
		return FAILURE;
	}
	if (!how->failures) {
		return SUCCESS;
	}
	how->failures--;
	if (how->throwing) {
		zend_throw_exception_ex(NULL, 0, "The %s of connection " ZEND_LONG_FMT " failed", how->name,
			number);
	}
	return FAILURE;
}

/* may suspend */
static zend_result connect_one(zend_async_pool_t *pool, zval *result)
{
	connections *self = pool->user_data;
	zend_long number = ++self->last_number;
	connection *made;

	if (behave(self, FACTORY, number) == FAILURE) {
		return FAILURE;
	}
	made = emalloc(sizeof(*made));
	made->number = number;
	ZVAL_PTR(result, made);
	return SUCCESS;
}

/* may suspend */
static void disconnect(
		zend_async_pool_t *pool, zval *resource, zend_async_pool_reason reason)
{
	connection *old = Z_PTR_P(resource);

	behave(pool->user_data, DESTRUCTOR, old->number);
	efree(old);
}

/* may suspend */
static bool is_healthy(zend_async_pool_t *pool, zval *resource)
{
	return behave(pool->user_data, HEALTHCHECK,
		((connection *) Z_PTR_P(resource))->number) == SUCCESS;
}

/* may suspend */
static bool prepare(zend_async_pool_t *pool, zval *resource)
{
	return behave(pool->user_data, BEFORE_ACQUIRE,
		((connection *) Z_PTR_P(resource))->number) == SUCCESS;
}

/* may suspend */
static bool reset(zend_async_pool_t *pool, zval *resource)
{
	return behave(pool->user_data, BEFORE_RELEASE,
		((connection *) Z_PTR_P(resource))->number) == SUCCESS;
}

static bool accept_all(zend_async_pool_t *pool, zval *resource)
{
	return true;
}

/* In a forked child: free the memory, send nothing. */
static void forget(zend_async_pool_t *pool, zval *resource)
{
	efree(Z_PTR_P(resource));
}

static void free_connections(void *user_data)
{
	connections *self = user_data;

	zend_hash_destroy(&self->acquired);
	zend_hash_destroy(&self->addresses);
	zval_ptr_dtor(&self->log);
	efree(self);
}

static void add_stats(zend_async_pool_t *pool, zval *array)
{
	connections *data = pool->user_data;

	add_assoc_long(array, "last_number", data->last_number);
}

static const zend_async_pool_handlers_t handlers = {
	.factory = connect_one,
	.destructor = disconnect,
	.healthcheck = is_healthy,
	.before_acquire = prepare,
	.before_release = reset,
	.abandon = forget,
	.free_user_data = free_connections,
	.stats = add_stats,
};

static const zend_async_pool_handlers_t bare_handlers = {
	.factory = connect_one,
	.destructor = disconnect,
	.before_acquire = accept_all,
	.before_release = accept_all,
	.abandon = forget,
	.free_user_data = free_connections,
};
/* }}} */

/* {{{ Strategy of the circuit breaker */
static void on_success(zend_async_pool_t *pool)
{
	((connections *) pool->user_data)->failures_in_row = 0;
	if (pool->circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING) {
		ZEND_ASYNC_POOL_ACTIVATE(pool);
	}
}

static void on_failure(zend_async_pool_t *pool, zend_object *error)
{
	connections *self = pool->user_data;

	if (++self->failures_in_row >= self->failure_limit) {
		ZEND_ASYNC_POOL_DEACTIVATE(pool);
	}
}

static bool always(zend_async_pool_t *pool)
{
	return true;
}

static const zend_async_pool_strategy_t strategy = {
	.report_success = on_success,
	.report_failure = on_failure,
	.should_recover = always,
};
/* }}} */

/* {{{ The PHP class */
#define FETCH_SELF(self) \
	connections *self = connections_of(ZEND_THIS); \
	if (!self->pool) { \
		zend_throw_error(NULL, "The pool has not been constructed"); \
		RETURN_THROWS(); \
	}

PHP_METHOD(ZendAsyncTest_ConnectionPool, __construct)
{
	zend_long min = 0, max = 10, interval = 0;
	bool bare = false;
	connections *self = connections_of(ZEND_THIS);
	zend_async_pool_options_t options = {0};

	ZEND_PARSE_PARAMETERS_START(0, 4)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(min)
		Z_PARAM_LONG(max)
		Z_PARAM_LONG(interval)
		Z_PARAM_BOOL(bare)
	ZEND_PARSE_PARAMETERS_END();

	options.min_size = (uint32_t) min;
	options.max_size = (uint32_t) max;
	options.healthcheck_interval_ms = (zend_ulong) interval;
	self->pool = ZEND_ASYNC_NEW_POOL(bare ? &bare_handlers : &handlers, &options, self);
}

static zval *remember(connections *self, zval *resource)
{
	zend_long number = ((connection *) Z_PTR_P(resource))->number;

	zend_hash_index_update(&self->addresses, number, resource);
	return zend_hash_index_update(&self->acquired, number, resource);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, acquire)
{
	zend_long timeout = 0;
	zval resource;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_SELF(self);
	if (ZEND_ASYNC_POOL_ACQUIRE(self->pool, &resource, timeout) == FAILURE) {
		RETURN_THROWS();
	}
	remember(self, &resource);
	RETURN_LONG(((connection *) Z_PTR(resource))->number);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, tryAcquire)
{
	zval resource;

	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_SELF(self);
	if (ZEND_ASYNC_POOL_TRY_ACQUIRE(self->pool, &resource) == FAILURE) {
		RETURN_THROWS();
	}
	if (Z_TYPE(resource) == IS_NULL) {
		RETURN_NULL();
	}
	remember(self, &resource);
	RETURN_LONG(((connection *) Z_PTR(resource))->number);
}

/* release() or discard(). */
static void give_up(INTERNAL_FUNCTION_PARAMETERS, bool is_broken)
{
	zend_long number;
	zval *found, resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_SELF(self);
	found = zend_hash_index_find(&self->acquired, number);
	if (found) {
		ZVAL_COPY_VALUE(&resource, found);
		zend_hash_index_del(&self->acquired, number);
	} else {
		/* What the pool says to a pointer that it never gave out. */
		ZVAL_PTR(&resource, self);
	}
	if (is_broken) {
		ZEND_ASYNC_POOL_DISCARD(self->pool, &resource);
	} else {
		ZEND_ASYNC_POOL_RELEASE(self->pool, &resource);
	}
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, release)
{
	give_up(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, discard)
{
	give_up(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

/* What prefer and evict say about the connection of that number. */
static void ask_about_idle(
		INTERNAL_FUNCTION_PARAMETERS, bool (*ask)(zend_async_pool_t *, const zval *))
{
	zend_long number;
	zval *found;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(number)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_SELF(self);
	found = zend_hash_index_find(&self->addresses, number);
	RETURN_BOOL(found && ask(self->pool, found));
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, prefer)
{
	ask_about_idle(INTERNAL_FUNCTION_PARAM_PASSTHRU, zend_async_pool->prefer);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, evict)
{
	ask_about_idle(INTERNAL_FUNCTION_PARAM_PASSTHRU, zend_async_pool->evict);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, close)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_SELF(self);
	ZEND_ASYNC_POOL_CLOSE(self->pool);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, getPool)
{
	zend_object *object;

	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_SELF(self);
	object = ZEND_ASYNC_NEW_POOL_OBJ(self->pool);
	if (!object) {
		RETURN_THROWS();
	}
	RETURN_OBJ(object);
}

static behaviour *find_behaviour(connections *self, zend_string *name)
{
	for (int i = 0; i < HANDLER_COUNT; i++) {
		if (zend_string_equals_cstr(name, self->handlers[i].name, strlen(self->handlers[i].name))) {
			return &self->handlers[i];
		}
	}
	zend_argument_value_error(1, "must be the name of a handler");
	return NULL;
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, setDelay)
{
	zend_string *name;
	zend_long delay;
	behaviour *how;

	ZEND_PARSE_PARAMETERS_START(2, 2)
		Z_PARAM_STR(name)
		Z_PARAM_LONG(delay)
	ZEND_PARSE_PARAMETERS_END();

	how = find_behaviour(connections_of(ZEND_THIS), name);
	if (how) {
		how->delay_ms = delay;
	}
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, setFailing)
{
	zend_string *name;
	zend_long times;
	bool throwing = false;
	behaviour *how;

	ZEND_PARSE_PARAMETERS_START(2, 3)
		Z_PARAM_STR(name)
		Z_PARAM_LONG(times)
		Z_PARAM_OPTIONAL
		Z_PARAM_BOOL(throwing)
	ZEND_PARSE_PARAMETERS_END();

	how = find_behaviour(connections_of(ZEND_THIS), name);
	if (how) {
		how->failures = times;
		how->throwing = throwing;
	}
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, setStrategy)
{
	zend_long limit;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_SELF(self);
	self->failure_limit = limit;
	ZEND_ASYNC_POOL_SET_STRATEGY(self->pool, NULL, &strategy);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, takeLog)
{
	connections *self = connections_of(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_NONE();

	RETVAL_COPY_VALUE(&self->log);
	array_init(&self->log);
}

PHP_METHOD(ZendAsyncTest_ConnectionPool, cycle)
{
	zend_long times;
	zval resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(times)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_SELF(self);
	zend_async_pool_t *pool = self->pool;
	while (times-- > 0) {
		if (ZEND_ASYNC_POOL_ACQUIRE(pool, &resource, 0) == FAILURE
		 || ZEND_ASYNC_POOL_RELEASE(pool, &resource) == FAILURE) {
			RETURN_THROWS();
		}
	}
}

/* What cycle() takes away from the pool's account: the loop, and the calls of the two hooks. */
PHP_METHOD(ZendAsyncTest_ConnectionPool, callHooks)
{
	zend_long times;
	zval resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(times)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_SELF(self);
	zend_async_pool_t *pool = self->pool;
	ZVAL_NULL(&resource);
	while (times-- > 0) {
		if (!pool->before_acquire.internal(pool, &resource)
				|| !pool->before_release.internal(pool, &resource)) {
			RETURN_THROWS();
		}
	}
}

static connections *new_connections(void)
{
	static const char *const names[HANDLER_COUNT] = {
		[FACTORY] = "factory",
		[DESTRUCTOR] = "destructor",
		[HEALTHCHECK] = "healthcheck",
		[BEFORE_ACQUIRE] = "before_acquire",
		[BEFORE_RELEASE] = "before_release",
	};
	connections *self = ecalloc(1, sizeof(*self));

	zend_hash_init(&self->acquired, 8, NULL, NULL, false);
	zend_hash_init(&self->addresses, 8, NULL, NULL, false);
	array_init(&self->log);
	for (int i = 0; i < HANDLER_COUNT; i++) {
		self->handlers[i].name = names[i];
	}
	return self;
}

static zend_object *create_object(zend_class_entry *ce)
{
	connection_pool *object = zend_object_alloc(sizeof(*object), ce);

	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	object->data = new_connections();
	return &object->std;
}

/* What PHP code did not give back is given back here: the connections exist in C only. */
static void release_acquired(connections *self)
{
	zval *resource;

	ZEND_HASH_FOREACH_VAL(&self->acquired, resource) {
		ZEND_ASYNC_POOL_RELEASE(self->pool, resource);
	} ZEND_HASH_FOREACH_END();
	zend_hash_clean(&self->acquired);
}

static void free_object(zend_object *std)
{
	connections *self = connection_pool_of(std)->data;

	if (self->pool) {
		release_acquired(self);
		ZEND_ASYNC_POOL_DISPOSE(self->pool);
	} else {
		free_connections(self);
	}
	zend_object_std_dtor(std);
}

void zend_async_test_connection_pool_startup(zend_class_entry *ce)
{
	ce->create_object = create_object;
	ce->default_object_handlers = &connection_pool_handlers;
	connection_pool_handlers = std_object_handlers;
	connection_pool_handlers.offset = XtOffsetOf(connection_pool, std);
	connection_pool_handlers.free_obj = free_object;
	connection_pool_handlers.clone_obj = NULL;
}
/* }}} */
