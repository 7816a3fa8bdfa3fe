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

/* The policy of a pool: who gets a resource, and what becomes of one that comes back.
 *
 * What must hold between any two steps that can suspend:
 *  - idle + active + connecting <= max_size; a resource under a hook and a place whose factory
 *    runs are counted;
 *  - whoever frees a resource or a place calls async_pool_serve_waiters(), so that while somebody
 *    waits nothing is to be had (unless the circuit breaker is RECOVERING);
 *  - a waiter who was served owns what it was given, and passes it on if it cannot use it.
 *
 * Not here: containers, how handlers are called, creation and closing, healthchecks. */

#include "pool_call.h"
#include "pool_entry.h"
#include "exceptions.h"
#include "zend_hrtime.h"

/* One call of acquire(). The limit counts from its start, however often it waits. */
typedef struct _acquire_call {
	async_pool_t *pool;
	uint64_t started_ns;
	zend_async_deadline_t deadline;
} acquire_call;

/* {{{ Places and waiters */
static zend_always_inline bool admits(const async_pool_t *pool)
{
	return EXPECTED(pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE)
		|| (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING && !pool->probing);
}

/* An idle resource (HELD) or a place for a new one (CONNECTING), or NULL. */
static async_pool_entry_t *reserve(async_pool_t *pool)
{
	async_pool_entry_t *entry;

	if (pool->idle.count) {
		entry = async_pool_ring_newest(&pool->idle);
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	} else if (async_pool_total(pool) < pool->base.max_size) {
		entry = async_pool_entry_new(pool);
	} else {
		return NULL;
	}
	if (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING) {
		entry->probe = pool->probing = true;
	}
	return entry;
}

static void dismiss(async_pool_t *pool, zend_async_pool_waiter_t *waiter, zend_async_pool_waiter_state state)
{
	async_pool_queue_remove(&pool->waiters, waiter);
	waiter->state = state;
	ZEND_ASYNC_RESUME(waiter->coroutine);
}

void async_pool_serve_waiters(async_pool_t *pool)
{
	while (!async_pool_queue_is_empty(&pool->waiters) && admits(pool)) {
		zend_async_pool_waiter_t *waiter = async_pool_queue_oldest(&pool->waiters);
		async_pool_entry_t *entry = reserve(pool);
		if (!entry) {
			return;
		}
		waiter->served = entry;
		pool->stats.handoffs++;
		dismiss(pool, waiter, ZEND_ASYNC_POOL_WAITER_SERVED);
	}
}

void async_pool_dismiss_waiters(async_pool_t *pool, zend_async_pool_waiter_state state)
{
	while (!async_pool_queue_is_empty(&pool->waiters)) {
		dismiss(pool, async_pool_queue_oldest(&pool->waiters), state);
	}
}

void async_pool_free_place(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_FREE);
	async_pool_serve_waiters(pool);
}

void async_pool_discard(async_pool_t *pool, async_pool_entry_t *entry, zend_async_pool_reason reason)
{
	async_pool_inflight_t inflight;
	zval resource;

	pool->stats.destroyed[reason]++;
	async_pool_inflight_begin(&inflight);
	async_pool_call_destructor(pool, &entry->resource);
	ZVAL_COPY_VALUE(&resource, &entry->resource);
	ZVAL_UNDEF(&entry->resource);
	/* May run a PHP destructor. */
	zval_ptr_dtor(&resource);
	async_pool_report_exception();
	async_pool_inflight_end(&inflight);
}

void async_pool_give_back(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (Z_TYPE(entry->resource) == IS_UNDEF) {
		async_pool_free_place(pool, entry);
	} else if (async_pool_is_closed(pool)) {
		async_pool_discard(pool, entry, ZEND_ASYNC_POOL_CLOSED);
		async_pool_free_place(pool, entry);
	} else {
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_IDLE);
		async_pool_serve_waiters(pool);
	}
}
/* }}} */

/* {{{ Errors */
static void throw_closed(void)
{
	async_throw(async_ce_pool_exception, "The pool is closed");
}

static void throw_unavailable(void)
{
	async_throw(async_ce_service_unavailable_exception, "The circuit breaker of the pool is INACTIVE");
}

static void throw_cannot_wait(const async_pool_t *pool)
{
	async_throw(async_ce_pool_exception,
		"The pool has nothing to give (%u active, %u connecting, at most %u), and waiting is not possible here",
		pool->active, pool->connecting, pool->base.max_size);
}
/* }}} */

/* {{{ Waiting in line */
static bool can_wait(const async_pool_t *pool)
{
	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		return false;
	}
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		throw_cannot_wait(pool);
		return false;
	}
	return true;
}

static void count_wait(async_pool_t *pool, uint64_t since_ns)
{
	uint64_t waited = zend_hrtime() - since_ns;

	pool->stats.wait_total_ns += waited;
	if (waited > pool->stats.wait_max_ns) {
		pool->stats.wait_max_ns = waited;
	}
}

/* Suspends until somebody changes the waiter's state, the limit or an exception. */
static zend_result park(acquire_call *call, zend_async_pool_waiter_t *waiter)
{
	zend_result ok = SUCCESS;
	bool timed_out = false;

	while (ok == SUCCESS && !timed_out && waiter->state == ZEND_ASYNC_POOL_WAITER_PARKED) {
		zend_long remaining = zend_async_deadline_left_ms(call->deadline);
		if (remaining == 0) {
			break;
		}
		waiter->coroutine->awaiting = &call->pool->base.event;
		ok = ZEND_ASYNC_SUSPEND_FOR(remaining, &timed_out);
	}
	return ok;
}

static async_pool_entry_t *take_served(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (UNEXPECTED(async_pool_is_closed(pool))) {
		async_pool_give_back(pool, entry);
		throw_closed();
		return NULL;
	}
	return entry;
}

/* What the waiter was given, HELD or CONNECTING; NULL: exception. */
static async_pool_entry_t *wait_in_line(acquire_call *call)
{
	async_pool_t *pool = call->pool;
	zend_async_pool_waiter_t waiter = {0};
	uint64_t since_ns;
	zend_result ok;

	if (!can_wait(pool)) {
		return NULL;
	}
	waiter.coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	async_pool_queue_push(&pool->waiters, &waiter);
	pool->stats.waited++;
	since_ns = zend_hrtime();
	ok = park(call, &waiter);
	count_wait(pool, since_ns);

	if (waiter.state == ZEND_ASYNC_POOL_WAITER_PARKED) {
		if (ok == SUCCESS) {
			async_pool_throw_timeout(pool, call->started_ns);
		}
		async_pool_queue_remove(&pool->waiters, &waiter);
		return NULL;
	}
	if (waiter.state == ZEND_ASYNC_POOL_WAITER_SERVED) {
		if (ok == SUCCESS) {
			return take_served(pool, waiter.served);
		}
		async_pool_give_back(pool, waiter.served);
	} else if (ok == SUCCESS) {
		if (waiter.state == ZEND_ASYNC_POOL_WAITER_CLOSED) {
			throw_closed();
		} else {
			throw_unavailable();
		}
	}
	return NULL;
}
/* }}} */

/* {{{ Acquiring */
static zend_result pass_gate(async_pool_t *pool)
{
	if (!async_pool_is_closed(pool) && pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_INACTIVE) {
		async_circuit_ask_to_recover(pool);
		if (EG(exception)) {
			return FAILURE;
		}
	}
	if (async_pool_is_closed(pool)) {
		throw_closed();
		return FAILURE;
	}
	if (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_INACTIVE) {
		throw_unavailable();
		return FAILURE;
	}
	return SUCCESS;
}

/* Without overtaking anybody. */
static async_pool_entry_t *take_now(async_pool_t *pool)
{
	return async_pool_queue_is_empty(&pool->waiters) && admits(pool) ? reserve(pool) : NULL;
}

static async_pool_verdict ask_before_acquire(acquire_call *call, async_pool_entry_t *entry, bool *late)
{
	async_pool_alarm_t alarm;
	async_pool_verdict verdict;

	*late = false;
	if (!call->pool->base.before_acquire.fcall) {
		return ASYNC_POOL_ACCEPTED;
	}
	if (call->deadline == ZEND_ASYNC_NO_DEADLINE) {
		return async_pool_call_before_acquire(call->pool, &entry->resource);
	}
	async_pool_alarm_set(&alarm, call->deadline);
	verdict = async_pool_call_before_acquire(call->pool, &entry->resource);
	*late = async_pool_alarm_end(&alarm) || zend_async_deadline_has_passed(call->deadline);
	return verdict;
}

/* After a refusal: the next idle resource, or the place to make a new one. */
static async_pool_entry_t *next_choice(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_entry_t *next;

	if (!pool->idle.count) {
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_CONNECTING);
		return entry;
	}
	next = async_pool_ring_newest(&pool->idle);
	async_pool_entry_set_state(pool, next, ASYNC_POOL_ENTRY_HELD);
	next->probe = entry->probe;
	entry->probe = false;
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_FREE);
	return next;
}

/* What follows from the verdict about a HELD entry: that entry, when it was accepted; the next choice; or NULL:
 * exception. */
static async_pool_entry_t *obey_verdict(acquire_call *call, async_pool_entry_t *entry, async_pool_verdict verdict, bool late)
{
	async_pool_t *pool = call->pool;

	if (verdict == ASYNC_POOL_ACCEPTED) {
		if (EXPECTED(!late)) {
			return entry;
		}
		async_pool_throw_timeout(pool, call->started_ns);
		async_pool_give_back(pool, entry);
		return NULL;
	}
	async_pool_discard(pool, entry, ZEND_ASYNC_POOL_REFUSED_ACQUIRE);
	if (!EG(exception) && !late && !async_pool_is_closed(pool)) {
		return next_choice(pool, entry);
	}
	if (!EG(exception) && late) {
		async_pool_throw_timeout(pool, call->started_ns);
	} else if (!EG(exception)) {
		throw_closed();
	}
	async_pool_free_place(pool, entry);
	return NULL;
}

/* A used resource that before_acquire accepts (HELD), a place if it accepts none (CONNECTING),
 * NULL: exception. */
static async_pool_entry_t *choose(acquire_call *call, async_pool_entry_t *entry)
{
	while (entry && entry->state == ASYNC_POOL_ENTRY_HELD) {
		bool late;
		async_pool_verdict verdict = ask_before_acquire(call, entry, &late);
		async_pool_entry_t *choice = obey_verdict(call, entry, verdict, late);

		if (verdict == ASYNC_POOL_ACCEPTED) {
			return choice;
		}
		entry = choice;
	}
	return entry;
}

static void report_failure(async_pool_t *pool)
{
	async_pool_inflight_t inflight;

	if (!async_pool_is_interrupted()) {
		async_pool_inflight_begin(&inflight);
		async_circuit_report_failure(pool, inflight.exception);
		async_pool_inflight_end(&inflight);
	}
}

zend_result async_pool_make_resource(async_pool_t *pool, async_pool_entry_t *entry, zend_async_deadline_t deadline, bool *interrupted)
{
	async_pool_alarm_t alarm;
	zval resource;
	zend_result ok;

	async_pool_alarm_set(&alarm, deadline);
	ok = async_pool_call_factory(pool, &resource);
	*interrupted = async_pool_alarm_end(&alarm);
	if (ok == SUCCESS) {
		pool->stats.created++;
		async_pool_entry_fill(pool, entry, &resource);
		return SUCCESS;
	}
	pool->stats.factory_failures++;
	if (!EG(exception)) {
		ZEND_ASSERT(*interrupted && "Only the alarm takes an exception away");
		async_throw(async_ce_pool_timeout_exception, "The factory of the pool did not come to an end in time");
	}
	report_failure(pool);
	async_pool_free_place(pool, entry);
	return FAILURE;
}

/* A new resource (HELD), or NULL: exception. */
static async_pool_entry_t *create(acquire_call *call, async_pool_entry_t *entry)
{
	bool interrupted;

	if (async_pool_make_resource(call->pool, entry, call->deadline, &interrupted) == FAILURE) {
		if (interrupted && !async_pool_is_interrupted()) {
			async_pool_throw_timeout(call->pool, call->started_ns);
		}
		return NULL;
	}
	if (UNEXPECTED(zend_async_deadline_has_passed(call->deadline))) {
		async_pool_throw_timeout(call->pool, call->started_ns);
		async_pool_give_back(call->pool, entry);
		return NULL;
	}
	return entry;
}

static zend_always_inline void give_out(async_pool_t *pool, async_pool_entry_t *entry, zval *result)
{
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_OUT);
	ZVAL_COPY(result, &entry->resource);
	pool->stats.acquired++;
}

static zend_always_inline async_pool_entry_t *newest_idle(const async_pool_t *pool)
{
	async_pool_entry_t *entry = async_pool_ring_newest(&pool->idle);

	ZEND_ASSERT(entry->state == ASYNC_POOL_ENTRY_IDLE);
	return entry;
}

/* The ordinary answer of a hook in C about a HELD entry. After a fork the entry is ABANDONED. */
static zend_always_inline bool is_plainly_accepted(const async_pool_t *pool, const async_pool_entry_t *entry, bool accepted)
{
	return EXPECTED(accepted) && EXPECTED(!EG(exception)) && EXPECTED(!async_pool_is_closed(pool))
		&& EXPECTED(entry->state == ASYNC_POOL_ENTRY_HELD);
}

/* Gives out what was accepted, or makes a resource in the place that was left; NULL: exception. */
static zend_result finish_choice(acquire_call *call, async_pool_entry_t *entry, zval *result)
{
	if (entry && entry->state == ASYNC_POOL_ENTRY_CONNECTING) {
		entry = create(call, entry);
	}
	if (!entry) {
		return FAILURE;
	}
	if (UNEXPECTED(async_pool_is_closed(call->pool))) {
		throw_closed();
		async_pool_give_back(call->pool, entry);
		return FAILURE;
	}
	give_out(call->pool, entry, result);
	return SUCCESS;
}

/* Makes something to give out of an entry that was taken. */
static zend_result finish(acquire_call *call, async_pool_entry_t *entry, zval *result)
{
	return finish_choice(call, choose(call, entry), result);
}

static zend_never_inline zend_result acquire_slow(async_pool_t *pool, zval *result, zend_long timeout)
{
	acquire_call call = {pool, 0, ZEND_ASYNC_NO_DEADLINE};
	async_pool_entry_t *entry = NULL;
	zend_result ok = FAILURE;

	if (timeout < 0) {
		zend_value_error("The timeout of a pool's acquire must be greater than or equal to 0");
		return FAILURE;
	}
	if (timeout) {
		call.started_ns = zend_hrtime();
		call.deadline = zend_async_deadline_in(timeout);
	}
	async_pool_addref(pool);
	if (pass_gate(pool) == SUCCESS) {
		entry = take_now(pool);
		if (!entry) {
			entry = wait_in_line(&call);
		}
	}
	if (entry) {
		ok = finish(&call, entry, result);
	}
	async_pool_delref(pool);
	return ok;
}

/* The rest of acquire_checked() when the hook did not simply accept. */
static zend_never_inline zend_result acquire_after_check(async_pool_t *pool, async_pool_entry_t *entry, bool accepted, zval *result)
{
	acquire_call call = {pool, 0, ZEND_ASYNC_NO_DEADLINE};
	async_pool_verdict verdict = async_pool_verdict_of(accepted);
	zend_result ok;

	async_pool_discard_refusal(verdict);
	entry = obey_verdict(&call, entry, verdict, false);
	ok = verdict == ASYNC_POOL_ACCEPTED ? finish_choice(&call, entry, result)
		: entry ? finish(&call, entry, result) : FAILURE;
	async_pool_delref(pool);
	return ok;
}

/* The short way for a before_acquire in C and no time limit. */
static zend_never_inline zend_result acquire_checked(async_pool_t *pool, zval *result)
{
	async_pool_entry_t *entry = newest_idle(pool);
	bool accepted;

	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_addref(pool);
	accepted = pool->base.before_acquire.internal(&pool->base, &entry->resource);
	if (is_plainly_accepted(pool, entry, accepted)) {
		give_out(pool, entry, result);
		async_pool_delref_alive(pool);
		return SUCCESS;
	}
	return acquire_after_check(pool, entry, accepted, result);
}

/* Something is idle and nobody is ahead of us: a closed pool has nothing idle, and an active one has nobody waiting
 * while it has. */
static zend_always_inline bool is_at_hand(const async_pool_t *pool)
{
	return EXPECTED(pool->idle.count) && EXPECTED(pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE);
}

zend_result async_pool_acquire(zend_async_pool_t *base, zval *result, zend_long timeout)
{
	async_pool_t *pool = async_pool_from_base(base);

	if (is_at_hand(pool)) {
		if (base->handler_flags & ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL) {
			if (timeout == 0) {
				return acquire_checked(pool, result);
			}
		} else if (!base->before_acquire.fcall && EXPECTED(timeout >= 0)) {
			give_out(pool, newest_idle(pool), result);
			return SUCCESS;
		}
	}
	return acquire_slow(pool, result, timeout);
}

zend_result async_pool_try_acquire(zend_async_pool_t *base, zval *result)
{
	async_pool_t *pool = async_pool_from_base(base);
	acquire_call call = {pool, 0, ZEND_ASYNC_NO_DEADLINE};
	async_pool_entry_t *entry;
	zend_result ok;

	if (is_at_hand(pool) && EXPECTED(!base->before_acquire.fcall)) {
		give_out(pool, newest_idle(pool), result);
		return SUCCESS;
	}
	async_pool_addref(pool);
	ok = pass_gate(pool);
	if (ok == SUCCESS) {
		entry = take_now(pool);
		if (entry) {
			ok = finish(&call, entry, result);
		} else {
			ZVAL_NULL(result);
		}
	}
	async_pool_delref(pool);
	return ok;
}
/* }}} */

bool async_pool_prefer(zend_async_pool_t *base, const zval *resource)
{
	async_pool_t *pool = async_pool_from_base(base);
	uint64_t key = async_pool_index_key(resource);

	for (uint32_t at = pool->idle.count; at-- > 0;) {
		if (async_pool_entry_holds(pool->idle.slots[(pool->idle.head + at) & pool->idle.mask], resource, key)) {
			async_pool_ring_raise(&pool->idle, at);
			return true;
		}
	}
	return false;
}

bool async_pool_evict(zend_async_pool_t *base, const zval *resource)
{
	async_pool_t *pool = async_pool_from_base(base);
	async_pool_entry_t *entry;

	if (!async_pool_prefer(base, resource)) {
		return false;
	}
	entry = newest_idle(pool);
	async_pool_addref(pool);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_discard(pool, entry, ZEND_ASYNC_POOL_UNHEALTHY);
	async_pool_free_place(pool, entry);
	async_pool_delref(pool);
	return true;
}

/* {{{ Releasing */

static void report_verdict(async_pool_t *pool, async_pool_verdict verdict)
{
	zend_object *error;

	if (verdict == ASYNC_POOL_ACCEPTED) {
		async_circuit_report_success(pool);
	} else if (verdict == ASYNC_POOL_REFUSED) {
		error = async_pool_take_refusal();
		async_circuit_report_failure(pool, error);
		OBJ_RELEASE(error);
	}
}

/* Hand-off, idle or end, for a HELD entry. */
static void obey_release_verdict(async_pool_t *pool, async_pool_entry_t *entry, async_pool_verdict verdict)
{
	report_verdict(pool, verdict);
	if (verdict != ASYNC_POOL_ACCEPTED && !async_pool_is_closed(pool)) {
		async_pool_discard(pool, entry, ZEND_ASYNC_POOL_REFUSED_RELEASE);
	}
	async_pool_give_back(pool, entry);
}

static zend_never_inline zend_result release_slow(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_inflight_t inflight;
	bool interrupted;

	async_pool_addref(pool);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_inflight_begin(&inflight);
	if (async_pool_is_closed(pool)) {
		async_pool_give_back(pool, entry);
	} else {
		obey_release_verdict(pool, entry, async_pool_call_before_release(pool, &entry->resource));
	}
	interrupted = EG(exception) != NULL;
	async_pool_inflight_end(&inflight);
	async_pool_delref(pool);
	return interrupted ? FAILURE : SUCCESS;
}

/* The rest of release_checked() when the hook did not simply accept, or somebody wants to know. */
static zend_never_inline zend_result release_after_check(async_pool_t *pool, async_pool_entry_t *entry, bool accepted)
{
	bool interrupted;

	obey_release_verdict(pool, entry, async_pool_verdict_of(accepted));
	interrupted = EG(exception) != NULL;
	async_pool_delref(pool);
	return interrupted ? FAILURE : SUCCESS;
}

/* The short way for a before_release in C, with no exception in flight. */
static zend_never_inline zend_result release_checked(async_pool_t *pool, async_pool_entry_t *entry)
{
	bool accepted;

	ZEND_ASSERT(entry->state == ASYNC_POOL_ENTRY_OUT);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_addref(pool);
	accepted = pool->base.before_release.internal(&pool->base, &entry->resource);
	if (is_plainly_accepted(pool, entry, accepted) && EXPECTED(!pool->base.strategy.object) && EXPECTED(async_pool_queue_is_empty(&pool->waiters))) {
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_IDLE);
		async_pool_delref_alive(pool);
		return SUCCESS;
	}
	return release_after_check(pool, entry, accepted);
}

static zend_never_inline zend_result release_unknown(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (entry) {
		/* The parent's: the child has no use for it, and no fault of the user's. */
		async_pool_entry_forget(pool, entry);
		return SUCCESS;
	}
	async_throw(async_ce_pool_exception,
		"The resource is not out of this pool: it belongs elsewhere or was released already");
	return FAILURE;
}

/* Everything out of the ordinary is left by a tail call, so that the ordinary case needs no frame. */
static zend_always_inline zend_result take_back(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (UNEXPECTED(!entry) || UNEXPECTED(entry->state != ASYNC_POOL_ENTRY_OUT)) {
		return release_unknown(pool, entry);
	}
	if (EXPECTED(!async_pool_is_closed(pool))) {
		if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL) {
			if (EXPECTED(!EG(exception))) {
				return release_checked(pool, entry);
			}
		} else if (!pool->base.before_release.fcall && EXPECTED(async_pool_queue_is_empty(&pool->waiters)) && EXPECTED(!pool->base.strategy.object)) {
			async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_IDLE);
			return SUCCESS;
		}
	}
	return release_slow(pool, entry);
}

static zend_never_inline zend_result release_value(async_pool_t *pool, const zval *resource)
{
	return take_back(pool, async_pool_index_find(&pool->out, resource));
}

zend_result async_pool_release(zend_async_pool_t *base, zval *resource)
{
	async_pool_t *pool = async_pool_from_base(base);

	if (EXPECTED(async_pool_index_is_pointer(resource))) {
		return take_back(pool, async_pool_index_find_pointer(&pool->out, resource));
	}
	return release_value(pool, resource);
}
/* }}} */

void async_pool_stats(const zend_async_pool_t *base, zend_async_pool_stats_t *stats)
{
	const async_pool_t *pool = (const async_pool_t *) base;

	*stats = pool->stats;
	stats->idle = pool->idle.count;
	stats->active = pool->active;
	stats->connecting = pool->connecting;
	stats->waiting = pool->waiters.count;
}
