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

/* Async\Pool: arguments in, results out. Whatever a pool does is done by the functions of
 * pool.h. The object either owns its pool (made by PHP code) or shows one that an extension
 * owns. */

#include "pool.h"
#include "pool_arginfo.h"
#include "exceptions.h"
#include "fcall.h"
#include "zend_enum.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

zend_class_entry *async_ce_pool;
static zend_object_handlers pool_object_handlers;

typedef struct _async_pool_obj_t {
	/* NULL until the constructor has succeeded. */
	async_pool_t *pool;
	bool is_owner;
	zend_object std;
} async_pool_obj_t;

static zend_always_inline async_pool_obj_t *obj_of(zend_object *object)
{
	return ZEND_CONTAINER_OF(object, async_pool_obj_t, std);
}

static ZEND_COLD void throw_not_constructed(void)
{
	zend_throw_error(NULL, "The Async\\Pool object has not been constructed");
}

static ZEND_COLD void throw_opaque(void)
{
	async_throw(async_ce_pool_exception,
		"The resources of this pool are for the extension that made it only");
}

#define FETCH_POOL(pool) \
	async_pool_t *pool = obj_of(Z_OBJ_P(ZEND_THIS))->pool; \
	if (UNEXPECTED(!pool)) { \
		throw_not_constructed(); \
		RETURN_THROWS(); \
	}

/* For the methods that move resources. */
#define FETCH_OPEN_HANDED_POOL(pool) \
	FETCH_POOL(pool) \
	if (UNEXPECTED(pool->base.handler_flags & ZEND_ASYNC_POOL_F_OPAQUE)) { \
		throw_opaque(); \
		RETURN_THROWS(); \
	}

/* {{{ Construction */
typedef struct _callable_argument {
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
} callable_argument;

/* NULL for a callable that was not given. */
static zend_fcall_t *keep(callable_argument *argument)
{
	return ZEND_FCI_INITIALIZED(argument->fci) ? async_fcall_new(&argument->fci, &argument->fcc)
		: NULL;
}

/* Errors name the argument by its position. */
static zend_result check_sizes(zend_long min, zend_long max, zend_long interval)
{
	if (min < 0) {
		zend_argument_value_error(6, "must be greater than or equal to 0");
	} else if (max < 1 || max > UINT32_MAX) {
		zend_argument_value_error(7, "must be between 1 and %u", UINT32_MAX);
	} else if (min > max) {
		zend_argument_value_error(6, "must be less than or equal to argument #7 ($max)");
	} else if (interval < 0) {
		zend_argument_value_error(8, "must be greater than or equal to 0");
	} else {
		return SUCCESS;
	}
	return FAILURE;
}

static void attach(async_pool_obj_t *object, zend_async_pool_t *base, bool is_owner)
{
	object->pool = async_pool_from_base(base);
	object->is_owner = is_owner;
	base->wrapper = &object->std;
}

PHP_METHOD(Async_Pool, __construct)
{
	callable_argument factory, destructor, healthcheck, before_acquire, before_release;
	zend_long min = 0, max = 10, interval = 0;
	async_pool_obj_t *object = obj_of(Z_OBJ_P(ZEND_THIS));
	zend_async_pool_t *base;

	destructor.fci = healthcheck.fci = before_acquire.fci = before_release.fci = empty_fcall_info;
	ZEND_PARSE_PARAMETERS_START(1, 8)
		Z_PARAM_FUNC(factory.fci, factory.fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_FUNC_OR_NULL(destructor.fci, destructor.fcc)
		Z_PARAM_FUNC_OR_NULL(healthcheck.fci, healthcheck.fcc)
		Z_PARAM_FUNC_OR_NULL(before_acquire.fci, before_acquire.fcc)
		Z_PARAM_FUNC_OR_NULL(before_release.fci, before_release.fcc)
		Z_PARAM_LONG(min)
		Z_PARAM_LONG(max)
		Z_PARAM_LONG(interval)
	ZEND_PARSE_PARAMETERS_END();

	if (object->pool) {
		zend_throw_error(NULL, "The Async\\Pool object has been constructed already");
		RETURN_THROWS();
	}
	if (check_sizes(min, max, interval) == FAILURE) {
		RETURN_THROWS();
	}
	base = async_pool_create(
		&(zend_async_pool_callables_t) {
			.factory = keep(&factory),
			.destructor = keep(&destructor),
			.healthcheck = keep(&healthcheck),
			.before_acquire = keep(&before_acquire),
			.before_release = keep(&before_release),
		},
		&(zend_async_pool_options_t) {
			.min_size = (uint32_t) min,
			.max_size = (uint32_t) max,
			.healthcheck_interval_ms = (zend_ulong) interval,
		}, NULL);
	if (!base) {
		RETURN_THROWS();
	}
	if (UNEXPECTED(object->pool)) {
		/* Constructed a second time while the factory was suspended. */
		ZEND_ASYNC_POOL_DISPOSE(base);
		zend_throw_error(NULL, "The Async\\Pool object has been constructed already");
		RETURN_THROWS();
	}
	attach(object, base, true);
}

zend_object *async_pool_object(zend_async_pool_t *base)
{
	zend_object *object = base->wrapper;

	if (object) {
		GC_ADDREF(object);
		return object;
	}
	object = async_ce_pool->create_object(async_ce_pool);
	async_pool_addref(async_pool_from_base(base));
	attach(obj_of(object), base, false);
	return object;
}

zend_async_pool_t *async_pool_from_object(zend_object *object)
{
	return object->ce == async_ce_pool && obj_of(object)->pool ? &obj_of(object)->pool->base : NULL;
}
/* }}} */

/* {{{ Resources */
PHP_METHOD(Async_Pool, acquire)
{
	zend_long timeout = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_OPEN_HANDED_POOL(pool);
	if (UNEXPECTED(timeout < 0)) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (UNEXPECTED(async_pool_acquire(&pool->base, return_value, timeout) == FAILURE)) {
		ZVAL_NULL(return_value);
		RETURN_THROWS();
	}
}

PHP_METHOD(Async_Pool, tryAcquire)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_OPEN_HANDED_POOL(pool);
	if (async_pool_try_acquire(&pool->base, return_value) == FAILURE) {
		ZVAL_NULL(return_value);
		RETURN_THROWS();
	}
}

PHP_METHOD(Async_Pool, release)
{
	zval *resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(resource)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_OPEN_HANDED_POOL(pool);
	if (async_pool_release(&pool->base, resource) == SUCCESS) {
		(void) ZEND_ASYNC_SWITCH_POINT();
	}
}

PHP_METHOD(Async_Pool, discard)
{
	zval *resource;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(resource)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_OPEN_HANDED_POOL(pool);
	if (async_pool_discard_resource(&pool->base, resource) == SUCCESS) {
		(void) ZEND_ASYNC_SWITCH_POINT();
	}
}

PHP_METHOD(Async_Pool, use)
{
	callable_argument work;
	zend_long timeout = 0;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_FUNC(work.fci, work.fcc)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(timeout)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_OPEN_HANDED_POOL(pool);
	if (UNEXPECTED(timeout < 0)) {
		zend_argument_value_error(2, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (async_pool_use(pool, &work.fci, &work.fcc, timeout, return_value) == FAILURE) {
		RETURN_THROWS();
	}
}

PHP_METHOD(Async_Pool, close)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	async_pool_close(&pool->base);
}

PHP_METHOD(Async_Pool, setMax)
{
	zend_long max;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(max)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_POOL(pool);
	if (max < 1 || max > UINT32_MAX) {
		zend_argument_value_error(1, "must be between 1 and %u", UINT32_MAX);
		RETURN_THROWS();
	}
	if (max < pool->base.min_size) {
		zend_argument_value_error(1, "must be greater than or equal to the minimum size, which is "
			"%u", pool->base.min_size);
		RETURN_THROWS();
	}
	async_pool_set_max(&pool->base, (uint32_t) max);
}

PHP_METHOD(Async_Pool, retireAll)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	async_pool_retire_all(&pool->base);
}
/* }}} */

/* {{{ Questions */
PHP_METHOD(Async_Pool, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	RETURN_BOOL(async_pool_is_closed(pool));
}

PHP_METHOD(Async_Pool, count)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	RETURN_LONG((zend_long) pool->idle.count + pool->active);
}

PHP_METHOD(Async_Pool, idleCount)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	RETURN_LONG(pool->idle.count);
}

PHP_METHOD(Async_Pool, activeCount)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	RETURN_LONG(pool->active);
}

static void add_destroyed(zval *array, const zend_async_pool_stats_t *stats)
{
	static const char *const names[ZEND_ASYNC_POOL_REASON_COUNT] = {
		[ZEND_ASYNC_POOL_CLOSED] = "closed",
		[ZEND_ASYNC_POOL_REFUSED_ACQUIRE] = "refused_acquire",
		[ZEND_ASYNC_POOL_REFUSED_RELEASE] = "refused_release",
		[ZEND_ASYNC_POOL_UNHEALTHY] = "unhealthy",
		[ZEND_ASYNC_POOL_RETIRED] = "retired",
		[ZEND_ASYNC_POOL_DISCARDED] = "discarded",
	};
	zval destroyed;

	array_init(&destroyed);
	for (int reason = 0; reason < ZEND_ASYNC_POOL_REASON_COUNT; reason++) {
		add_assoc_long(&destroyed, names[reason], (zend_long) stats->destroyed[reason]);
	}
	add_assoc_zval(array, "destroyed", &destroyed);
}

PHP_METHOD(Async_Pool, getStats)
{
	zend_async_pool_stats_t stats;

	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	async_pool_stats(&pool->base, &stats);
	array_init_size(return_value, 16);
	add_assoc_long(return_value, "min", pool->base.min_size);
	add_assoc_long(return_value, "max", pool->base.max_size);
	add_assoc_long(return_value, "idle", stats.idle);
	add_assoc_long(return_value, "active", stats.active);
	add_assoc_long(return_value, "connecting", stats.connecting);
	add_assoc_long(return_value, "waiting", stats.waiting);
	add_assoc_long(return_value, "created", (zend_long) stats.created);
	add_destroyed(return_value, &stats);
	add_assoc_long(return_value, "factory_failures", (zend_long) stats.factory_failures);
	add_assoc_long(return_value, "acquired", (zend_long) stats.acquired);
	add_assoc_long(return_value, "waited", (zend_long) stats.waited);
	add_assoc_long(return_value, "handoffs", (zend_long) stats.handoffs);
	add_assoc_long(return_value, "timeouts", (zend_long) stats.timeouts);
	add_assoc_long(return_value, "turned_away", (zend_long) stats.turned_away);
	add_assoc_double(return_value, "wait_total_ms", (double) stats.wait_total_ns / 1e6);
	add_assoc_double(return_value, "wait_max_ms", (double) stats.wait_max_ns / 1e6);
	if (pool->base.stats) {
		pool->base.stats(&pool->base, return_value);
	}
}
/* }}} */

/* {{{ Circuit breaker */
PHP_METHOD(Async_Pool, setCircuitBreakerStrategy)
{
	zend_object *strategy = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(strategy, async_ce_circuit_breaker_strategy)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_POOL(pool);
	async_circuit_set_strategy(&pool->base, strategy, NULL);
}

PHP_METHOD(Async_Pool, getState)
{
	static const char *const names[] = {
		[ZEND_ASYNC_CIRCUIT_ACTIVE] = "ACTIVE",
		[ZEND_ASYNC_CIRCUIT_INACTIVE] = "INACTIVE",
		[ZEND_ASYNC_CIRCUIT_RECOVERING] = "RECOVERING",
	};

	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	RETURN_OBJ_COPY(zend_enum_get_case_cstr(async_ce_circuit_breaker_state,
		names[pool->base.circuit_state]));
}

static void set_state(INTERNAL_FUNCTION_PARAMETERS, zend_async_circuit_state state)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_POOL(pool);
	async_circuit_set_state(&pool->base, state);
}

PHP_METHOD(Async_Pool, activate)
{
	set_state(INTERNAL_FUNCTION_PARAM_PASSTHRU, ZEND_ASYNC_CIRCUIT_ACTIVE);
}

PHP_METHOD(Async_Pool, deactivate)
{
	set_state(INTERNAL_FUNCTION_PARAM_PASSTHRU, ZEND_ASYNC_CIRCUIT_INACTIVE);
}

PHP_METHOD(Async_Pool, recover)
{
	set_state(INTERNAL_FUNCTION_PARAM_PASSTHRU, ZEND_ASYNC_CIRCUIT_RECOVERING);
}
/* }}} */

/* {{{ Object handlers */
static zend_object *create_object(zend_class_entry *ce)
{
	async_pool_obj_t *object = zend_object_alloc(sizeof(*object), ce);

	object->pool = NULL;
	object->is_owner = false;
	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	return &object->std;
}

/* A pool that has become unreachable closes itself, while PHP code may still run. */
static void destroy_object(zend_object *std)
{
	async_pool_obj_t *object = obj_of(std);

	if (object->pool && object->is_owner) {
		async_pool_close(&object->pool->base);
	}
	zend_objects_destroy_object(std);
}

static void free_object(zend_object *std)
{
	async_pool_obj_t *object = obj_of(std);
	async_pool_t *pool = object->pool;

	/* Weak references go first: no destructor may get hold of the object any more. */
	zend_object_std_dtor(std);
	if (pool) {
		object->pool = NULL;
		pool->base.wrapper = NULL;
		if (object->is_owner) {
			async_pool_drop(pool);
		} else {
			async_pool_delref(pool);
		}
	}
}

static HashTable *get_gc(zend_object *std, zval **table, int *count)
{
	async_pool_obj_t *object = obj_of(std);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (object->pool && object->is_owner) {
		async_pool_get_gc(&object->pool->base, buffer);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return NULL;
}
/* }}} */

void async_pool_object_startup(void)
{
	async_ce_pool = register_class_Async_Pool(zend_ce_countable, async_ce_circuit_breaker);
	async_ce_pool->create_object = create_object;
	async_ce_pool->default_object_handlers = &pool_object_handlers;

	pool_object_handlers = std_object_handlers;
	pool_object_handlers.offset = XtOffsetOf(async_pool_obj_t, std);
	pool_object_handlers.dtor_obj = destroy_object;
	pool_object_handlers.free_obj = free_object;
	pool_object_handlers.get_gc = get_gc;
	pool_object_handlers.clone_obj = NULL;
}
