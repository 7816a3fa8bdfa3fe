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
 * nothing. Serving them is done in pool_places.c. */

#ifndef ASYNC_POOL_QUEUE_H
#define ASYNC_POOL_QUEUE_H

#include "zend_async_API.h"

typedef struct _async_pool_queue_t {
	zend_async_list_t list;
	uint32_t count;
} async_pool_queue_t;

static zend_always_inline void async_pool_queue_init(async_pool_queue_t *queue)
{
	zend_async_list_init(&queue->list);
	queue->count = 0;
}

static zend_always_inline bool async_pool_queue_is_empty(const async_pool_queue_t *queue)
{
	return queue->count == 0;
}

static zend_always_inline zend_async_pool_waiter_t *async_pool_queue_oldest(
		const async_pool_queue_t *queue)
{
	ZEND_ASSERT(!async_pool_queue_is_empty(queue));
	return ZEND_CONTAINER_OF(queue->list.head.next, zend_async_pool_waiter_t, node);
}

static zend_always_inline void async_pool_queue_push(
		async_pool_queue_t *queue, zend_async_pool_waiter_t *waiter)
{
	zend_async_list_add_last(&queue->list, &waiter->node);
	queue->count++;
}

static zend_always_inline void async_pool_queue_push_front(
		async_pool_queue_t *queue, zend_async_pool_waiter_t *waiter)
{
	zend_async_list_add_first(&queue->list, &waiter->node);
	queue->count++;
}

static zend_always_inline void async_pool_queue_remove(
		async_pool_queue_t *queue, zend_async_pool_waiter_t *waiter)
{
	ZEND_ASSERT(!async_pool_queue_is_empty(queue));
	zend_async_list_remove(&waiter->node);
	queue->count--;
}

/* For a forked child, where the waiters' stacks belong to coroutines that do not exist. */
static zend_always_inline void async_pool_queue_forget(async_pool_queue_t *queue)
{
	async_pool_queue_init(queue);
}

#endif /* ASYNC_POOL_QUEUE_H */
