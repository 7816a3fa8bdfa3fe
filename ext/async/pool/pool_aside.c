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

/* Connecters: coroutines of the pool's own that make resources for those who wait in line. A
 * resource belongs to nobody until it is made; then the coroutine that has waited longest gets it,
 * or it becomes idle. So it does when nobody waits any more: a connect that has begun is mostly
 * over soon. But one that hangs, and that nobody wants since its waiter was cancelled, is stopped
 * after a while. A connecter keeps nothing alive. */

#include "pool_aside.h"
#include "pool_call.h"
#include "pool_entry.h"
#include "exceptions.h"
#include "zend_exceptions.h"

typedef struct _connecter {
	/* In pool->connecters. */
	zend_async_list_node_t node;
	async_pool_t *pool;
	/* NULL: it is filled, and no longer the connecter's. */
	async_pool_entry_t *entry;
	zend_coroutine_t *coroutine;
	/* Cancelled by the pool itself. */
	bool is_unwanted;
	/* On the coroutine, until it begins. */
	zend_async_callback_t on_unstarted_end;
} connecter;

/* {{{ Those in line hear of it */
static void send_away(async_pool_t *pool, zend_async_pool_waiter_t *waiter, zend_object *error,
	bool is_shared)
{
	GC_ADDREF(error);
	waiter->error = error;
	waiter->is_error_shared = is_shared;
	async_pool_dismiss(pool, waiter, ZEND_ASYNC_POOL_WAITER_FAILED);
}

/* Does the limit of the waiter last for other tries? A pool that has never reached its peer is more
 * likely set up wrongly than the victim of an outage. */
static bool rides_it_out(const async_pool_t *pool, const zend_async_pool_waiter_t *waiter,
	zend_async_pool_failure failure)
{
	return waiter->is_limited && pool->backoff.was_reached
		&& (failure == ZEND_ASYNC_POOL_UNREACHABLE || failure == ZEND_ASYNC_POOL_FULL);
}

/* The oldest gets the error itself. */
static void tell_oldest(async_pool_t *pool, zend_async_pool_failure failure, zend_object *error)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->waiters.list, zend_async_pool_waiter_t, node, waiter) {
		if (!rides_it_out(pool, waiter, failure)) {
			send_away(pool, waiter, error, false);
			return;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

/* Those who do not wait for another try; while others have resources, these may come back. */
static void tell_others(async_pool_t *pool, bool all)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->waiters.list, zend_async_pool_waiter_t, node, waiter) {
		if (all || !waiter->is_limited) {
			send_away(pool, waiter, pool->backoff.error, true);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

static void tell_waiters(async_pool_t *pool, zend_async_pool_failure failure, zend_object *error)
{
	tell_oldest(pool, failure, error);
	if (failure == ZEND_ASYNC_POOL_REJECTED) {
		tell_others(pool, true);
	} else if (failure != ZEND_ASYNC_POOL_FAILED && pool->active == 0) {
		tell_others(pool, false);
	}
}
/* }}} */

/* {{{ The body of a connecter */
static void give_to_oldest(async_pool_t *pool, async_pool_entry_t *entry)
{
	zend_async_pool_waiter_t *waiter = async_pool_queue_oldest(&pool->waiters);

	if (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING) {
		entry->probe = pool->probing = true;
	}
	waiter->served = entry;
	waiter->is_fresh = true;
	async_pool_dismiss(pool, waiter, ZEND_ASYNC_POOL_WAITER_SERVED);
}

static void hand_over(async_pool_t *pool, async_pool_entry_t *entry) /* may suspend */
{
	if (async_pool_is_closed(pool) || pool->is_trimming
			|| async_pool_queue_is_empty(&pool->waiters)
			|| !(entry->probe || async_pool_admits(pool))) {
		async_pool_give_back(pool, entry);
	} else {
		give_to_oldest(pool, entry);
	}
}

static void fail(async_pool_t *pool, zend_object *error) /* may suspend */
{
	zend_async_pool_failure failure = async_pool_judge(pool, error);

	async_pool_note_failure(pool, failure, error);
	if (failure == ZEND_ASYNC_POOL_FULL && pool->active + pool->idle.count > 0) {
		return;
	}
	/* Before a strategy sends all of them away. */
	tell_waiters(pool, failure, error);
	async_circuit_report_failure(pool, error);
}

/* Code that cancels every connecter would have them started for ever, if no waiter heard of it. */
static void tell_of_cancellation(const connecter *self, zend_object *cancellation)
{
	if (self->is_unwanted || async_pool_queue_is_empty(&self->pool->waiters)
			|| (cancellation && async_is_exit(cancellation))) {
		return;
	}
	zend_object *error = async_new_exception(async_ce_pool_exception,
		"The coroutine that was making a resource for the pool was cancelled");
	if (cancellation) {
		GC_ADDREF(cancellation);
		zend_exception_set_previous(error, cancellation);
	}
	tell_oldest(self->pool, ZEND_ASYNC_POOL_FAILED, error);
	OBJ_RELEASE(error);
}

static void fail_with_exception(const connecter *self) /* may suspend */
{
	zend_object *error = EG(exception);

	self->pool->stats.factory_failures++;
	if (async_pool_is_interrupted()) {
		tell_of_cancellation(self, error);
		return;
	}
	GC_ADDREF(error);
	zend_clear_exception();
	fail(self->pool, error);
	OBJ_RELEASE(error);
}

static void make(connecter *self) /* may suspend */
{
	async_pool_t *pool = self->pool;
	async_pool_entry_t *entry = self->entry;
	zval resource;
	zend_result ok = async_pool_call_factory(pool, &resource);

	if (UNEXPECTED(entry->state == ASYNC_POOL_ENTRY_ABANDONED)) {
		/* It has forked, and this is the child, where nobody waits for it. */
		if (ok == SUCCESS) {
			async_pool_entry_refuse_foreign(pool, entry, &resource);
		}
		async_pool_free_place(pool, entry);
	} else if (ok == SUCCESS) {
		pool->stats.created++;
		async_pool_note_success(pool);
		async_pool_entry_fill(pool, entry, &resource);
		self->entry = NULL;
		hand_over(pool, entry);
		async_pool_serve_waiters(pool);
		if (pool->backoff.is_refilling) {
			async_pool_connect_minimum(pool);
		}
	} else {
		fail_with_exception(self);
		async_pool_free_place(pool, entry);
	}
}

static void end(connecter *self)
{
	async_pool_t *pool = self->pool;

	self->coroutine->flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
	zend_async_list_remove(&self->node);
	efree(self);
	async_pool_delref(pool);
}

static void run(zend_coroutine_t *coroutine, void *data)
{
	connecter *self = data;

	ZEND_ASYNC_EVENT_DEL_CALLBACK(&coroutine->event, &self->on_unstarted_end);
	if (async_pool_is_closed(self->pool)) {
		async_pool_free_place(self->pool, self->entry);
	} else {
		make(self);
	}
	end(self);
}

static void on_unstarted_end(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	connecter *self = ZEND_CONTAINER_OF(callback, connecter, on_unstarted_end);

	tell_of_cancellation(self, exception);
	async_pool_free_place(self->pool, self->entry);
	end(self);
}
/* }}} */

/* {{{ Starting them */

/* false: the request shuts down, and those in line will be unwound. */
static bool start(async_pool_t *pool, async_pool_entry_t *entry)
{
	connecter *self = ecalloc(1, sizeof(*self));

	self->coroutine = ZEND_ASYNC_SPAWN_INTERNAL(run, self, ZEND_COROUTINE_F_BACKGROUND);
	if (!self->coroutine) {
		efree(self);
		return false;
	}
	self->pool = pool;
	self->entry = entry;
	self->on_unstarted_end.notify = on_unstarted_end;
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&self->coroutine->event, &self->on_unstarted_end);
	zend_async_list_add_last(&pool->connecters, &self->node);
	async_pool_addref(pool);
	return true;
}

static bool start_on_new_place(async_pool_t *pool)
{
	async_pool_entry_t *entry = async_pool_entry_new(pool);

	if (!start(pool, entry)) {
		/* Not async_pool_free_place(), which would try again. */
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_FREE);
		return false;
	}
	if (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING) {
		entry->probe = pool->probing = true;
	}
	return true;
}

static bool has_room(const async_pool_t *pool)
{
	return !async_pool_is_closed(pool) && async_pool_total(pool) < pool->base.max_size;
}

static bool is_one_missing(const async_pool_t *pool)
{
	return pool->waiters.count > pool->connecting && has_room(pool) && async_pool_admits(pool);
}

void async_pool_connect_for_waiters(async_pool_t *pool)
{
	while (is_one_missing(pool) && async_pool_may_connect(pool)) {
		if (!start_on_new_place(pool)) {
			return;
		}
	}
	if (pool->backoff.failures == 0 || pool->connecting > 0 || async_pool_may_connect(pool)) {
		return;
	}
	/* The last resource that might have come back is gone. */
	if (pool->active == 0 && !pool->backoff.is_full) {
		tell_others(pool, false);
	}
	if (is_one_missing(pool)) {
		async_pool_retry_later(pool);
	}
}

static bool is_minimum_missing(const async_pool_t *pool)
{
	return pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE && has_room(pool)
		&& async_pool_total(pool) < pool->base.min_size;
}

void async_pool_connect_minimum(async_pool_t *pool)
{
	while (is_minimum_missing(pool) && async_pool_may_connect(pool)) {
		if (!start_on_new_place(pool)) {
			break;
		}
	}
	pool->backoff.is_refilling = is_minimum_missing(pool);
}

uint32_t async_pool_free_places(const async_pool_t *pool)
{
	return pool->active < pool->base.max_size ? pool->base.max_size - pool->active : 0;
}
/* }}} */

/* {{{ Connects that nobody wants */
#define SURPLUS_AFTER_MS 500

static bool is_surplus(const async_pool_t *pool)
{
	return pool->connecting > pool->waiters.count
		&& async_pool_total(pool) > pool->base.min_size;
}

static void cancel(connecter *self)
{
	self->is_unwanted = true;
	ZEND_ASYNC_CANCEL(self->coroutine, NULL);
}

/* The youngest first, until as many are left as wait. Runs inside the reactor. */
static void on_surplus_timer(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	async_pool_t *pool = ZEND_CONTAINER_OF(callback, async_pool_t, on_surplus_timer);
	zend_async_list_node_t *node = pool->connecters.head.prev;
	uint32_t surplus = is_surplus(pool) ? pool->connecting - pool->waiters.count : 0;

	for (; surplus > 0 && node != &pool->connecters.head; node = node->prev, surplus--) {
		cancel(ZEND_CONTAINER_OF(node, connecter, node));
	}
	async_pool_stop_surplus_timer(pool);
}

void async_pool_note_cancelled(async_pool_t *pool)
{
	if (pool->surplus_timer || !is_surplus(pool) || !ZEND_ASYNC_CAN_SUSPEND()) {
		return;
	}
	pool->surplus_timer = ZEND_ASYNC_NEW_TIMER_EVENT(SURPLUS_AFTER_MS, false);
	if (pool->surplus_timer) {
		pool->surplus_timer->event.flags |= ZEND_ASYNC_EVENT_UNREF;
		pool->on_surplus_timer.notify = on_surplus_timer;
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&pool->surplus_timer->event, &pool->on_surplus_timer);
		ZEND_ASYNC_EVENT_START(&pool->surplus_timer->event);
	}
}

void async_pool_stop_surplus_timer(async_pool_t *pool)
{
	zend_async_timer_event_t *timer = pool->surplus_timer;

	if (timer) {
		pool->surplus_timer = NULL;
		ZEND_ASYNC_EVENT_DISPOSE(&timer->event);
	}
}
/* }}} */

/* {{{ The end of the pool, and a fork */
void async_pool_cancel_connecters(async_pool_t *pool)
{
	if (CG(unclean_shutdown)) {
		/* After a fatal error they are gone. */
		zend_async_list_init(&pool->connecters);
		return;
	}
	/* Where nothing can wait, as in the garbage collector, they come to their end by themselves. */
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		return;
	}
	ZEND_ASYNC_LIST_FOREACH(&pool->connecters, connecter, node, self) {
		if (self->coroutine != ZEND_ASYNC_CURRENT_COROUTINE) {
			cancel(self);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

void async_pool_forget_connecters(async_pool_t *pool, const zend_coroutine_t *survivor)
{
	ZEND_ASYNC_LIST_FOREACH(&pool->connecters, connecter, node, self) {
		if (self->coroutine != survivor) {
			ZEND_ASYNC_EVENT_DEL_CALLBACK(&self->coroutine->event, &self->on_unstarted_end);
			zend_async_list_remove(&self->node);
			if (self->entry) {
				async_pool_entry_set_state(pool, self->entry, ASYNC_POOL_ENTRY_FREE);
			}
			efree(self);
			ZEND_ASSERT(pool->refs > 1);
			pool->refs--;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}
/* }}} */
