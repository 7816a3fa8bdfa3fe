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


/* Time limits on calls that may suspend: see zend_async_limit_t. One that has no deadline yet is
 * put on a list of its coroutine, and armed when that suspends; most calls never do. */

#include "limit.h"
#include "scheduler.h"
#include "coroutine/protect.h"
#include "exceptions.h"
#include "reactor/reactor.h"
#include "zend_exceptions.h"

/* When the coroutine cannot be woken: the first time, and at the most. */
#define FIRST_RETRY_MS 1
#define LAST_RETRY_MS 128

ZEND_STATIC_ASSERT(sizeof(async_timer_t) <= sizeof(((zend_async_limit_t *) 0)->timer),
	"a limit has room for its timer");

static async_timer_t *timer_of(zend_async_limit_t *limit)
{
	return (async_timer_t *) limit->timer;
}

/* {{{ When the time is over */

/* The coroutine that is suspended inside of the call, or NULL. A call in a Fiber may be resumed by
 * another one. */
static async_coroutine_t *find_inside(const zend_async_limit_t *limit)
{
	async_coroutine_t *own = async_coroutine_from_base(limit->coroutine);

	if (!limit->is_in_fiber) {
		return async_is_suspended_inside(own, limit->context) ? own : NULL;
	}
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, coroutine) {
		if (async_is_suspended_inside(coroutine, limit->context)) {
			return coroutine;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return NULL;
}

/* With the trace of the coroutine that it is for, not of the one that happens to run the loop. */
static zend_object *new_exception(const async_coroutine_t *coroutine, const char *message)
{
	zend_execute_data *running = EG(current_execute_data);
	zend_object *exception;

	EG(current_execute_data) = coroutine->suspended_at;
	exception = async_new_exception(async_ce_operation_canceled, "%s", message);
	EG(current_execute_data) = running;
	return exception;
}

/* It has to go on with another exception first. */
static bool is_woken_with_error(const async_coroutine_t *coroutine)
{
	return coroutine->base.state == ZEND_COROUTINE_READY && coroutine->wake_exception;
}

/* One that is ready for another reason is told all the same, as by cancel(). */
static void wake(async_coroutine_t *coroutine, zend_object *exception)
{
	if (coroutine->base.state == ZEND_COROUTINE_READY) {
		coroutine->wake_exception = exception;
		coroutine->wake_is_cancellation = false;
		coroutine->has_news = true;
	} else {
		ZEND_ASYNC_RESUME_WITH_ERROR(&coroutine->base, exception);
	}
}

/* A coroutine under a protection of the call's own, or outside of the call by Fiber::suspend(), is
 * tried again. It is not sure to come back. */
static void retry(zend_async_limit_t *limit)
{
	async_timer_t *timer = timer_of(limit);

	timer->is_unref = true;
	limit->timeout_ms = limit->has_fired ? MIN(2 * limit->timeout_ms, LAST_RETRY_MS)
		: FIRST_RETRY_MS;
	limit->has_fired = true;
	async_timer_arm(timer, limit->timeout_ms);
}

/* NULL: it cannot be told now. */
static async_coroutine_t *find_to_wake(const zend_async_limit_t *limit)
{
	async_coroutine_t *coroutine = find_inside(limit);

	return !coroutine || is_woken_with_error(coroutine)
			|| (async_is_protected(coroutine) && !limit->was_protected) ? NULL : coroutine;
}

static zend_async_limit_t *limit_of(async_timer_t *timer)
{
	return (zend_async_limit_t *) ((char *) timer - XtOffsetOf(zend_async_limit_t, timer));
}

static void fire(async_timer_t *timer)
{
	zend_async_limit_t *limit = limit_of(timer);
	async_coroutine_t *coroutine = find_to_wake(limit);

	if (!coroutine) {
		retry(limit);
		return;
	}
	limit->deadline = timer->deadline;
	limit->exception = new_exception(coroutine, limit->message);
	GC_ADDREF(limit->exception);
	coroutine->limit_exception = limit->exception;
	wake(coroutine, limit->exception);
}

bool async_limits_end_late(void)
{
	async_timer_t *timer = ASYNC_G(reactor)->timers.root;

	while (timer && !(timer->fire == fire && limit_of(timer)->has_fired
			&& find_to_wake(limit_of(timer)))) {
		timer = async_timer_heap_next(timer);
	}
	if (!timer) {
		return false;
	}
	async_timer_disarm(timer);
	fire(timer);
	return true;
}
/* }}} */

/* {{{ Beginning and end */
static void arm(zend_async_limit_t *limit)
{
	async_timer_t *timer = timer_of(limit);

	memset(timer, 0, sizeof(*timer));
	timer->fire = fire;
	limit->is_armed = true;
	async_timer_arm(timer, limit->deadline
		? (zend_ulong) zend_async_deadline_left_ms(limit->deadline) : limit->timeout_ms);
}

/* After a fatal error the calls are gone, and their limits with them. */
void async_limits_arm(async_coroutine_t *coroutine)
{
	zend_async_limit_t *limit = coroutine->limits;

	coroutine->limits = NULL;
	while (limit && !CG(unclean_shutdown)) {
		arm(limit);
		limit = limit->next;
	}
}

void async_limit_begin(zend_async_limit_t *limit)
{
	async_coroutine_t *self = ASYNC_CURRENT();

	ZEND_ASSERT((!limit->coroutine || CG(unclean_shutdown)) && "A limit has begun twice");
	limit->exception = NULL;
	limit->has_fired = false;
	if (!self || CG(unclean_shutdown)) {
		limit->coroutine = NULL;
		return;
	}
	limit->coroutine = &self->base;
	limit->context = EG(current_fiber_context);
	limit->is_in_fiber = EG(current_fiber_context)->kind == zend_ce_fiber;
	limit->was_protected = async_is_protected(self);
	if (UNEXPECTED(limit->is_in_fiber)) {
		arm(limit);
		return;
	}
	limit->is_armed = false;
	limit->next = self->limits;
	self->limits = limit;
	self->has_news = true;
}

static void take_off_list(async_coroutine_t *coroutine, zend_async_limit_t *limit)
{
	zend_async_limit_t **link = &coroutine->limits;

	while (*link && *link != limit) {
		link = &(*link)->next;
	}
	if (*link) {
		*link = limit->next;
	}
}

/* An exception that was in flight when that of the limit was thrown goes on. The call may be part
 * of an unwinding, in a frame that has not thrown: zend_clear_exception() would set its place. */
static void take_back(zend_object *exception)
{
	zval rv;
	zval *previous = zend_read_property_ex(zend_ce_error, exception,
		ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &rv);

	if (EXPECTED(Z_TYPE_P(previous) != IS_OBJECT)) {
		zend_clear_exception();
		return;
	}
	EG(exception) = Z_OBJ_P(previous);
	GC_ADDREF(EG(exception));
	OBJ_RELEASE(exception);
}

bool async_limit_end(zend_async_limit_t *limit)
{
	zend_object *exception = limit->exception;

	if (!limit->coroutine || CG(unclean_shutdown)) {
		return false;
	}
	if (EXPECTED(!limit->is_armed)) {
		take_off_list(async_coroutine_from_base(limit->coroutine), limit);
	} else {
		async_timer_disarm(timer_of(limit));
	}
	limit->coroutine = NULL;
	if (EXPECTED(!exception)) {
		return false;
	}
	if (EG(exception) == exception) {
		take_back(exception);
	}
	if (ASYNC_CURRENT() && ASYNC_CURRENT()->limit_exception == exception) {
		ASYNC_CURRENT()->limit_exception = NULL;
	}
	limit->exception = NULL;
	OBJ_RELEASE(exception);
	return true;
}
/* }}} */
