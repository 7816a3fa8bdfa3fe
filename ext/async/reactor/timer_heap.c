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

/* See timer_heap.h. Insertion is O(1), removal O(log n) amortised. */

#include "timer_heap.h"

static bool is_before(const async_timer_t *a, const async_timer_t *b)
{
	return a->deadline != b->deadline ? a->deadline < b->deadline : a->age < b->age;
}

/* Both are roots without siblings, or NULL. */
static async_timer_t *meld(async_timer_t *a, async_timer_t *b)
{
	if (!a || !b) {
		return a ? a : b;
	}
	if (is_before(b, a)) {
		async_timer_t *swap = a;
		a = b;
		b = swap;
	}
	b->sibling = a->child;
	if (b->sibling) {
		b->sibling->back = b;
	}
	b->back = a;
	a->child = b;
	return a;
}

static async_timer_t *take_first(async_timer_t **list)
{
	async_timer_t *first = *list;

	if (first) {
		*list = first->sibling;
		first->sibling = first->back = NULL;
	}
	return first;
}

/* Pairs from the left, then melds the pairs from the right: the step that keeps the heap
 * balanced. The pairs are kept in a list through their sibling links. */
static async_timer_t *meld_siblings(async_timer_t *list)
{
	async_timer_t *pairs = NULL, *result = NULL;

	while (list) {
		async_timer_t *first = take_first(&list);
		async_timer_t *pair = meld(first, take_first(&list));
		pair->sibling = pairs;
		pairs = pair;
	}
	while (pairs) {
		result = meld(result, take_first(&pairs));
	}
	return result;
}

void async_timer_heap_insert(async_timer_heap_t *heap, async_timer_t *timer)
{
	ZEND_ASSERT(!timer->is_armed && "A timer is armed once");
	timer->age = ++heap->last_age;
	timer->child = timer->sibling = timer->back = NULL;
	timer->is_armed = true;
	heap->ref_count += !timer->is_unref;
	heap->root = meld(heap->root, timer);
}

static void cut(async_timer_t *timer)
{
	if (timer->back->child == timer) {
		timer->back->child = timer->sibling;
	} else {
		timer->back->sibling = timer->sibling;
	}
	if (timer->sibling) {
		timer->sibling->back = timer->back;
	}
	timer->sibling = timer->back = NULL;
}

void async_timer_heap_remove(async_timer_heap_t *heap, async_timer_t *timer)
{
	if (!timer->is_armed) {
		return;
	}
	timer->is_armed = false;
	heap->ref_count -= !timer->is_unref;
	if (timer == heap->root) {
		heap->root = meld_siblings(timer->child);
	} else {
		cut(timer);
		heap->root = meld(heap->root, meld_siblings(timer->child));
	}
	timer->child = NULL;
}

static const async_timer_t *parent_of(const async_timer_t *timer)
{
	while (timer->back && timer->back->child != timer) {
		timer = timer->back;
	}
	return timer->back;
}

async_timer_t *async_timer_heap_next(const async_timer_t *timer)
{
	if (timer->child) {
		return timer->child;
	}
	while (timer && !timer->sibling) {
		timer = parent_of(timer);
	}
	return timer ? timer->sibling : NULL;
}
