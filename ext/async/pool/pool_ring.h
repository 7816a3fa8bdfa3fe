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

/* The idle resources of a pool: a ring buffer of pointers, oldest first. It owns nothing
 * and knows nothing of pools. */

#ifndef ASYNC_POOL_RING_H
#define ASYNC_POOL_RING_H

#include "zend.h"

#define ASYNC_POOL_RING_MIN_CAPACITY 8

typedef struct _async_pool_entry_t async_pool_entry_t;

typedef struct _async_pool_ring_t {
	async_pool_entry_t **slots;
	/* Capacity - 1; the capacity is a power of two. */
	uint32_t mask;
	/* Index of the oldest. */
	uint32_t head;
	uint32_t count;
} async_pool_ring_t;

void async_pool_ring_init(async_pool_ring_t *ring);
void async_pool_ring_free(async_pool_ring_t *ring);

/* Makes room for count entries in all, so that the pushes up to that allocate nothing. */
void async_pool_ring_reserve(async_pool_ring_t *ring, uint32_t count);

static zend_always_inline void async_pool_ring_push_newest(
		async_pool_ring_t *ring, async_pool_entry_t *entry)
{
	ZEND_ASSERT(ring->count <= ring->mask && "Room is reserved when an entry is made");
	ring->slots[(ring->head + ring->count) & ring->mask] = entry;
	ring->count++;
}

static zend_always_inline async_pool_entry_t *async_pool_ring_newest(const async_pool_ring_t *ring)
{
	return ring->slots[(ring->head + ring->count - 1) & ring->mask];
}

static zend_always_inline async_pool_entry_t *async_pool_ring_oldest(const async_pool_ring_t *ring)
{
	return ring->slots[ring->head];
}

/* Only an entry at one of the ends can be taken out. */
static zend_always_inline void async_pool_ring_remove(
		async_pool_ring_t *ring, async_pool_entry_t *entry)
{
	ZEND_ASSERT(ring->count > 0);
	if (UNEXPECTED(async_pool_ring_newest(ring) != entry)) {
		ZEND_ASSERT(async_pool_ring_oldest(ring) == entry && "Idle entries leave at the ends");
		ring->head = (ring->head + 1) & ring->mask;
	}
	ring->count--;
}

/* The entry at this distance from the oldest. */
static zend_always_inline async_pool_entry_t *async_pool_ring_at(
		const async_pool_ring_t *ring, uint32_t at)
{
	return ring->slots[(ring->head + at) & ring->mask];
}

/* Makes the entry at this distance from the oldest the newest. */
static zend_always_inline void async_pool_ring_raise(async_pool_ring_t *ring, uint32_t at)
{
	async_pool_entry_t *entry = async_pool_ring_at(ring, at);

	for (; at + 1 < ring->count; at++) {
		ring->slots[(ring->head + at) & ring->mask] = async_pool_ring_at(ring, at + 1);
	}
	ring->slots[(ring->head + at) & ring->mask] = entry;
}

#endif /* ASYNC_POOL_RING_H */
