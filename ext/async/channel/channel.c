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


/* How values go through a channel, and who waits. The class is in channel_object.c.
 *
 * A value is given straight to the oldest parked receiver, before the scheduler runs anybody; a
 * parked sender's value is taken by whoever makes room. A waiter is on the stack of its coroutine:
 * parking allocates nothing, and leaving takes constant time. */

#include "channel.h"
#include "await/completable.h"
#include "await/wait.h"
#include "exceptions.h"

typedef enum {
	PARKED,
	/* The value has changed hands. */
	SERVED,
	/* The channel was closed. */
	TURNED_AWAY
} waiter_state;

/* A parked coroutine, on its own stack. */
typedef struct {
	zend_async_list_node_t node;
	zend_coroutine_t *coroutine;
	/* In a forked child, where only the main script is unwound, the lines have forgotten it. */
	uint32_t forks;
	waiter_state state;
	/* Of a sender: what it sends, borrowed. Of a receiver: what it got, owned. */
	zval *value;
	/* Of a receiver that got a value: its number among those handed out. */
	uint32_t number;
} waiter_t;

/* {{{ What parked coroutines are said to wait for */
static zend_string *describe(const async_channel_t *channel, const char *what)
{
	return zend_strpprintf(0, "%s a channel (capacity %u, %u in it; parked: %u sending, "
		"%u receiving)", what, channel->capacity, async_channel_count(channel),
		channel->sender_count, channel->receiver_count);
}

static zend_string *describe_room(zend_async_event_t *event)
{
	return describe(ZEND_CONTAINER_OF(event, async_channel_t, room), "room in");
}

static zend_string *describe_value(zend_async_event_t *event)
{
	return describe(ZEND_CONTAINER_OF(event, async_channel_t, value), "a value from");
}

static const zend_async_event_handlers_t room_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.info = describe_room,
};

static const zend_async_event_handlers_t value_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.info = describe_value,
};
/* }}} */

static ZEND_COLD zend_result throw_closed(void)
{
	async_throw(async_ce_channel_exception, "The channel is closed");
	return FAILURE;
}

/* {{{ Life */
static void forget_waiters(async_channel_t *channel)
{
	zend_async_list_init(&channel->senders);
	zend_async_list_init(&channel->receivers);
	channel->sender_count = channel->receiver_count = 0;
	channel->forks = zend_async_state.forks;
}

void async_channel_init(async_channel_t *channel, uint32_t capacity)
{
	zend_async_event_init(&channel->room, &room_handlers);
	zend_async_event_init(&channel->value, &value_handlers);
	channel->capacity = capacity;
	forget_waiters(channel);
}

void async_channel_destroy(async_channel_t *channel)
{
	async_channel_ring_destroy(&channel->returned);
	async_channel_ring_destroy(&channel->buffer);
}

/* In a forked child the parked coroutines do not exist. After a fatal error they are never entered
 * again. */
static zend_always_inline void forget_the_lost(async_channel_t *channel)
{
	if (UNEXPECTED(channel->forks != zend_async_state.forks) || UNEXPECTED(CG(unclean_shutdown))) {
		forget_waiters(channel);
	}
}
/* }}} */

/* {{{ Moving values */
static waiter_t *take_oldest(zend_async_list_t *line, uint32_t *count)
{
	zend_async_list_node_t *node = line->head.next;

	zend_async_list_remove(node);
	(*count)--;
	return ZEND_CONTAINER_OF(node, waiter_t, node);
}

static void serve(waiter_t *waiter)
{
	waiter->state = SERVED;
	ZEND_ASYNC_RESUME(waiter->coroutine);
}

/* Takes the reference over. */
static void hand_to_receiver(async_channel_t *channel, zval *value)
{
	waiter_t *receiver = take_oldest(&channel->receivers, &channel->receiver_count);

	ZVAL_COPY_VALUE(receiver->value, value);
	receiver->number = ++channel->last_number;
	serve(receiver);
}

/* The caller owns *value. */
static void take_from_sender(async_channel_t *channel, zval *value)
{
	waiter_t *sender = take_oldest(&channel->senders, &channel->sender_count);

	ZVAL_COPY(value, sender->value);
	serve(sender);
}

/* Puts back a value that its receiver cannot take. Receivers leave in the order in which they were
 * served, nearly always: then nothing is moved. */
static void give_back(async_channel_t *channel, waiter_t *receiver)
{
	if (channel->receiver_count) {
		hand_to_receiver(channel, receiver->value);
		return;
	}
	async_channel_ring_t *returned = &channel->returned;
	async_channel_ring_push(returned, receiver->value);

	uint32_t position = returned->count - 1;
	for (; position > 0; position--) {
		zval *before = async_channel_ring_at(returned, position - 1);
		if ((int32_t) (Z_EXTRA_P(before) - receiver->number) < 0) {
			break;
		}
		*async_channel_ring_at(returned, position) = *before;
	}
	zval *slot = async_channel_ring_at(returned, position);
	ZVAL_COPY_VALUE(slot, receiver->value);
	Z_EXTRA_P(slot) = receiver->number;
}

/* FAILURE: there is none. */
static zend_result take(async_channel_t *channel, zval *value)
{
	if (channel->returned.count) {
		async_channel_ring_shift(&channel->returned, value);
	} else if (channel->buffer.count) {
		async_channel_ring_shift(&channel->buffer, value);
	} else if (channel->sender_count) {
		take_from_sender(channel, value);
		return SUCCESS;
	} else {
		return FAILURE;
	}
	if (channel->sender_count && !async_channel_is_full(channel)) {
		zval moved;
		take_from_sender(channel, &moved);
		async_channel_ring_push(&channel->buffer, &moved);
	}
	return SUCCESS;
}
/* }}} */

/* {{{ Waiting */

/* A listener of the cancellation token, on the stack of the coroutine that waits. */
typedef struct {
	zend_async_callback_t callback;
	zend_coroutine_t *coroutine;
	zend_async_event_t *event;
	bool has_tripped;
} token_t;

static void on_token(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	token_t *token = (token_t *) callback;

	token->has_tripped = true;
	ZEND_ASYNC_RESUME(token->coroutine);
}

static zend_result token_listen(token_t *token, zend_object *object)
{
	*token = (token_t) { .callback.notify = on_token, .coroutine = ZEND_ASYNC_CURRENT_COROUTINE };
	if (!object) {
		return SUCCESS;
	}
	token->event = async_completable_event(object);
	if (token->event->flags & ZEND_ASYNC_EVENT_CLOSED) {
		token->has_tripped = true;
		return SUCCESS;
	}
	ZEND_ASYNC_EVENT_ADD_CALLBACK(token->event, &token->callback);
	return ZEND_ASYNC_EVENT_START(token->event);
}

static void token_unlisten(token_t *token)
{
	if (token->event) {
		ZEND_ASYNC_EVENT_DEL_CALLBACK(token->event, &token->callback);
	}
}

/* Suspends until the waiter's state changes, the token trips or an exception comes. may suspend */
static zend_result park(waiter_t *waiter, zend_async_event_t *awaited, zend_object *object)
{
	token_t token;
	zend_result ok = token_listen(&token, object);

	while (ok == SUCCESS && waiter->state == PARKED && !token.has_tripped) {
		waiter->coroutine->awaiting = awaited;
		ok = ZEND_ASYNC_SUSPEND();
	}
	token_unlisten(&token);
	return ok;
}

/* Parks the waiter at the end of a line, and takes it off when nothing came. SUCCESS: it was served
 * or turned away. FAILURE: exception thrown; a receiver may have been served all the same. may
 * suspend */
static zend_result wait_in_line(async_channel_t *channel, zend_async_list_t *line,
	uint32_t *count, waiter_t *waiter, zend_async_event_t *awaited, zend_object *token)
{
	if (async_require_suspend("wait for a channel") == FAILURE) {
		return FAILURE;
	}
	waiter->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	waiter->forks = zend_async_state.forks;
	zend_async_list_add_last(line, &waiter->node);
	(*count)++;
	zend_result ok = park(waiter, awaited, token);
	if (waiter->state == PARKED) {
		if (EXPECTED(waiter->forks == zend_async_state.forks)) {
			zend_async_list_remove(&waiter->node);
			(*count)--;
		}
		return ok == FAILURE ? FAILURE : async_throw_canceled_by(token);
	}
	return ok;
}
/* }}} */

zend_result async_channel_send(async_channel_t *channel, zval *value, zend_object *token)
{
	waiter_t sender = { .value = value };
	zend_result ok;

	if (ZEND_ASYNC_SWITCH_POINT() == FAILURE) {
		return FAILURE;
	}
	forget_the_lost(channel);
	if (channel->is_closed) {
		return throw_closed();
	}
	if (channel->receiver_count) {
		Z_TRY_ADDREF_P(value);
		hand_to_receiver(channel, value);
		return SUCCESS;
	}
	if (!async_channel_is_full(channel)) {
		Z_TRY_ADDREF_P(value);
		async_channel_ring_push(&channel->buffer, value);
		return SUCCESS;
	}
	ok = wait_in_line(channel, &channel->senders, &channel->sender_count, &sender,
		&channel->room, token);
	return ok == SUCCESS && sender.state == TURNED_AWAY ? throw_closed() : ok;
}

/* may suspend */
static zend_result wait_for_value(async_channel_t *channel, zval *value, zend_object *token)
{
	zval received;
	waiter_t receiver = { .value = &received };
	zend_result ok = wait_in_line(channel, &channel->receivers, &channel->receiver_count, &receiver,
		&channel->value, token);

	if (ok == FAILURE) {
		if (receiver.state == SERVED) {
			forget_the_lost(channel);
			give_back(channel, &receiver);
		}
		return FAILURE;
	}
	if (receiver.state == TURNED_AWAY) {
		/* A receiver that was cancelled may have put a value back since. */
		return take(channel, value) == SUCCESS ? SUCCESS : throw_closed();
	}
	ZVAL_COPY_VALUE(value, &received);
	return SUCCESS;
}

zend_result async_channel_recv(async_channel_t *channel, zval *value, zend_object *token)
{
	if (ZEND_ASYNC_SWITCH_POINT() == FAILURE) {
		return FAILURE;
	}
	forget_the_lost(channel);
	if (take(channel, value) == SUCCESS) {
		return SUCCESS;
	}
	return channel->is_closed ? throw_closed() : wait_for_value(channel, value, token);
}

/* The end is told by an exception that nothing else throws here. */
zend_result async_channel_next(async_channel_t *channel, zval *value, zend_object *token)
{
	ZVAL_UNDEF(value);
	if (async_channel_recv(channel, value, token) == SUCCESS) {
		return SUCCESS;
	}
	if (channel->is_closed && EG(exception)->ce == async_ce_channel_exception) {
		zend_clear_exception();
		return SUCCESS;
	}
	return FAILURE;
}

static void turn_away(zend_async_list_t *line, uint32_t *count)
{
	while (*count) {
		waiter_t *waiter = take_oldest(line, count);
		waiter->state = TURNED_AWAY;
		ZEND_ASYNC_RESUME(waiter->coroutine);
	}
}

void async_channel_close(async_channel_t *channel)
{
	forget_the_lost(channel);
	channel->is_closed = true;
	turn_away(&channel->senders, &channel->sender_count);
	turn_away(&channel->receivers, &channel->receiver_count);
}
