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


#ifndef ASYNC_CHANNEL_H
#define ASYNC_CHANNEL_H

#include "php_async.h"
#include "channel_ring.h"

/* Values on their way from coroutines that send to coroutines that receive.
 *
 * As long as senders are parked, the channel is full; as long as receivers are, it is empty and no
 * sender is parked. So the one who comes later never overtakes one who is parked. */
typedef struct _async_channel_t {
	/* What a parked coroutine is said to wait for. */
	zend_async_event_t room;
	zend_async_event_t value;

	uint32_t capacity;
	bool is_closed;

	async_channel_ring_t buffer;

	/* Handed to a receiver that was cancelled before it ran: older than anything in the buffer,
	 * beyond the capacity, in the order in which they were handed out (Z_EXTRA is the number). */
	async_channel_ring_t returned;
	uint32_t last_number;

	/* Of async_channel_waiter_t, each on the stack of its coroutine, oldest first. */
	zend_async_list_t senders;
	zend_async_list_t receivers;
	uint32_t sender_count;
	uint32_t receiver_count;

	/* zend_async_state.forks when somebody was last parked: in a forked child those that are
	 * parked do not exist. */
	uint32_t forks;
} async_channel_t;

void async_channel_init(async_channel_t *channel, uint32_t capacity);
void async_channel_destroy(async_channel_t *channel);

/* value is borrowed. token may be NULL; a token that completes ends the wait. FAILURE: exception
 * thrown. may suspend */
zend_result async_channel_send(async_channel_t *channel, zval *value, zend_object *token);

/* The caller owns *value. FAILURE: exception thrown. may suspend */
zend_result async_channel_recv(async_channel_t *channel, zval *value, zend_object *token);

/* The same, but at the end, closed and empty, *value is undefined instead of an exception. */
zend_result async_channel_next(async_channel_t *channel, zval *value, zend_object *token);

/* Of an Async\Channel. NULL: it has not been constructed; exception thrown. */
async_channel_t *async_channel_of(zend_object *object);

void async_channel_close(async_channel_t *channel);

/* How many values are in it. */
static zend_always_inline uint32_t async_channel_count(const async_channel_t *channel)
{
	return channel->buffer.count + channel->returned.count;
}

static zend_always_inline bool async_channel_is_full(const async_channel_t *channel)
{
	return async_channel_count(channel) >= channel->capacity;
}

extern zend_class_entry *async_ce_channel;

void async_channel_startup(void);

#endif /* ASYNC_CHANNEL_H */
