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

/* Entries of a pool from their allocation to their end. The states between are changed in
 * pool_entry.h; no handler is called here, except the one that forgets a resource in a forked
 * child. */

#include "pool_entry.h"

static async_pool_entry_t *allocate(async_pool_t *pool)
{
	async_pool_entry_t *entry = ecalloc(1, sizeof(*entry));

	pool->entry_count++;
	async_pool_ring_reserve(&pool->idle, pool->entry_count);
	async_pool_index_reserve(&pool->out, pool->entry_count);

	ZVAL_UNDEF(&entry->resource);
	entry->next_all = pool->all_entries;
	pool->all_entries = entry;
	entry->next_free = pool->free_entries;
	pool->free_entries = entry;
	return entry;
}

async_pool_entry_t *async_pool_entry_new(async_pool_t *pool)
{
	async_pool_entry_t *entry = pool->free_entries ? pool->free_entries : allocate(pool);

	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_CONNECTING);
	return entry;
}

void async_pool_entry_fill(async_pool_t *pool, async_pool_entry_t *entry, zval *resource)
{
	ZEND_ASSERT(!Z_ISREF_P(resource));
	ZVAL_COPY_VALUE(&entry->resource, resource);
	entry->index.key = async_pool_index_key(resource);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	if (Z_TYPE_P(resource) == IS_PTR) {
		pool->base.handler_flags |= ZEND_ASYNC_POOL_F_OPAQUE;
	}
}

/* A destructor of the parent's object must not run in the child. Its storage is freed at the end
 * of the request, like that of every other object the child inherited. */
static void silence(zval *resource)
{
	if (Z_TYPE_P(resource) == IS_OBJECT) {
		GC_ADD_FLAGS(Z_OBJ_P(resource), IS_OBJ_DESTRUCTOR_CALLED);
	}
}

void async_pool_entry_drop_abandoned(async_pool_t *pool, async_pool_entry_t *entry)
{
	zval resource;

	ZEND_ASSERT(entry->state == ASYNC_POOL_ENTRY_ABANDONED);
	ZVAL_COPY_VALUE(&resource, &entry->resource);
	ZVAL_UNDEF(&entry->resource);
	if (!pool->base.abandon) {
		zval_ptr_dtor(&resource);
	} else if (Z_TYPE(resource) != IS_UNDEF) {
		pool->base.abandon(&pool->base, &resource);
	}
}

void async_pool_entry_refuse_foreign(
		async_pool_t *pool, async_pool_entry_t *entry, zval *resource)
{
	ZVAL_COPY_VALUE(&entry->resource, resource);
	silence(&entry->resource);
	async_pool_entry_drop_abandoned(pool, entry);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_CONNECTING);
}

/* A resource that a user of the child has, or that a hook of the child is looking at, stays until
 * they are done with it. One under a hook has no user: its PHP destructor must not
 * run in the child. */
void async_pool_entry_abandon(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_entry_state state = entry->state;

	if (state == ASYNC_POOL_ENTRY_FREE || state == ASYNC_POOL_ENTRY_ABANDONED) {
		return;
	}
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_ABANDONED);
	if (state == ASYNC_POOL_ENTRY_OUT) {
		async_pool_index_insert(&pool->out, entry);
		return;
	}
	entry->index.link = NULL;
	silence(&entry->resource);
	if (state == ASYNC_POOL_ENTRY_IDLE && pool->base.abandon) {
		async_pool_entry_drop_abandoned(pool, entry);
	}
}

void async_pool_entry_forget(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_entry_drop_abandoned(pool, entry);
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_FREE);
}

void async_pool_entries_free(async_pool_t *pool)
{
	async_pool_entry_t *entry = pool->all_entries;

	pool->all_entries = pool->free_entries = NULL;
	while (entry) {
		async_pool_entry_t *next = entry->next_all;
		/* One that is still out belongs to its user, who may live longer than the pool. */
		if (entry->state == ASYNC_POOL_ENTRY_ABANDONED && !entry->index.link) {
			async_pool_entry_drop_abandoned(pool, entry);
		}
		zval_ptr_dtor(&entry->resource);
		efree(entry);
		entry = next;
	}
}
