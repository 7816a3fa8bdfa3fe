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

/* A place in a pool, with or without a resource in it: its states, and the only function
 * that changes them. */

#ifndef ASYNC_POOL_ENTRY_H
#define ASYNC_POOL_ENTRY_H

#include "pool.h"

/* Every state but FREE and ABANDONED is counted against max_size. */
typedef enum _async_pool_entry_state {
	ASYNC_POOL_ENTRY_FREE,       /* in the list of spare entries; no resource */
	ASYNC_POOL_ENTRY_CONNECTING, /* in no container: the factory runs for it or will; no resource */
	ASYNC_POOL_ENTRY_IDLE,       /* in the ring */
	ASYNC_POOL_ENTRY_HELD,       /* in no container: under a hook, or given to a waiter */
	ASYNC_POOL_ENTRY_OUT,        /* in the index: a user has it */
	ASYNC_POOL_ENTRY_ABANDONED   /* in a forked child: in the index, if a user had it */
} async_pool_entry_state;

struct _async_pool_entry_t {
	/* The pool's own reference; IS_UNDEF when there is no resource. */
	zval resource;
	async_pool_index_node_t index;
	async_pool_entry_state state;
	/* The acquire that the circuit breaker lets through while RECOVERING. */
	bool probe;
	/* To be destroyed when it comes back, or just being destroyed: see pool_size.c. */
	bool is_retired;
	/* Of use(), while the resource is out: the number of that call; else 0. */
	uint64_t lease;
	/* The round of healthchecks that has seen it. */
	uint32_t health_round;
	/* Neighbour in the list of spare entries. */
	async_pool_entry_t *next_free;
	/* All entries of the pool. */
	async_pool_entry_t *next_all;
};

static zend_always_inline void async_pool_index_insert(
		async_pool_index_t *index, async_pool_entry_t *entry)
{
	async_pool_entry_t **bucket = &index->buckets[async_pool_index_slot(index, entry->index.key)];

	entry->index.next = *bucket;
	entry->index.link = bucket;
	if (*bucket) {
		(*bucket)->index.link = &entry->index.next;
	}
	*bucket = entry;
}

static zend_always_inline void async_pool_index_remove(async_pool_entry_t *entry)
{
	*entry->index.link = entry->index.next;
	if (entry->index.next) {
		entry->index.next->index.link = entry->index.link;
	}
}

static zend_always_inline bool async_pool_entry_holds(
		const async_pool_entry_t *entry, const zval *resource, uint64_t key)
{
	return entry->index.key == key
		&& Z_TYPE(entry->resource) == Z_TYPE_P(resource)
		&& (Z_TYPE_P(resource) != IS_STRING
			|| zend_string_equals(Z_STR(entry->resource), Z_STR_P(resource)));
}

/* The entry that is out with this resource, or NULL; for a resource that is a pointer, and for
 * any. */
static zend_always_inline async_pool_entry_t *async_pool_index_find_pointer(
		const async_pool_index_t *index, const zval *resource)
{
	uint64_t key = (uint64_t) (uintptr_t) Z_PTR_P(resource);
	async_pool_entry_t *entry = index->buckets[async_pool_index_slot(index, key)];

	while (entry && (entry->index.key != key || Z_TYPE(entry->resource) != Z_TYPE_P(resource))) {
		entry = entry->index.next;
	}
	return entry;
}

static zend_always_inline async_pool_entry_t *async_pool_index_find(
		const async_pool_index_t *index, const zval *resource)
{
	uint64_t key = async_pool_index_key(resource);
	async_pool_entry_t *entry = index->buckets[async_pool_index_slot(index, key)];

	while (entry && !async_pool_entry_holds(entry, resource, key)) {
		entry = entry->index.next;
	}
	return entry;
}

static zend_always_inline void async_pool_entry_leave_state(
		async_pool_t *pool, async_pool_entry_t *entry)
{
	switch (entry->state) {
		case ASYNC_POOL_ENTRY_FREE:
			ZEND_ASSERT(pool->free_entries == entry && "The spare entry used last is used first");
			pool->free_entries = entry->next_free;
			break;
		case ASYNC_POOL_ENTRY_CONNECTING:
			pool->connecting--;
			break;
		case ASYNC_POOL_ENTRY_IDLE:
			async_pool_ring_remove(&pool->idle, entry);
			break;
		case ASYNC_POOL_ENTRY_HELD:
			break;
		case ASYNC_POOL_ENTRY_OUT:
			async_pool_index_remove(entry);
			entry->lease = 0;
			break;
		case ASYNC_POOL_ENTRY_ABANDONED:
			if (entry->index.link) {
				async_pool_index_remove(entry);
			}
			break;
	}
}

static zend_always_inline void async_pool_entry_end_probe(
		async_pool_t *pool, async_pool_entry_t *entry)
{
	if (UNEXPECTED(entry->probe)) {
		entry->probe = false;
		pool->probing = false;
	}
}

/* What was retired is the resource, or the attempt to make one; the entry may get another. */
static zend_always_inline void async_pool_entry_end_retirement(
		async_pool_t *pool, async_pool_entry_t *entry)
{
	if (UNEXPECTED(entry->is_retired)) {
		entry->is_retired = false;
		pool->retired--;
	}
}

static zend_always_inline void async_pool_entry_enter_state(
		async_pool_t *pool, async_pool_entry_t *entry)
{
	switch (entry->state) {
		case ASYNC_POOL_ENTRY_FREE:
			ZEND_ASSERT(Z_TYPE(entry->resource) == IS_UNDEF && "Destroyed first");
			async_pool_entry_end_probe(pool, entry);
			async_pool_entry_end_retirement(pool, entry);
			entry->next_free = pool->free_entries;
			pool->free_entries = entry;
			break;
		case ASYNC_POOL_ENTRY_CONNECTING:
			ZEND_ASSERT(Z_TYPE(entry->resource) == IS_UNDEF && "Destroyed first");
			async_pool_entry_end_retirement(pool, entry);
			pool->connecting++;
			break;
		case ASYNC_POOL_ENTRY_IDLE:
			async_pool_entry_end_probe(pool, entry);
			async_pool_ring_push_newest(&pool->idle, entry);
			break;
		case ASYNC_POOL_ENTRY_HELD:
			break;
		case ASYNC_POOL_ENTRY_OUT:
			async_pool_index_insert(&pool->out, entry);
			break;
		case ASYNC_POOL_ENTRY_ABANDONED:
			async_pool_entry_end_probe(pool, entry);
			async_pool_entry_end_retirement(pool, entry);
			break;
	}
}

static zend_always_inline uint32_t async_pool_entry_is_active(async_pool_entry_state state)
{
	return state == ASYNC_POOL_ENTRY_HELD || state == ASYNC_POOL_ENTRY_OUT;
}

/* The only way to change a state, and with it counts and containers. Inlined where the old state is
 * known, by a comparison or by an assertion, little of it is left. */
static zend_always_inline void async_pool_entry_set_state(
		async_pool_t *pool, async_pool_entry_t *entry, async_pool_entry_state state)
{
	async_pool_entry_leave_state(pool, entry);
	/* One sum, which is nothing from HELD to OUT and back. */
	pool->active += async_pool_entry_is_active(state) - async_pool_entry_is_active(entry->state);
	entry->state = state;
	async_pool_entry_enter_state(pool, entry);
}

/* A place for one more resource, in state CONNECTING; the caller has seen that there is room. */
async_pool_entry_t *async_pool_entry_new(async_pool_t *pool);

/* Puts a fresh resource, whose reference is taken over, into a CONNECTING entry, which becomes
 * HELD. */
void async_pool_entry_fill(async_pool_t *pool, async_pool_entry_t *entry, zval *resource);

/* A forked child lets go of the resource in silence. */
void async_pool_entry_abandon(async_pool_t *pool, async_pool_entry_t *entry);

/* Lets go of the resource of an ABANDONED entry, which stays ABANDONED and empty. */
void async_pool_entry_drop_abandoned(async_pool_t *pool, async_pool_entry_t *entry);

/* The factory has forked and this is the child: what it returned may be the parent's and is let go
 * in silence. Takes the reference over; the ABANDONED entry becomes CONNECTING again. */
void async_pool_entry_refuse_foreign(
		async_pool_t *pool, async_pool_entry_t *entry, zval *resource);

/* The user in the child is through with a resource of the parent. */
void async_pool_entry_forget(async_pool_t *pool, async_pool_entry_t *entry);

/* Frees all entries, dropping the references that they hold and calling no handler. */
void async_pool_entries_free(async_pool_t *pool);

#endif /* ASYNC_POOL_ENTRY_H */
