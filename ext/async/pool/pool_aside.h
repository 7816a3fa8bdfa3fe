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

/* Making resources beside those who wait for them, for pools with ZEND_ASYNC_POOL_F_CONNECT_ASIDE.
 * Whoever finds nothing idle waits in line, and takes what comes first: a resource that is given
 * back, or a new one. New ones are made by connecters, coroutines of the pool's own, as many as
 * wait in line and as the maximum allows (pool_aside.c); after a failure one at a time, and not at
 * once (pool_backoff.c). A failure is thrown in the coroutine that is told of it, with its trace
 * (pool_failure.c). */

#ifndef ASYNC_POOL_ASIDE_H
#define ASYNC_POOL_ASIDE_H

#include "pool.h"

/* Does a resource that is wanted here come from a connecter? Otherwise the caller makes it. */
static zend_always_inline bool async_pool_connects_aside(const async_pool_t *pool)
{
	return (pool->base.handler_flags & ZEND_ASYNC_POOL_F_CONNECT_ASIDE)
		&& ZEND_ASYNC_CAN_SUSPEND();
}

/* {{{ pool_aside.c */

/* Starts a connecter for each coroutine in line that has none, as far as that is possible now; the
 * timer does the rest later. */
void async_pool_connect_for_waiters(async_pool_t *pool);
/* As many as are missing for the minimum. */
void async_pool_connect_minimum(async_pool_t *pool);
/* How many can be served without that somebody gives something back. */
uint32_t async_pool_free_places(const async_pool_t *pool);
/* A coroutine in line was cancelled. If nobody comes in its place soon, a connect is stopped. */
void async_pool_note_cancelled(async_pool_t *pool);
/* With the reactor, and with the pool. */
void async_pool_stop_surplus_timer(async_pool_t *pool);
/* The pool is closed: what is being made will not be used. */
void async_pool_cancel_connecters(async_pool_t *pool);
/* In a forked child, or after a fatal error: no coroutine goes on but the survivor, if any. */
void async_pool_forget_connecters(async_pool_t *pool, const zend_coroutine_t *survivor);
/* }}} */

/* {{{ pool_backoff.c */

/* The factory has failed with this error. */
zend_async_pool_failure async_pool_judge(async_pool_t *pool, const zend_object *error);
void async_pool_note_failure(async_pool_t *pool, zend_async_pool_failure failure,
	const zend_object *error);
void async_pool_note_success(async_pool_t *pool);
void async_pool_reached(zend_async_pool_t *base);
void async_pool_doubt(zend_async_pool_t *base);

/* May another factory be called now? */
bool async_pool_may_connect(const async_pool_t *pool);
/* The same for one that is to run in the caller. false: exception. */
bool async_pool_may_connect_here(const async_pool_t *pool);
/* A caller without a time limit does not wait for a peer that cannot be reached. true:
 * exception. */
bool async_pool_refuses_to_wait(const async_pool_t *pool);
/* Somebody waits until one may be called: then the line is served again. */
void async_pool_retry_later(async_pool_t *pool);
void async_pool_stop_retrying(async_pool_t *pool);
void async_pool_backoff_free(async_pool_t *pool);
/* }}} */

/* {{{ pool_failure.c */

/* The same error as another object, without a trace: it holds nothing that belongs to anybody. */
zend_object *async_pool_copy_error(const zend_object *error);
/* Throws a copy. */
void async_pool_throw_copy(const zend_object *error);
/* Throws what was thrown in a connecter, as if it had been thrown here. Takes the reference
 * over. */
void async_pool_throw_here(zend_object *error);
/* }}} */

#endif /* ASYNC_POOL_ASIDE_H */
