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

/* Growth of the ring of idle resources. What goes in, and which end it leaves by, is
 * decided elsewhere. */

#include "php.h"
#include "pool_ring.h"

void async_pool_ring_init(async_pool_ring_t *ring)
{
	ring->slots = safe_emalloc(ASYNC_POOL_RING_MIN_CAPACITY, sizeof(async_pool_entry_t *), 0);
	ring->mask = ASYNC_POOL_RING_MIN_CAPACITY - 1;
	ring->head = 0;
	ring->count = 0;
}

void async_pool_ring_free(async_pool_ring_t *ring)
{
	efree(ring->slots);
	ring->slots = NULL;
}

static void grow(async_pool_ring_t *ring)
{
	uint32_t capacity = ring->mask + 1;
	async_pool_entry_t **slots = safe_emalloc(capacity, 2 * sizeof(async_pool_entry_t *), 0);

	for (uint32_t i = 0; i < ring->count; i++) {
		slots[i] = ring->slots[(ring->head + i) & ring->mask];
	}
	efree(ring->slots);
	ring->slots = slots;
	ring->head = 0;
	ring->mask = 2 * capacity - 1;
}

void async_pool_ring_reserve(async_pool_ring_t *ring, uint32_t count)
{
	while (count > ring->mask + 1) {
		grow(ring);
	}
}
