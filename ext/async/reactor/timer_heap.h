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

/* A pairing heap of timers, ordered by deadline and then by age. The nodes are intrusive: the
 * heap allocates nothing, and a timer may live on the C stack of a waiting coroutine. It
 * knows no clock and calls no code. */

#ifndef ASYNC_TIMER_HEAP_H
#define ASYNC_TIMER_HEAP_H

#include "php_async.h"

struct _async_timer_t {
	/* In nanoseconds. */
	uint64_t deadline;
	uint64_t age;

	/* First child, next sibling, and the previous sibling or, for a first child, the parent. */
	async_timer_t *child;
	async_timer_t *sibling;
	async_timer_t *back;

	/* Called when the timer is due, after it was taken out. May not suspend or throw. */
	void (*fire)(async_timer_t *timer);

	bool is_armed;
	/* Does not keep the process alive. */
	bool is_unref;
};

typedef struct _async_timer_heap_t {
	async_timer_t *root;
	uint64_t last_age;
	/* Armed timers that keep the process alive. */
	uint32_t ref_count;
} async_timer_heap_t;

void async_timer_heap_insert(async_timer_heap_t *heap, async_timer_t *timer);
void async_timer_heap_remove(async_timer_heap_t *heap, async_timer_t *timer);

/* To visit all timers, in no order, beginning with the root. The heap must not change meanwhile. */
async_timer_t *async_timer_heap_next(const async_timer_t *timer);

#endif /* ASYNC_TIMER_HEAP_H */
