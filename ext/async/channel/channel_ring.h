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


/* A queue of values, oldest first, in memory that grows with what is in it. */

#ifndef ASYNC_CHANNEL_RING_H
#define ASYNC_CHANNEL_RING_H

#include "php.h"

typedef struct _async_channel_ring_t {
	zval *slots;
	/* A power of two, or 0. */
	uint32_t size;
	uint32_t head;
	uint32_t count;
} async_channel_ring_t;

static zend_always_inline zval *async_channel_ring_at(
		const async_channel_ring_t *ring, uint32_t position)
{
	return &ring->slots[(ring->head + position) & (ring->size - 1)];
}

/* Doubles the room. */
void async_channel_ring_grow(async_channel_ring_t *ring);

/* Takes the reference over. */
static zend_always_inline void async_channel_ring_push(async_channel_ring_t *ring, zval *value)
{
	if (UNEXPECTED(ring->count == ring->size)) {
		async_channel_ring_grow(ring);
	}
	ZVAL_COPY_VALUE(async_channel_ring_at(ring, ring->count), value);
	ring->count++;
}

/* The caller owns *value. */
static zend_always_inline void async_channel_ring_shift(async_channel_ring_t *ring, zval *value)
{
	ZEND_ASSERT(ring->count);
	ZVAL_COPY_VALUE(value, async_channel_ring_at(ring, 0));
	ring->head = (ring->head + 1) & (ring->size - 1);
	ring->count--;
}

void async_channel_ring_destroy(async_channel_ring_t *ring);

#endif /* ASYNC_CHANNEL_RING_H */
