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


/* What is rare in the life of a ring: growing and freeing it. */

#include "channel_ring.h"

#define FIRST_SIZE 8

void async_channel_ring_grow(async_channel_ring_t *ring)
{
	uint32_t size = ring->size ? 2 * ring->size : FIRST_SIZE;
	zval *slots = safe_emalloc(size, sizeof(zval), 0);

	for (uint32_t i = 0; i < ring->count; i++) {
		ZVAL_COPY_VALUE(&slots[i], async_channel_ring_at(ring, i));
		Z_EXTRA(slots[i]) = Z_EXTRA_P(async_channel_ring_at(ring, i));
	}
	if (ring->slots) {
		efree(ring->slots);
	}
	ring->slots = slots;
	ring->size = size;
	ring->head = 0;
}

/* Destructors of values run while the ring is consistent. */
void async_channel_ring_destroy(async_channel_ring_t *ring)
{
	zval value;

	while (ring->count) {
		async_channel_ring_shift(ring, &value);
		zval_ptr_dtor(&value);
	}
	if (ring->slots) {
		efree(ring->slots);
	}
	memset(ring, 0, sizeof(*ring));
}
