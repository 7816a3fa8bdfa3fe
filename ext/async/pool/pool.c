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

/* Acquire and release: who gets a resource, and what becomes of one that comes back.
 *
 * What must hold between any two steps that can suspend:
 *  - idle + active + connecting <= max_size, unless the maximum was lowered (pool_size.c); a
 *    resource under a hook and a place whose factory runs are counted;
 *  - whoever frees a resource or a place calls async_pool_serve_waiters(), so that while a waiter
 *    is in line nothing is available (unless the circuit breaker is RECOVERING);
 *  - a waiter that was served owns what it was given, and passes it on if it cannot use it.
 *
 * Every hook may suspend, throw, close the pool or fork: after each of them the pool and the entry
 * are looked at again.
 *
 * Not here: entries and waiters (pool_places.c, pool_wait.c), how handlers are called
 * (pool_call.c), creation and closing (pool_life.c), healthchecks (pool_health.c). */

#include "pool_aside.h"
#include "pool_call.h"
#include "pool_entry.h"
#include "exceptions.h"
#include "zend_exceptions.h"
#include "zend_hrtime.h"

/* The ordinary answer of a hook in C about a HELD entry. After a fork the entry is ABANDONED. */
static zend_always_inline bool is_plainly_accepted(
		const async_pool_t *pool, const async_pool_entry_t *entry, bool accepted)
{
	return EXPECTED(accepted) && EXPECTED(!EG(exception)) && EXPECTED(!async_pool_is_closed(pool))
		&& EXPECTED(entry->state == ASYNC_POOL_ENTRY_HELD);
}

/* {{{ Acquire, when a resource is idle */
static zend_never_inline zend_result acquire_slow(
		async_pool_t *pool, zval *result, zend_long timeout); /* may suspend */
static zend_never_inline zend_result acquire_after_check(
		async_pool_t *pool, async_pool_entry_t *entry, bool accepted,
		zval *result); /* may suspend */

/* A closed pool has nothing idle, and an active one has no waiters while a resource is idle. */
static zend_always_inline bool is_at_hand(const async_pool_t *pool)
{
	return EXPECTED(pool->idle.count)
		&& EXPECTED(pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE);
}

static zend_always_inline async_pool_entry_t *newest_idle(const async_pool_t *pool)
{
	async_pool_entry_t *entry = async_pool_ring_newest(&pool->idle);

	ZEND_ASSERT(entry->state == ASYNC_POOL_ENTRY_IDLE);
	return entry;
}

static zend_always_inline void give_out(
		async_pool_t *pool, async_pool_entry_t *entry, zval *result)
{
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_OUT);
	ZVAL_COPY(result, &entry->resource);
	pool->stats.acquired++;
}

/* With a before_acquire in C and no time limit. */
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

zend_result async_pool_acquire(zend_async_pool_t *base, zval *result, zend_long timeout)
{
	async_pool_t *pool = async_pool_from_base(base);

	if (is_at_hand(pool) && !ZEND_ASYNC_SWITCHES_HERE()) {
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
/* }}} */

/* {{{ Acquire, in all other cases: through the gate, take an entry or wait for one, hand it out */
static void start_for_limit(const async_pool_t *pool);
static zend_result pass_gate(async_pool_t *pool); /* may suspend */
static zend_result ask_gate(async_pool_t *pool); /* may suspend */
static bool is_gate_open(const async_pool_t *pool);
static async_pool_entry_t *take_now(async_pool_t *pool, bool waits);
static zend_result hand_out(
		async_pool_acquire_t *call, async_pool_entry_t *entry, zval *result); /* may suspend */
static async_pool_entry_t *obey_verdict(async_pool_acquire_t *call,
		async_pool_entry_t *entry, async_pool_verdict verdict); /* may suspend */

static zend_never_inline zend_result acquire_slow(
		async_pool_t *pool, zval *result, zend_long timeout)
{
	async_pool_acquire_t call = {
		.pool = pool, .deadline = ZEND_ASYNC_NO_DEADLINE, .waits = true};
	async_pool_entry_t *entry = NULL;
	zend_result ok;

	if (timeout < 0) {
		zend_value_error("The timeout of a pool's acquire must be greater than or equal to 0");
		return FAILURE;
	}
	if (timeout) {
		call.started_ns = zend_hrtime();
		call.deadline = zend_async_deadline_in(timeout);
		start_for_limit(pool);
	}
	async_pool_addref(pool);
	if (ZEND_ASYNC_SWITCH_POINT() == SUCCESS && pass_gate(pool) == SUCCESS) {
		entry = take_now(pool, true);
		if (!entry && !EG(exception)) {
			entry = async_pool_wait_in_line(&call, false);
		}
	}
	ok = hand_out(&call, entry, result);
	async_pool_delref(pool);
	return ok;
}

/* Never waits in line. */
zend_result async_pool_try_acquire(zend_async_pool_t *base, zval *result)
{
	async_pool_t *pool = async_pool_from_base(base);
	async_pool_acquire_t call = {.pool = pool, .deadline = ZEND_ASYNC_NO_DEADLINE};
	async_pool_entry_t *entry;
	zend_result ok;

	if (is_at_hand(pool) && EXPECTED(!base->before_acquire.fcall)
			&& !ZEND_ASYNC_SWITCHES_HERE()) {
		give_out(pool, newest_idle(pool), result);
		return SUCCESS;
	}
	async_pool_addref(pool);
	ZVAL_NULL(result);
	ok = ZEND_ASYNC_SWITCH_POINT();
	if (ok == SUCCESS) {
		ok = ask_gate(pool);
	}
	if (ok == SUCCESS && is_gate_open(pool)) {
		entry = take_now(pool, false);
		/* Closed meanwhile: there is nothing to be had, and no exception. */
		if (entry && hand_out(&call, entry, result) == FAILURE) {
			ok = EG(exception) ? FAILURE : SUCCESS;
		}
	}
	async_pool_delref(pool);
	return ok;
}

/* The rest of acquire_checked() when the hook did not simply accept. */
static zend_never_inline zend_result acquire_after_check(
		async_pool_t *pool, async_pool_entry_t *entry, bool accepted, zval *result)
{
	async_pool_acquire_t call = {
		.pool = pool, .deadline = ZEND_ASYNC_NO_DEADLINE, .waits = true};
	async_pool_verdict verdict = async_pool_verdict_of(accepted);
	zend_result ok;

	async_pool_discard_refusal(verdict, true);
	ok = hand_out(&call, obey_verdict(&call, entry, verdict), result);
	async_pool_delref(pool);
	return ok;
}

static bool is_gate_open(const async_pool_t *pool)
{
	return !async_pool_is_closed(pool)
		&& pool->base.circuit_state != ZEND_ASYNC_CIRCUIT_INACTIVE;
}

/* The strategy may open it. FAILURE: exception. */
static zend_result ask_gate(async_pool_t *pool)
{
	if (!async_pool_is_closed(pool) && pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_INACTIVE) {
		async_circuit_ask_to_recover(pool);
		if (EG(exception)) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* FAILURE: closed or not available, an exception says which. */
static zend_result pass_gate(async_pool_t *pool)
{
	if (ask_gate(pool) == FAILURE) {
		return FAILURE;
	}
	if (async_pool_is_closed(pool)) {
		async_pool_throw_closed();
		return FAILURE;
	}
	if (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_INACTIVE) {
		async_pool_throw_unavailable();
		return FAILURE;
	}
	return SUCCESS;
}

/* A connect of the main script is kept within the limit by the scheduler only. */
static void start_for_limit(const async_pool_t *pool)
{
	if ((pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE)
			&& !ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		zend_clear_exception();
	}
}

/* A place to make a resource in, by the caller. NULL: there is none, or it is not for the caller to
 * do, or an exception says why not. */
static async_pool_entry_t *reserve_place(async_pool_t *pool, bool waits)
{
	if (!(pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE)) {
		return async_pool_reserve(pool);
	}
	if ((waits && ZEND_ASYNC_CAN_SUSPEND()) || async_pool_total(pool) >= pool->base.max_size) {
		return NULL;
	}
	if (waits ? !async_pool_may_connect_here(pool) : !async_pool_may_connect(pool)) {
		return NULL;
	}
	return async_pool_reserve(pool);
}

/* HELD or CONNECTING; NULL when nothing is available or others are in line already, or with an
 * exception. */
static async_pool_entry_t *take_now(async_pool_t *pool, bool waits)
{
	if (!async_pool_queue_is_empty(&pool->waiters) || !async_pool_admits(pool)) {
		return NULL;
	}
	return pool->idle.count ? async_pool_reserve(pool) : reserve_place(pool, waits);
}

static bool is_late(const async_pool_acquire_t *call)
{
	return call->was_interrupted || zend_async_deadline_has_passed(call->deadline);
}

static async_pool_verdict ask_before_acquire(async_pool_acquire_t *call, async_pool_entry_t *entry)
{
	async_pool_alarm_t alarm;
	async_pool_verdict verdict;

	if (!call->pool->base.before_acquire.fcall) {
		return ASYNC_POOL_ACCEPTED;
	}
	async_pool_alarm_set(&alarm, call->deadline);
	verdict = async_pool_call_before_acquire(call->pool, &entry->resource);
	if (async_pool_alarm_end(&alarm)) {
		call->was_interrupted = true;
	}
	async_pool_discard_refusal(verdict,
		call->pool->base.handler_flags & ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL);
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
	next = newest_idle(pool);
	async_pool_entry_set_state(pool, next, ASYNC_POOL_ENTRY_HELD);
	next->probe = entry->probe;
	entry->probe = false;
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_FREE);
	return next;
}

/* The entry itself when before_acquire accepted its resource; otherwise the resource is destroyed,
 * and the next choice is returned (HELD: to be asked about, CONNECTING: to be made). NULL:
 * exception. */
static async_pool_entry_t *obey_verdict(
		async_pool_acquire_t *call, async_pool_entry_t *entry, async_pool_verdict verdict)
{
	async_pool_t *pool = call->pool;

	if (verdict == ASYNC_POOL_ACCEPTED && EXPECTED(entry->state == ASYNC_POOL_ENTRY_HELD)) {
		call->is_accepted = true;
		return entry;
	}
	async_pool_discard(pool, entry, ZEND_ASYNC_POOL_REFUSED_ACQUIRE);
	if (!EG(exception) && !is_late(call) && !async_pool_is_closed(pool)) {
		return next_choice(pool, entry);
	}
	if (!EG(exception) && is_late(call)) {
		async_pool_throw_timeout(pool, call->started_ns);
	} else if (!EG(exception) && call->waits) {
		async_pool_throw_closed();
	}
	async_pool_free_place(pool, entry);
	return NULL;
}

/* Another entry, or NULL: exception. Nobody in line is served with the place, unless this call
 * gives up: it had its turn before them. */
static async_pool_entry_t *wait_for_another(
		async_pool_acquire_t *call, async_pool_entry_t *entry) /* may suspend */
{
	async_pool_entry_t *another;

	async_pool_entry_set_state(call->pool, entry, ASYNC_POOL_ENTRY_FREE);
	if (UNEXPECTED(call->pool->is_trimming)) {
		async_pool_note_trimmed(call->pool);
	}
	another = async_pool_wait_in_line(call, true);
	if (!another) {
		async_pool_serve_waiters(call->pool);
	}
	return another;
}

/* A new resource (HELD), or NULL: exception. */
static async_pool_entry_t *create(async_pool_acquire_t *call, async_pool_entry_t *entry)
{
	if (async_pool_make_resource(call->pool, entry, call) == FAILURE) {
		return NULL;
	}
	call->is_accepted = true;
	return entry;
}

/* Makes something to give out of an entry that was taken; NULL: exception. FAILURE: exception, or
 * none when tryAcquire() finds the pool closed. */
static zend_result hand_out(
		async_pool_acquire_t *call, async_pool_entry_t *entry, zval *result)
{
	async_pool_t *pool = call->pool;

	while (entry && !call->is_accepted) {
		if (entry->state != ASYNC_POOL_ENTRY_CONNECTING) {
			entry = obey_verdict(call, entry, ask_before_acquire(call, entry));
		} else if (call->waits && async_pool_connects_aside(pool)) {
			entry = wait_for_another(call, entry);
		} else {
			entry = create(call, entry);
		}
	}
	if (!entry) {
		return FAILURE;
	}
	if (EXPECTED(!is_late(call)) && EXPECTED(!async_pool_is_closed(pool))) {
		give_out(pool, entry, result);
		return SUCCESS;
	}
	if (is_late(call)) {
		async_pool_throw_timeout(pool, call->started_ns);
	} else if (call->waits) {
		async_pool_throw_closed();
	}
	async_pool_give_back(pool, entry);
	return FAILURE;
}
/* }}} */

/* {{{ Release, when the resource simply becomes idle. Everything out of the ordinary is left by a
 * tail call, so that the ordinary case needs no frame. */
static zend_never_inline zend_result release_slow(
		async_pool_t *pool, async_pool_entry_t *entry); /* may suspend */
static zend_never_inline zend_result release_after_check(
		async_pool_t *pool, async_pool_entry_t *entry, bool accepted); /* may suspend */
static zend_never_inline zend_result release_unknown(
		async_pool_t *pool, async_pool_entry_t *entry);

/* No waiter to hand it to, no strategy to tell, and nothing to take away. */
static zend_always_inline bool becomes_idle(const async_pool_t *pool)
{
	return EXPECTED(async_pool_queue_is_empty(&pool->waiters))
		&& EXPECTED(!pool->base.strategy.object) && EXPECTED(!pool->is_trimming);
}

/* With a before_release in C and no exception in flight. */
static zend_never_inline zend_result release_checked(async_pool_t *pool, async_pool_entry_t *entry)
{
	bool accepted;

	ZEND_ASSERT(entry->state == ASYNC_POOL_ENTRY_OUT);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_addref(pool);
	accepted = pool->base.before_release.internal(&pool->base, &entry->resource);
	if (is_plainly_accepted(pool, entry, accepted) && becomes_idle(pool)) {
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_IDLE);
		async_pool_delref_alive(pool);
		return SUCCESS;
	}
	return release_after_check(pool, entry, accepted);
}

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
		} else if (!pool->base.before_release.fcall && becomes_idle(pool)) {
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

zend_result async_pool_release_entry(async_pool_t *pool, async_pool_entry_t *entry)
{
	return take_back(pool, entry);
}
/* }}} */

/* {{{ Release, in all other cases: ask before_release, tell the strategy, then hand-off, idle or
 * end */
static void obey_release_verdict(
		async_pool_t *pool, async_pool_entry_t *entry, async_pool_verdict verdict);

static zend_never_inline zend_result release_slow(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_inflight_t inflight;
	bool has_thrown;

	async_pool_addref(pool);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	async_pool_inflight_begin(&inflight);
	if (async_pool_is_closed(pool)) {
		async_pool_give_back(pool, entry);
	} else {
		obey_release_verdict(pool, entry,
			async_pool_call_before_release(pool, &entry->resource));
	}
	has_thrown = EG(exception) != NULL;
	async_pool_inflight_end(&inflight);
	async_pool_delref(pool);
	return has_thrown ? FAILURE : SUCCESS;
}

/* The rest of release_checked() when the hook did not simply accept, a coroutine waits for the
 * resource or a strategy wants to be told. */
static zend_never_inline zend_result release_after_check(
		async_pool_t *pool, async_pool_entry_t *entry, bool accepted)
{
	bool has_thrown;

	obey_release_verdict(pool, entry, async_pool_verdict_of(accepted));
	has_thrown = EG(exception) != NULL;
	async_pool_delref(pool);
	return has_thrown ? FAILURE : SUCCESS;
}

static void report_verdict(async_pool_t *pool, async_pool_verdict verdict)
{
	zend_object *error;

	if (verdict == ASYNC_POOL_ACCEPTED) {
		async_circuit_report_success(pool);
	} else if (verdict == ASYNC_POOL_REFUSED) {
		error = async_pool_take_refusal();
		if (pool->base.strategy.object) {
			async_circuit_report_failure(pool, error);
		} else if (async_pool_is_uncaught(pool, error)) {
			async_warn_uncaught(error);
			async_pool_report_exception();
			return;
		}
		OBJ_RELEASE(error);
	}
}

/* The entry is HELD, or ABANDONED after a fork in the hook. */
static void obey_release_verdict(
		async_pool_t *pool, async_pool_entry_t *entry, async_pool_verdict verdict)
{
	report_verdict(pool, verdict);
	if (verdict != ASYNC_POOL_ACCEPTED && !async_pool_is_closed(pool)) {
		async_pool_discard(pool, entry, ZEND_ASYNC_POOL_REFUSED_RELEASE);
	}
	async_pool_give_back(pool, entry);
}

static zend_never_inline zend_result release_unknown(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (entry) {
		/* The parent's: the child has no use for it, and its user did nothing wrong. */
		async_pool_entry_forget(pool, entry);
		return SUCCESS;
	}
	async_throw(async_ce_pool_exception,
		"The resource is not out of this pool: it belongs elsewhere or was released already");
	return FAILURE;
}
/* }}} */
