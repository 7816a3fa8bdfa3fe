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

#ifndef ASYNC_SCHEDULER_H
#define ASYNC_SCHEDULER_H

#include "coroutine/coroutine.h"

/* The only function that changes the state of a coroutine, and with it its place in the
 * ready queue. */
void async_coroutine_set_state(async_coroutine_t *coroutine, zend_coroutine_state state);

/* Takes the next coroutine to run out of the queue, running the reactor as long as there
 * is none. Never NULL: a deadlock makes the main coroutine ready. */
async_coroutine_t *async_scheduler_next(void);

/* Switches stacks; the caller has made the target's coroutine RUNNING. Returns when another
 * switches back. may suspend */
void async_scheduler_switch(zend_fiber_context *target);

/* Suspends without throwing: what the coroutine was woken with, owned, or NULL.
 * may suspend */
zend_object *async_scheduler_park(void);

/* Throws what a coroutine was woken with; takes it over. SUCCESS for NULL. */
zend_result async_scheduler_throw(zend_object *exception);

/* As in the table: asks the coroutine to end, and takes over the exception. */
void async_scheduler_cancel(zend_coroutine_t *base, zend_object *exception);

zend_result async_scheduler_startup(void);
/* After all objects are gone: stacks and lists. */
void async_scheduler_request_end(void);

#endif /* ASYNC_SCHEDULER_H */
