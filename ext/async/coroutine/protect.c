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

/* Protection from cancellation. It belongs to a call, not to a coroutine: a call inside a Fiber
 * takes its protection along when the Fiber is suspended, and into the coroutine that resumes
 * it. So protections are counted for each context: in the coroutine for its own, in a table for
 * those of Fibers. */

#include "protect.h"
#include "scheduler/scheduler.h"

static zend_fiber *fiber_of(const zend_fiber_context *context)
{
	return context && context->kind == zend_ce_fiber
		? ZEND_CONTAINER_OF(context, zend_fiber, context) : NULL;
}

static zend_ulong key_of(const zend_fiber_context *context)
{
	return (zend_ulong) (uintptr_t) context;
}

/* {{{ Counting */
static void protect_fiber(const zend_fiber_context *context)
{
	zval *depth, one;

	if (!ASYNC_G(protected_fibers)) {
		ALLOC_HASHTABLE(ASYNC_G(protected_fibers));
		zend_hash_init(ASYNC_G(protected_fibers), 0, NULL, NULL, false);
	}
	depth = zend_hash_index_find(ASYNC_G(protected_fibers), key_of(context));
	if (depth) {
		Z_LVAL_P(depth)++;
	} else {
		ZVAL_LONG(&one, 1);
		zend_hash_index_add_new(ASYNC_G(protected_fibers), key_of(context), &one);
	}
}

static void unprotect_fiber(const zend_fiber_context *context)
{
	zval *depth = zend_hash_index_find(ASYNC_G(protected_fibers), key_of(context));

	ZEND_ASSERT(depth && "unprotect() without protect()");
	if (--Z_LVAL_P(depth) == 0) {
		zend_hash_index_del(ASYNC_G(protected_fibers), key_of(context));
	}
	if (!zend_hash_num_elements(ASYNC_G(protected_fibers))) {
		zend_hash_destroy(ASYNC_G(protected_fibers));
		FREE_HASHTABLE(ASYNC_G(protected_fibers));
		ASYNC_G(protected_fibers) = NULL;
	}
}

static bool is_fiber_protected(const zend_fiber_context *context)
{
	return zend_hash_index_exists(ASYNC_G(protected_fibers), key_of(context));
}
/* }}} */

/* Where its code is: in its own context or in a Fiber. */
static const zend_fiber_context *innermost_context(const async_coroutine_t *coroutine)
{
	return coroutine->base.state == ZEND_COROUTINE_RUNNING
		? EG(current_fiber_context) : coroutine->resume_context;
}

bool async_is_protected(const async_coroutine_t *coroutine)
{
	const zend_fiber_context *context = innermost_context(coroutine);
	const zend_fiber *fiber;

	if (coroutine->protect_depth) {
		return true;
	}
	if (EXPECTED(!ASYNC_G(protected_fibers))) {
		return false;
	}
	while ((fiber = fiber_of(context))) {
		if (is_fiber_protected(context)) {
			return true;
		}
		context = fiber->caller;
	}
	return false;
}

bool async_is_suspended_inside(
		const async_coroutine_t *coroutine, const zend_fiber_context *context)
{
	const zend_fiber_context *inner = coroutine->resume_context;
	const zend_fiber *fiber;

	if (coroutine->base.state != ZEND_COROUTINE_SUSPENDED
			&& coroutine->base.state != ZEND_COROUTINE_READY) {
		return false;
	}
	while (inner != context && (fiber = fiber_of(inner))) {
		inner = fiber->caller;
	}
	return inner == context;
}

void async_protect(void)
{
	if (!ASYNC_CURRENT()) {
		return;
	}
	if (UNEXPECTED(fiber_of(EG(current_fiber_context)))) {
		protect_fiber(EG(current_fiber_context));
	} else {
		ASYNC_CURRENT()->protect_depth++;
	}
}

zend_object *async_take_deferred_cancellation(async_coroutine_t *coroutine)
{
	zend_object *cancellation = coroutine->deferred_cancellation;

	coroutine->deferred_cancellation = NULL;
	async_coroutine_set_cancellation(coroutine, cancellation);
	return cancellation;
}

zend_result async_unprotect(void)
{
	async_coroutine_t *coroutine = ASYNC_CURRENT();

	if (!coroutine) {
		return SUCCESS;
	}
	if (UNEXPECTED(fiber_of(EG(current_fiber_context)))) {
		unprotect_fiber(EG(current_fiber_context));
	} else {
		ZEND_ASSERT(coroutine->protect_depth && "unprotect() without protect()");
		coroutine->protect_depth--;
	}
	if (!coroutine->deferred_cancellation || async_is_protected(coroutine)) {
		return SUCCESS;
	}
	return async_scheduler_throw(async_take_deferred_cancellation(coroutine));
}
