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

/* The circuit breaker of a pool: its states, and the strategy that hears of successes and
 * failures and decides. The pool itself decides nothing about its state, it only obeys it (see
 * admits() in pool.c). */

#include "pool_call.h"
#include "zend_enum.h"
#include "circuit_breaker_arginfo.h"
#include "zend_exceptions.h"
#include "zend_hrtime.h"
#include "zend_interfaces.h"

#define ASK_INTERVAL_NS 1000000u

zend_class_entry *async_ce_circuit_breaker;
zend_class_entry *async_ce_circuit_breaker_state;
zend_class_entry *async_ce_circuit_breaker_strategy;

void async_circuit_set_state(zend_async_pool_t *base, zend_async_circuit_state state)
{
	async_pool_t *pool = async_pool_from_base(base);

	if (async_pool_is_closed(pool)) {
		return;
	}
	base->circuit_state = state;
	if (state == ZEND_ASYNC_CIRCUIT_INACTIVE) {
		async_pool_dismiss_waiters(pool, ZEND_ASYNC_POOL_WAITER_UNAVAILABLE);
	} else {
		async_pool_serve_waiters(pool);
	}
}

/* {{{ Strategy */
static zend_function *find_public(zend_class_entry *ce, const char *name, size_t length)
{
	zend_function *function = zend_hash_str_find_ptr(&ce->function_table, name, length);

	return function && (function->common.fn_flags & ZEND_ACC_PUBLIC) ? function : NULL;
}

void async_circuit_set_strategy(
		zend_async_pool_t *base, zend_object *object, const zend_async_pool_strategy_t *internal)
{
	async_pool_t *pool = async_pool_from_base(base);
	zend_object *old =
		base->handler_flags & ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL ? NULL : base->strategy.object;

	ZEND_ASSERT(!(object && internal) && "One strategy");
	pool->should_recover = NULL;
	if (object) {
		GC_ADDREF(object);
		base->handler_flags &= ~ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL;
		base->strategy.object = object;
		pool->should_recover = find_public(object->ce, ZEND_STRL("shouldrecover"));
	} else {
		base->handler_flags |= ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL;
		base->strategy.internal = internal;
	}
	if (old) {
		OBJ_RELEASE(old);
	}
}

static void source_of_reports(async_pool_t *pool, zval *source)
{
	if (pool->base.wrapper) {
		ZVAL_OBJ_COPY(source, pool->base.wrapper);
	} else {
		ZVAL_NULL(source);
	}
}

/* The strategy may be replaced while it runs. */
static void report_to_object(
		async_pool_t *pool, const char *method, size_t length, zend_object *error)
{
	zend_object *strategy = pool->base.strategy.object;
	zend_function *function = zend_hash_str_find_ptr(&strategy->ce->function_table, method, length);
	zval arguments[2];

	GC_ADDREF(strategy);
	source_of_reports(pool, &arguments[0]);
	if (error) {
		ZVAL_OBJ_COPY(&arguments[1], error);
	}
	zend_call_known_function(function, strategy, strategy->ce, NULL, error ? 2 : 1, arguments,
		NULL);
	zval_ptr_dtor(&arguments[0]);
	if (error) {
		zval_ptr_dtor(&arguments[1]);
	}
	OBJ_RELEASE(strategy);
}

void async_circuit_report_success(async_pool_t *pool)
{
	if (EXPECTED(!pool->base.strategy.object)) {
		return;
	}
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL) {
		pool->base.strategy.internal->report_success(&pool->base);
	} else {
		report_to_object(pool, ZEND_STRL("reportsuccess"), NULL);
	}
	async_pool_report_exception();
}

void async_circuit_report_failure(async_pool_t *pool, zend_object *error)
{
	if (EXPECTED(!pool->base.strategy.object)) {
		return;
	}
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL) {
		pool->base.strategy.internal->report_failure(&pool->base, error);
	} else {
		report_to_object(pool, ZEND_STRL("reportfailure"), error);
	}
	async_pool_report_exception();
}

static bool ask_object(async_pool_t *pool)
{
	zend_object *strategy = pool->base.strategy.object;
	zval retval;
	bool yes;

	if (!pool->should_recover) {
		return false;
	}
	GC_ADDREF(strategy);
	zend_call_known_instance_method_with_0_params(pool->should_recover, strategy, &retval);
	yes = !EG(exception) && zend_is_true(&retval);
	zval_ptr_dtor(&retval);
	OBJ_RELEASE(strategy);
	return yes;
}

static bool ask(async_pool_t *pool)
{
	if (pool->base.handler_flags & ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL) {
		const zend_async_pool_strategy_t *strategy = pool->base.strategy.internal;
		return strategy->should_recover && strategy->should_recover(&pool->base);
	}
	return ask_object(pool);
}

void async_circuit_ask_to_recover(async_pool_t *pool)
{
	uint64_t now;

	if (!pool->base.strategy.object) {
		return;
	}
	now = zend_hrtime();
	if (pool->asked_to_recover_ns && now - pool->asked_to_recover_ns < ASK_INTERVAL_NS) {
		return;
	}
	pool->asked_to_recover_ns = now;
	if (ask(pool) && pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_INACTIVE) {
		async_circuit_set_state(&pool->base, ZEND_ASYNC_CIRCUIT_RECOVERING);
	}
	async_pool_report_exception();
}
/* }}} */

void async_circuit_breaker_startup(void)
{
	async_ce_circuit_breaker_state = register_class_Async_CircuitBreakerState();
	async_ce_circuit_breaker = register_class_Async_CircuitBreaker();
	async_ce_circuit_breaker_strategy = register_class_Async_CircuitBreakerStrategy();
}
