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

/* Calls of a pool's handlers, in either flavour, and what becomes of their exceptions; the
 * time limit of an acquire. Nothing here changes the pool: all of it may suspend, so the
 * callers look at the pool again afterwards. */

#include "pool_aside.h"
#include "pool_call.h"
#include "exceptions.h"
#include "scheduler/limit.h"
#include "zend_exceptions.h"
#include "zend_hrtime.h"

/* {{{ Exceptions */
void async_pool_inflight_begin(async_pool_inflight_t *inflight)
{
	inflight->exception = EG(exception);
	if (EXPECTED(!inflight->exception)) {
		return;
	}
	inflight->opline_before = EG(opline_before_exception);
	inflight->opline = EG(current_execute_data) ? EG(current_execute_data)->opline : NULL;
	EG(exception) = NULL;
}

void async_pool_inflight_end(async_pool_inflight_t *inflight)
{
	zend_object *older = inflight->exception;
	zend_object *newer = EG(exception);

	if (!older) {
		return;
	}
	EG(opline_before_exception) = inflight->opline_before;
	if (EG(current_execute_data)) {
		EG(current_execute_data)->opline = inflight->opline;
	}
	if (!newer) {
		EG(exception) = older;
	} else if (async_is_exit(newer)) {
		OBJ_RELEASE(older);
	} else {
		EG(exception) = older;
		if (async_is_exit(older)) {
			OBJ_RELEASE(newer);
		} else {
			zend_exception_set_previous(older, newer);
		}
	}
}

bool async_pool_is_interrupted(void)
{
	return EG(exception) && (async_is_exit(EG(exception)) || zend_async_is_cancelling());
}

void async_pool_report_exception(void)
{
	zend_object *exception = EG(exception);

	if (!exception || async_pool_is_interrupted()) {
		return;
	}
	GC_ADDREF(exception);
	zend_clear_exception();
	async_warn_uncaught(exception);
	/* A user's error handler may have thrown. */
	if (EG(exception) && !async_pool_is_interrupted()) {
		zend_clear_exception();
	}
}
/* }}} */

/* {{{ Handlers */
static void call_callable(zend_fcall_t *fcall, zval *retval, zval *resource)
{
	zend_fcall_info fci = fcall->fci;
	zend_fcall_info_cache fci_cache = fcall->fci_cache;
	zval argument;

	ZVAL_UNDEF(retval);
	fci.retval = retval;
	fci.params = NULL;
	fci.param_count = 0;
	fci.named_params = NULL;
	if (resource) {
		/* The handler's own reference: by the time it returns, the pool's may be gone. */
		ZVAL_COPY(&argument, resource);
		fci.params = &argument;
		fci.param_count = 1;
	}
	zend_call_function(&fci, &fci_cache);
	if (resource) {
		zval_ptr_dtor(&argument);
	}
}

static zend_result call_factory_callable(async_pool_t *pool, zval *result)
{
	call_callable(pool->base.factory.fcall, result, NULL);
	if (EG(exception)) {
		zval_ptr_dtor(result);
		return FAILURE;
	}
	if (Z_ISREF_P(result)) {
		zend_unwrap_reference(result);
	}
	return SUCCESS;
}

zend_result async_pool_call_factory(async_pool_t *pool, zval *result)
{
	zend_result ok;

	ZVAL_UNDEF(result);
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_FACTORY_INTERNAL) {
		ok = pool->base.factory.internal(&pool->base, result);
	} else {
		ok = call_factory_callable(pool, result);
	}
	if (ok == SUCCESS && Z_TYPE_P(result) <= IS_NULL) {
		async_throw(async_ce_pool_exception,
			"The factory of the pool returned null, which is no resource");
		ok = FAILURE;
	}
	if (ok == FAILURE && !EG(exception)) {
		async_throw(async_ce_pool_exception, "The factory of the pool failed and did not say why");
	}
	return ok;
}

void async_pool_call_destructor(
		async_pool_t *pool, zval *resource, zend_async_pool_reason reason)
{
	if (!pool->base.destructor.fcall) {
		return;
	}
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_DESTRUCTOR_INTERNAL) {
		pool->base.destructor.internal(&pool->base, resource, reason);
	} else {
		zval retval;
		call_callable(pool->base.destructor.fcall, &retval, resource);
		zval_ptr_dtor(&retval);
	}
	async_pool_report_exception();
}

/* Only false refuses: a hook that returns nothing has nothing against the resource. The exception
 * of a hook that refuses by throwing stays set. */
static bool call_check(async_pool_t *pool, zend_fcall_t *fcall, zval *resource)
{
	zval retval;
	bool ok;

	call_callable(fcall, &retval, resource);
	ok = Z_TYPE(retval) != IS_FALSE && !EG(exception);
	zval_ptr_dtor(&retval);
	return ok && !EG(exception);
}

async_pool_verdict async_pool_verdict_of(bool ok)
{
	if (EXPECTED(ok && !EG(exception))) {
		return ASYNC_POOL_ACCEPTED;
	}
	return async_pool_is_interrupted() ? ASYNC_POOL_INTERRUPTED : ASYNC_POOL_REFUSED;
}

void async_pool_discard_refusal(async_pool_verdict answer, bool is_internal)
{
	if (answer != ASYNC_POOL_REFUSED || !EG(exception)) {
		return;
	}
	if (is_internal) {
		zend_clear_exception();
	} else {
		async_pool_report_exception();
	}
}

async_pool_verdict async_pool_call_healthcheck(async_pool_t *pool, zval *resource)
{
	bool is_internal = pool->base.handler_flags & ZEND_ASYNC_POOL_F_HEALTHCHECK_INTERNAL;
	async_pool_verdict answer;

	if (is_internal) {
		answer = async_pool_verdict_of(pool->base.healthcheck.internal(&pool->base, resource));
	} else {
		answer = async_pool_verdict_of(call_check(pool, pool->base.healthcheck.fcall, resource));
	}
	async_pool_discard_refusal(answer, is_internal);
	return answer;
}

async_pool_verdict async_pool_call_before_acquire(async_pool_t *pool, zval *resource)
{
	if (!pool->base.before_acquire.fcall) {
		return ASYNC_POOL_ACCEPTED;
	}
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL) {
		return async_pool_verdict_of(pool->base.before_acquire.internal(&pool->base, resource));
	}
	return async_pool_verdict_of(call_check(pool, pool->base.before_acquire.fcall, resource));
}

async_pool_verdict async_pool_call_before_release(async_pool_t *pool, zval *resource)
{
	if (!pool->base.before_release.fcall) {
		return ASYNC_POOL_ACCEPTED;
	}
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL) {
		return async_pool_verdict_of(pool->base.before_release.internal(&pool->base, resource));
	}
	return async_pool_verdict_of(call_check(pool, pool->base.before_release.fcall, resource));
}

bool async_pool_is_uncaught(const async_pool_t *pool, const zend_object *error)
{
	return !(pool->base.handler_flags & ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL)
		&& error->ce != async_ce_pool_exception;
}

zend_object *async_pool_take_refusal(void)
{
	zend_object *error = EG(exception);

	if (!error) {
		return async_new_exception(async_ce_pool_exception,
			"The beforeRelease hook of the pool refused the resource");
	}
	GC_ADDREF(error);
	zend_clear_exception();
	return error;
}
/* }}} */

/* {{{ Time limits */
#define NS_PER_MS 1000000u

void async_pool_alarm_set(async_pool_alarm_t *alarm, zend_async_deadline_t deadline)
{
	alarm->coroutine = NULL;
	if (deadline == ZEND_ASYNC_NO_DEADLINE) {
		return;
	}
	/* A handler that waits would start the scheduler anyway. */
	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		zend_clear_exception();
	}
	alarm->deadline = deadline;
	alarm->message = "The time limit of acquire() is over";
	async_limit_begin(alarm);
}

bool async_pool_alarm_end(async_pool_alarm_t *alarm)
{
	return async_limit_end(alarm);
}

void async_pool_throw_closed(void)
{
	async_throw(async_ce_pool_exception, "The pool is closed");
}

void async_pool_throw_unavailable(void)
{
	async_throw(async_ce_service_unavailable_exception,
		"The circuit breaker of the pool is INACTIVE");
}

void async_pool_throw_cannot_wait(const async_pool_t *pool)
{
	async_throw(async_ce_pool_exception,
		"No resource is available (%u active, %u connecting, at most %u), "
		"and this code cannot suspend",
		pool->active, pool->connecting, pool->base.max_size);
}

void async_pool_throw_too_many(const async_pool_t *pool)
{
	async_throw(async_ce_pool_exception,
		"Too many coroutines wait for a resource of the pool: "
		"%u waiting, at most %u; %u active, %u connecting, at most %u",
		pool->waiters.count, pool->max_waiters, pool->active, pool->connecting,
		pool->base.max_size);
}

void async_pool_throw_timeout(async_pool_t *pool, uint64_t started_ns)
{
	const bool is_down = pool->backoff.error && !EG(exception);

	pool->stats.timeouts++;
	if (is_down) {
		async_pool_throw_copy(pool->backoff.error);
	}
	async_throw(async_ce_pool_timeout_exception,
		"No resource could be had from the pool within %" PRIu64 " ms: "
		"%u waiting, %u active, %u connecting, %u idle, at most %u%s",
		(zend_hrtime() - started_ns) / NS_PER_MS,
		pool->waiters.count, pool->active, pool->connecting, pool->idle.count, pool->base.max_size,
		is_down ? "; the last connect failed" : "");
}
/* }}} */
