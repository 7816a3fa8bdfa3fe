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

#ifndef ASYNC_POOL_CALL_H
#define ASYNC_POOL_CALL_H

#include "pool.h"

/* An exception in flight, set aside while handlers run. */
typedef struct _async_pool_inflight_t {
	zend_object *exception;
	const zend_op *opline_before;
	/* Where the current frame stood: handling an exception, if it is one of PHP code. */
	const zend_op *opline;
} async_pool_inflight_t;

void async_pool_inflight_begin(async_pool_inflight_t *inflight);

/* Puts it back; what was thrown meanwhile becomes its previous one. */
void async_pool_inflight_end(async_pool_inflight_t *inflight);

typedef enum _async_pool_verdict {
	ASYNC_POOL_ACCEPTED,
	ASYNC_POOL_REFUSED,
	/* The coroutine was cancelled or the process exits: EG(exception) is set and goes on. */
	ASYNC_POOL_INTERRUPTED
} async_pool_verdict;

/* What a hook's answer and EG(exception) mean. */
async_pool_verdict async_pool_verdict_of(bool ok);

/* Ends the refusal of before_release: its exception, or one that says so. The caller owns it. */
zend_object *async_pool_take_refusal(void);

/* Ends the refusal of another hook. The exception of a PHP callable becomes a warning; a hook in C
 * says by it that it refuses, and nothing else. */
void async_pool_discard_refusal(async_pool_verdict verdict, bool is_internal);

/* Is EG(exception) not an error of a handler, but an order to the whole coroutine? */
bool async_pool_is_interrupted(void);

/* Was the refusal of before_release thrown by a PHP callable? */
bool async_pool_is_uncaught(const async_pool_t *pool, const zend_object *error);

/* Ends an exception that must not disturb: it becomes a warning. Interruptions stay. */
void async_pool_report_exception(void);

/* All of these may suspend, and require that no exception is in flight. */
zend_result async_pool_call_factory(async_pool_t *pool, zval *result);
void async_pool_call_destructor(
		async_pool_t *pool, zval *resource, zend_async_pool_reason reason);
async_pool_verdict async_pool_call_healthcheck(async_pool_t *pool, zval *resource);
/* REFUSED: followed by async_pool_discard_refusal(). */
async_pool_verdict async_pool_call_before_acquire(async_pool_t *pool, zval *resource);
/* REFUSED: followed by async_pool_take_refusal(). */
async_pool_verdict async_pool_call_before_release(async_pool_t *pool, zval *resource);

/* {{{ The time limit of one acquire */

/* Wakes a coroutine that waits inside of a handler when the time is over. */
typedef zend_async_limit_t async_pool_alarm_t;

/* Does nothing without a deadline or a coroutine. */
void async_pool_alarm_set(async_pool_alarm_t *alarm, zend_async_deadline_t deadline);
/* Did it wake the coroutine? If so, the exception that it threw into the handler is cleared when it
 * came out again. */
bool async_pool_alarm_end(async_pool_alarm_t *alarm);

/* Why an acquire fails. */
void async_pool_throw_closed(void);
void async_pool_throw_unavailable(void);
void async_pool_throw_cannot_wait(const async_pool_t *pool);
void async_pool_throw_too_many(const async_pool_t *pool);

/* PoolTimeoutException; what is in flight becomes its previous one. */
void async_pool_throw_timeout(async_pool_t *pool, uint64_t started_ns);
/* }}} */

#endif /* ASYNC_POOL_CALL_H */
