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

/* A pool from its creation to its end, the list of all pools, and what a fork does to
 * them. Giving out and taking back is in pool.c. */

#include "pool_aside.h"
#include "pool_call.h"
#include "pool_entry.h"
#include "exceptions.h"
#include "zend_exceptions.h"

/* {{{ The pool as an event */
static zend_result nothing_to_start(zend_async_event_t *event)
{
	return SUCCESS;
}

static void nothing_to_stop(zend_async_event_t *event)
{
}

static zend_string *describe(zend_async_event_t *event)
{
	const async_pool_t *pool = (const async_pool_t *) event;

	return zend_strpprintf(0,
		"a resource of a pool (%u active, %u connecting, %u idle, %u waiting, at most %u)",
		pool->active, pool->connecting, pool->idle.count, pool->waiters.count, pool->base.max_size);
}

static void dispose(zend_async_event_t *event);

static const zend_async_event_handlers_t pool_event_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.start = nothing_to_start,
	.stop = nothing_to_stop,
	.dispose = dispose,
	.info = describe,
};
/* }}} */

/* {{{ Creation */
static void release_callable(zend_fcall_t *fcall)
{
	if (fcall) {
		zend_fcall_release(fcall);
	}
}

static void release_callables(const zend_async_pool_callables_t *callables)
{
	release_callable(callables->factory);
	release_callable(callables->destructor);
	release_callable(callables->healthcheck);
	release_callable(callables->before_acquire);
	release_callable(callables->before_release);
}

static zend_result check_options(const zend_async_pool_options_t *options)
{
	if (options->max_size < 1) {
		zend_value_error("The maximum size of a pool must be greater than 0");
		return FAILURE;
	}
	if (options->min_size > options->max_size) {
		zend_value_error("The minimum size of a pool must not be greater than the maximum size");
		return FAILURE;
	}
	return SUCCESS;
}

static async_pool_t *allocate(const zend_async_pool_options_t *options, void *user_data)
{
	async_pool_t *pool = ecalloc(1, sizeof(*pool));

	zend_async_event_init(&pool->base.event, &pool_event_handlers);
	pool->base.handler_flags = options->flags
		& (ZEND_ASYNC_POOL_F_OPAQUE | ZEND_ASYNC_POOL_F_CONNECT_ASIDE);
	pool->base.circuit_state = ZEND_ASYNC_CIRCUIT_ACTIVE;
	pool->base.min_size = options->min_size;
	pool->base.max_size = options->max_size;
	pool->base.user_data = user_data;
	pool->max_waiters = options->max_waiters;
	pool->health_interval_ms = options->healthcheck_interval_ms;
	pool->refs = 1;
	async_pool_ring_init(&pool->idle);
	async_pool_index_init(&pool->out);
	async_pool_queue_init(&pool->waiters);
	zend_async_list_init(&pool->connecters);
	zend_async_list_add_first(&ASYNC_G(pools), &pool->node);
	return pool;
}

static zend_result make_minimum(async_pool_t *pool)
{
	while (async_pool_total(pool) < pool->base.min_size) {
		async_pool_entry_t *entry = async_pool_entry_new(pool);
		if (async_pool_make_resource(pool, entry, NULL) == FAILURE) {
			return FAILURE;
		}
		async_pool_give_back(pool, entry);
	}
	return SUCCESS;
}

/* The handlers are in place: from here on they are called. */
static zend_async_pool_t *complete(async_pool_t *pool)
{
	if (make_minimum(pool) == FAILURE || async_pool_health_start(pool) == FAILURE) {
		pool->base.free_user_data = NULL;
		pool->base.stats = NULL;
		dispose(&pool->base.event);
		return NULL;
	}
	return &pool->base;
}

zend_async_pool_t *async_pool_create(const zend_async_pool_callables_t *callables,
	const zend_async_pool_options_t *options, void *user_data)
{
	async_pool_t *pool;

	if (check_options(options) == FAILURE) {
		release_callables(callables);
		return NULL;
	}
	pool = allocate(options, user_data);
	pool->base.factory.fcall = callables->factory;
	pool->base.destructor.fcall = callables->destructor;
	pool->base.healthcheck.fcall = callables->healthcheck;
	pool->base.before_acquire.fcall = callables->before_acquire;
	pool->base.before_release.fcall = callables->before_release;
	return complete(pool);
}

zend_async_pool_t *async_pool_create_internal(const zend_async_pool_handlers_t *handlers,
	const zend_async_pool_options_t *options, void *user_data)
{
	async_pool_t *pool;

	if (check_options(options) == FAILURE) {
		return NULL;
	}
	pool = allocate(options, user_data);
	/* A hook that is missing has no bit: one test tells that there is one, and in C. */
	pool->base.handler_flags |= ZEND_ASYNC_POOL_F_ALL_INTERNAL
		& ~(handlers->before_acquire ? 0 : ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL)
		& ~(handlers->before_release ? 0 : ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL);
	pool->base.factory.internal = handlers->factory;
	pool->base.destructor.internal = handlers->destructor;
	pool->base.healthcheck.internal = handlers->healthcheck;
	pool->base.before_acquire.internal = handlers->before_acquire;
	pool->base.before_release.internal = handlers->before_release;
	pool->base.abandon = handlers->abandon;
	pool->base.free_user_data = handlers->free_user_data;
	pool->base.stats = handlers->stats;
	pool->base.judge = handlers->judge;
	async_pool_doubt(&pool->base);
	return complete(pool);
}
/* }}} */

/* {{{ End */

/* All leave the ring at once: while one is being destroyed no other may be acquired. */
static async_pool_entry_t *take_all_idle(async_pool_t *pool)
{
	async_pool_entry_t *list = NULL;

	while (pool->idle.count) {
		async_pool_entry_t *entry = async_pool_ring_newest(&pool->idle);
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
		entry->next_free = list;
		list = entry;
	}
	return list;
}

static void destroy_idle(async_pool_t *pool)
{
	async_pool_entry_t *entry = take_all_idle(pool);

	while (entry) {
		async_pool_entry_t *next = entry->next_free;
		async_pool_discard(pool, entry, ZEND_ASYNC_POOL_CLOSED);
		async_pool_free_place(pool, entry);
		entry = next;
	}
}

static void mark_closed(async_pool_t *pool)
{
	pool->base.event.flags |= ZEND_ASYNC_EVENT_CLOSED;
	async_pool_health_stop(pool);
	async_pool_stop_retrying(pool);
	async_pool_stop_surplus_timer(pool);
	async_pool_cancel_connecters(pool);
	if (CG(unclean_shutdown)) {
		/* After a fatal error the stacks that the waiters are on are gone. */
		async_pool_queue_forget(&pool->waiters);
	}
	async_pool_dismiss_waiters(pool, ZEND_ASYNC_POOL_WAITER_CLOSED);
	zend_async_event_notify(&pool->base.event, NULL, NULL);
}

void async_pool_close(zend_async_pool_t *base)
{
	async_pool_t *pool = async_pool_from_base(base);

	if (async_pool_is_closed(pool)) {
		return;
	}
	async_pool_addref(pool);
	mark_closed(pool);
	destroy_idle(pool);
	async_pool_delref(pool);
}

static void dispose(zend_async_event_t *event)
{
	async_pool_t *pool = (async_pool_t *) event;

	async_pool_close(&pool->base);
	zend_async_event_drop_callbacks(event);
	async_pool_delref(pool);
}

void async_pool_drop(async_pool_t *pool)
{
	if (!async_pool_is_closed(pool)) {
		mark_closed(pool);
	}
	zend_async_event_drop_callbacks(&pool->base.event);
	async_pool_delref(pool);
}

static void release_handlers(async_pool_t *pool)
{
	zend_async_pool_t *base = &pool->base;
	zend_async_pool_callables_t callables = {
		.factory = base->handler_flags & ZEND_ASYNC_POOL_F_FACTORY_INTERNAL ? NULL
			: base->factory.fcall,
		.destructor = base->handler_flags & ZEND_ASYNC_POOL_F_DESTRUCTOR_INTERNAL ? NULL
			: base->destructor.fcall,
		.healthcheck = base->handler_flags & ZEND_ASYNC_POOL_F_HEALTHCHECK_INTERNAL ? NULL
			: base->healthcheck.fcall,
		.before_acquire = base->handler_flags & ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL ? NULL
			: base->before_acquire.fcall,
		.before_release = base->handler_flags & ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL ? NULL
			: base->before_release.fcall,
	};

	release_callables(&callables);
	if (!(base->handler_flags & ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL) && base->strategy.object) {
		OBJ_RELEASE(base->strategy.object);
	}
}

void async_pool_delref(async_pool_t *pool)
{
	ZEND_ASSERT(pool->refs > 0);
	if (--pool->refs) {
		return;
	}
	ZEND_ASSERT(async_pool_queue_is_empty(&pool->waiters) && "A waiter holds a reference");
	/* After the end of the request there is no list any more. */
	if (zend_async_list_is_linked(&pool->node)) {
		zend_async_list_remove(&pool->node);
	}
	async_pool_entries_free(pool);
	async_pool_ring_free(&pool->idle);
	async_pool_index_free(&pool->out);
	async_pool_backoff_free(pool);
	release_handlers(pool);
	if (pool->base.free_user_data) {
		pool->base.free_user_data(pool->base.user_data);
	}
	efree(pool);
}
/* }}} */

static void gc_add_callable(zend_get_gc_buffer *buffer, zend_fcall_t *fcall)
{
	if (fcall) {
		zend_get_gc_buffer_add_zval(buffer, &fcall->fci.function_name);
	}
}

/* A round of healthchecks needs all of it, and nothing else may refer to the object meanwhile. */
void async_pool_get_gc(zend_async_pool_t *base, zend_get_gc_buffer *buffer)
{
	async_pool_t *pool = async_pool_from_base(base);
	uint32_t internal = base->handler_flags;

	if (pool->health_coroutine) {
		return;
	}

	for (async_pool_entry_t *entry = pool->all_entries; entry; entry = entry->next_all) {
		zend_get_gc_buffer_add_zval(buffer, &entry->resource);
	}
	gc_add_callable(buffer,
		internal & ZEND_ASYNC_POOL_F_FACTORY_INTERNAL ? NULL : base->factory.fcall);
	gc_add_callable(buffer,
		internal & ZEND_ASYNC_POOL_F_DESTRUCTOR_INTERNAL ? NULL : base->destructor.fcall);
	gc_add_callable(buffer,
		internal & ZEND_ASYNC_POOL_F_HEALTHCHECK_INTERNAL ? NULL : base->healthcheck.fcall);
	gc_add_callable(buffer,
		internal & ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL ? NULL : base->before_acquire.fcall);
	gc_add_callable(buffer,
		internal & ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL ? NULL : base->before_release.fcall);
	if (!(internal & ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL) && base->strategy.object) {
		zend_get_gc_buffer_add_obj(buffer, base->strategy.object);
	}
}

/* {{{ Fork */

/* The waiters' coroutines have been abandoned; each of them held one reference. */
static void forget_waiters(async_pool_t *pool)
{
	ZEND_ASSERT(pool->refs > pool->waiters.count);
	pool->refs -= pool->waiters.count;
	async_pool_queue_forget(&pool->waiters);
}

void async_pool_forget_waiters(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(pools), async_pool_t, node, pool) {
		/* Its memory goes with all the rest, whoever was the last to need it. */
		async_pool_addref(pool);
		forget_waiters(pool);
		async_pool_forget_connecters(pool, NULL);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

/* In a child the main script is unwound at the end, other coroutines are not. It gives its
 * reference back by itself. */
static void forget_parents_waiters(async_pool_t *pool)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->waiters.list, zend_async_pool_waiter_t, node, waiter) {
		waiter->state = ZEND_ASYNC_POOL_WAITER_FORGOTTEN;
		if (!(waiter->coroutine->flags & ZEND_COROUTINE_F_MAIN)) {
			ZEND_ASSERT(pool->refs > 1);
			pool->refs--;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	async_pool_queue_forget(&pool->waiters);
}

/* The parent's resources are not ours, and its waiters do not exist here. */
static void after_fork(async_pool_t *pool)
{
	forget_parents_waiters(pool);
	async_pool_stop_retrying(pool);
	async_pool_stop_surplus_timer(pool);
	async_pool_forget_connecters(pool, ZEND_ASYNC_CURRENT_COROUTINE);
	while (pool->idle.count) {
		async_pool_entry_abandon(pool, async_pool_ring_newest(&pool->idle));
	}
	for (async_pool_entry_t *entry = pool->all_entries; entry; entry = entry->next_all) {
		async_pool_entry_abandon(pool, entry);
	}
	async_pool_health_after_fork(pool);
}

void async_pool_after_fork_in_child(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(pools), async_pool_t, node, pool) {
		/* A coroutine of the parent that was connecting may have been the last to need it. */
		async_pool_addref(pool);
		after_fork(pool);
		async_pool_delref(pool);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

void async_pool_restart_healthchecks(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(pools), async_pool_t, node, pool) {
		if (!async_pool_is_closed(pool) && async_pool_health_start(pool) == FAILURE) {
			zend_clear_exception();
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}
/* }}} */

/* {{{ Module */
static const zend_async_pool_api_t pool_api = {
	.api_version = ZEND_ASYNC_API_VERSION,
	.module = "async",
	.create = async_pool_create,
	.create_internal = async_pool_create_internal,
	.object = async_pool_object,
	.from_object = async_pool_from_object,
	.acquire = async_pool_acquire,
	.try_acquire = async_pool_try_acquire,
	.prefer = async_pool_prefer,
	.evict = async_pool_evict,
	.release = async_pool_release,
	.discard = async_pool_discard_resource,
	.close = async_pool_close,
	.set_circuit_state = async_circuit_set_state,
	.set_strategy = async_circuit_set_strategy,
	.check_health = async_pool_check_health,
	.refill = async_pool_refill,
	.set_max = async_pool_set_max,
	.retire_all = async_pool_retire_all,
	.reached = async_pool_reached,
	.doubt = async_pool_doubt,
	.stats = async_pool_stats,
	.get_gc = async_pool_get_gc,
};

zend_result async_pool_startup(void)
{
	async_circuit_breaker_startup();
	async_pool_object_startup();
	return zend_async_pool_register(&pool_api);
}

/* The reactor goes before the objects do. */
void async_pool_request_shutdown(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(pools), async_pool_t, node, pool) {
		async_pool_health_stop(pool);
		async_pool_stop_retrying(pool);
		async_pool_stop_surplus_timer(pool);
	} ZEND_ASYNC_LIST_FOREACH_END();
	async_pool_stop_watching_garbage();
	zend_async_list_clear(&ASYNC_G(pools));
}
/* }}} */
