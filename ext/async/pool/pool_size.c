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

/* The maximum of a pool while it is in use, and the replacement of all of its resources. Both mark
 * what has to go and destroy what is idle; the rest is destroyed when it comes back, by
 * async_pool_give_back(). Until then a pool is trimming, and may hold more than its maximum. */

#include "pool_call.h"
#include "pool_entry.h"
#include "zend_exceptions.h"

static void retire(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (!entry->is_retired) {
		entry->is_retired = true;
		pool->retired++;
		pool->is_trimming = true;
	}
}

/* Those that stay; one that is being destroyed has its place until that is done. */
static uint32_t count_staying(const async_pool_t *pool)
{
	return async_pool_total(pool) - pool->retired;
}

void async_pool_note_trimmed(async_pool_t *pool)
{
	pool->is_trimming = pool->retired > 0 || async_pool_total(pool) > pool->base.max_size;
}

static void destroy(async_pool_t *pool, async_pool_entry_t *entry) /* may suspend */
{
	async_pool_discard(pool, entry, ZEND_ASYNC_POOL_RETIRED);
	async_pool_free_place(pool, entry);
}

/* The next acquire finds out why none could be made. */
static void refill(async_pool_t *pool)
{
	if (!EG(exception) && async_pool_refill(&pool->base) == FAILURE) {
		zend_clear_exception();
	}
}

bool async_pool_trim(async_pool_t *pool, async_pool_entry_t *entry)
{
	if (!entry->is_retired && count_staying(pool) <= pool->base.max_size) {
		return false;
	}
	retire(pool, entry);
	/* One in line may have waited until this one was made, and the end of it may take a while. */
	async_pool_serve_waiters(pool);
	destroy(pool, entry);
	refill(pool);
	return true;
}

/* All of them leave the ring before the first is destroyed: no other coroutine may get one. */
static async_pool_entry_t *retire_oldest_idle(async_pool_t *pool, uint32_t count)
{
	async_pool_entry_t *list = NULL;

	while (count-- > 0 && pool->idle.count) {
		async_pool_entry_t *entry = async_pool_ring_oldest(&pool->idle);
		retire(pool, entry);
		async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
		entry->next_free = list;
		list = entry;
	}
	return list;
}

static void destroy_all(async_pool_t *pool, async_pool_entry_t *list) /* may suspend */
{
	while (list) {
		async_pool_entry_t *next = list->next_free;
		destroy(pool, list);
		list = next;
	}
}

void async_pool_set_max(zend_async_pool_t *base, uint32_t max)
{
	async_pool_t *pool = async_pool_from_base(base);
	uint32_t staying = count_staying(pool);

	ZEND_ASSERT(max >= 1 && max >= base->min_size);
	base->max_size = max;
	async_pool_addref(pool);
	if (staying > max) {
		pool->is_trimming = true;
		destroy_all(pool, retire_oldest_idle(pool, staying - max));
	} else {
		async_pool_serve_waiters(pool);
	}
	async_pool_delref(pool);
}

/* Whatever is made or used now; in a forked child the parent's resources go in another way. */
static void retire_all_in_use(async_pool_t *pool)
{
	for (async_pool_entry_t *entry = pool->all_entries; entry; entry = entry->next_all) {
		if (entry->state != ASYNC_POOL_ENTRY_FREE && entry->state != ASYNC_POOL_ENTRY_ABANDONED) {
			retire(pool, entry);
		}
	}
}

void async_pool_retire_all(zend_async_pool_t *base)
{
	async_pool_t *pool = async_pool_from_base(base);

	async_pool_addref(pool);
	retire_all_in_use(pool);
	destroy_all(pool, retire_oldest_idle(pool, pool->idle.count));
	refill(pool);
	async_pool_delref(pool);
}
