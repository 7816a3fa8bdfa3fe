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

/* The line in front of a pool: an intrusive list of waiters, oldest first, each on the
 * stack of the coroutine that waits. All operations take constant time and allocate
 * nothing. Who is served, and with what, is decided elsewhere. */

#ifndef ASYNC_POOL_QUEUE_H
#define ASYNC_POOL_QUEUE_H

#include "zend_async_API.h"

typedef struct _async_pool_queue_t {
	zend_async_pool_waiter_t *first;
	zend_async_pool_waiter_t *last;
	uint32_t count;
} async_pool_queue_t;

static zend_always_inline void async_pool_queue_push(async_pool_queue_t *queue, zend_async_pool_waiter_t *waiter)
{
	waiter->prev = queue->last;
	waiter->next = NULL;
	if (queue->last) {
		queue->last->next = waiter;
	} else {
		queue->first = waiter;
	}
	queue->last = waiter;
	queue->count++;
}

static zend_always_inline void async_pool_queue_remove(async_pool_queue_t *queue, zend_async_pool_waiter_t *waiter)
{
	ZEND_ASSERT(queue->count > 0);
	if (waiter->prev) {
		waiter->prev->next = waiter->next;
	} else {
		queue->first = waiter->next;
	}
	if (waiter->next) {
		waiter->next->prev = waiter->prev;
	} else {
		queue->last = waiter->prev;
	}
	queue->count--;
}

/* For a forked child, where the waiters' stacks belong to coroutines that do not exist. */
static zend_always_inline void async_pool_queue_forget(async_pool_queue_t *queue)
{
	queue->first = queue->last = NULL;
	queue->count = 0;
}

#endif /* ASYNC_POOL_QUEUE_H */
