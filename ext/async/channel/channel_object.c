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


/* Async\Channel: arguments in, results out, and foreach. What a channel does is in channel.c. */

#include "channel.h"
#include "channel_arginfo.h"
#include "await/completable.h"
#include "exceptions.h"
#include "zend_interfaces.h"

#define MAX_CAPACITY INT32_MAX

zend_class_entry *async_ce_channel;
static zend_object_handlers channel_handlers;

typedef struct _async_channel_obj_t {
	async_channel_t channel;
	bool is_constructed;
	zend_object std;
} async_channel_obj_t;

static zend_always_inline async_channel_obj_t *obj_of(zend_object *object)
{
	return ZEND_CONTAINER_OF(object, async_channel_obj_t, std);
}

static ZEND_COLD void throw_not_constructed(void)
{
	zend_throw_error(NULL, "The Async\\Channel object has not been constructed");
}

async_channel_t *async_channel_of(zend_object *object)
{
	if (UNEXPECTED(!obj_of(object)->is_constructed)) {
		throw_not_constructed();
		return NULL;
	}
	return &obj_of(object)->channel;
}

#define FETCH_CHANNEL(channel) \
	async_channel_t *channel = async_channel_of(Z_OBJ_P(ZEND_THIS)); \
	if (UNEXPECTED(!channel)) { \
		RETURN_THROWS(); \
	}

/* {{{ Methods */
PHP_METHOD(Async_Channel, __construct)
{
	async_channel_obj_t *object = obj_of(Z_OBJ_P(ZEND_THIS));
	zend_long capacity = 0;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(capacity)
	ZEND_PARSE_PARAMETERS_END();

	if (capacity < 0 || capacity > MAX_CAPACITY) {
		zend_argument_value_error(1, "must be between 0 and %d", MAX_CAPACITY);
		RETURN_THROWS();
	}
	if (object->is_constructed) {
		zend_throw_error(NULL, "The Async\\Channel object has been constructed already");
		RETURN_THROWS();
	}
	async_channel_init(&object->channel, (uint32_t) capacity);
	object->is_constructed = true;
}

PHP_METHOD(Async_Channel, send)
{
	zval *value;
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ZVAL(value)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_CHANNEL(channel);
	(void) async_channel_send(channel, value, token);
}

PHP_METHOD(Async_Channel, recv)
{
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
	ZEND_PARSE_PARAMETERS_END();

	FETCH_CHANNEL(channel);
	if (async_channel_recv(channel, return_value, token) == FAILURE) {
		RETURN_THROWS();
	}
}

PHP_METHOD(Async_Channel, close)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	async_channel_close(channel);
}

PHP_METHOD(Async_Channel, isClosed)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	RETURN_BOOL(channel->is_closed);
}

PHP_METHOD(Async_Channel, capacity)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	RETURN_LONG(channel->capacity);
}

PHP_METHOD(Async_Channel, count)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	RETURN_LONG(async_channel_count(channel));
}

PHP_METHOD(Async_Channel, isEmpty)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	RETURN_BOOL(async_channel_count(channel) == 0);
}

PHP_METHOD(Async_Channel, isFull)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	RETURN_BOOL(async_channel_is_full(channel));
}

PHP_METHOD(Async_Channel, getIterator)
{
	ZEND_PARSE_PARAMETERS_NONE();

	FETCH_CHANNEL(channel);
	(void) channel;
	zend_create_internal_iterator_zval(return_value, ZEND_THIS);
}
/* }}} */

/* {{{ foreach: each step receives, so that several loops over one channel share its values */
typedef struct _channel_iterator_t {
	zend_object_iterator base;
	/* Received last; undefined before the first and after the end. */
	zval current;
	zend_ulong received;
} channel_iterator_t;

/* Takes the value over. The destructor of the old one may suspend. */
static void iterator_set_current(channel_iterator_t *iterator, const zval *value)
{
	zval old;

	ZVAL_COPY_VALUE(&old, &iterator->current);
	ZVAL_COPY_VALUE(&iterator->current, value);
	zval_ptr_dtor(&old);
}

static void iterator_drop_current(channel_iterator_t *iterator)
{
	zval none;

	ZVAL_UNDEF(&none);
	iterator_set_current(iterator, &none);
}

static void iterator_free(zend_object_iterator *base)
{
	iterator_drop_current((channel_iterator_t *) base);
	zval_ptr_dtor(&base->data);
}

static zend_result iterator_valid(zend_object_iterator *base)
{
	return Z_ISUNDEF(((channel_iterator_t *) base)->current) ? FAILURE : SUCCESS;
}

static zval *iterator_current(zend_object_iterator *base)
{
	return &((channel_iterator_t *) base)->current;
}

static void iterator_key(zend_object_iterator *base, zval *key)
{
	ZVAL_LONG(key, (zend_long) ((channel_iterator_t *) base)->received - 1);
}

/* may suspend */
static void iterator_receive(zend_object_iterator *base)
{
	channel_iterator_t *iterator = (channel_iterator_t *) base;
	zval value;

	iterator_drop_current(iterator);
	if (EG(exception)
			|| async_channel_next(&obj_of(Z_OBJ(base->data))->channel, &value, NULL) == FAILURE) {
		return;
	}
	if (!Z_ISUNDEF(value)) {
		iterator->received++;
	}
	/* Another coroutine may have moved this very iterator meanwhile. */
	iterator_set_current(iterator, &value);
}

static HashTable *iterator_get_gc(zend_object_iterator *base, zval **table, int *count)
{
	channel_iterator_t *iterator = (channel_iterator_t *) base;
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	zend_get_gc_buffer_add_zval(buffer, &base->data);
	zend_get_gc_buffer_add_zval(buffer, &iterator->current);
	zend_get_gc_buffer_use(buffer, table, count);
	return NULL;
}

static const zend_object_iterator_funcs iterator_funcs = {
	.dtor = iterator_free,
	.valid = iterator_valid,
	.get_current_data = iterator_current,
	.get_current_key = iterator_key,
	.move_forward = iterator_receive,
	.rewind = iterator_receive,
	.get_gc = iterator_get_gc,
};

static zend_object_iterator *get_iterator(zend_class_entry *ce, zval *object, int by_ref)
{
	if (by_ref) {
		zend_throw_error(NULL, "An iterator cannot be used with foreach by reference");
		return NULL;
	}
	if (!obj_of(Z_OBJ_P(object))->is_constructed) {
		throw_not_constructed();
		return NULL;
	}
	channel_iterator_t *iterator = emalloc(sizeof(*iterator));
	zend_iterator_init(&iterator->base);
	iterator->base.funcs = &iterator_funcs;
	ZVAL_OBJ_COPY(&iterator->base.data, Z_OBJ_P(object));
	ZVAL_UNDEF(&iterator->current);
	iterator->received = 0;
	return &iterator->base;
}
/* }}} */

/* {{{ Object handlers */
static zend_object *create_object(zend_class_entry *ce)
{
	async_channel_obj_t *object = zend_object_alloc(sizeof(*object), ce);

	memset(&object->channel, 0, sizeof(object->channel));
	object->is_constructed = false;
	zend_object_std_init(&object->std, ce);
	object_properties_init(&object->std, ce);
	return &object->std;
}

/* No coroutine is parked here: its frame would hold the object. Weak references go first: the
 * destructor of a value must not get hold of it any more. */
static void free_object(zend_object *std)
{
	zend_object_std_dtor(std);
	async_channel_destroy(&obj_of(std)->channel);
}

static void add_ring(zend_get_gc_buffer *buffer, const async_channel_ring_t *ring)
{
	for (uint32_t i = 0; i < ring->count; i++) {
		zend_get_gc_buffer_add_zval(buffer, async_channel_ring_at(ring, i));
	}
}

static HashTable *get_gc(zend_object *std, zval **table, int *count)
{
	async_channel_t *channel = &obj_of(std)->channel;
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	add_ring(buffer, &channel->returned);
	add_ring(buffer, &channel->buffer);
	zend_get_gc_buffer_use(buffer, table, count);
	return NULL;
}
/* }}} */

void async_channel_startup(void)
{
	async_ce_channel = register_class_Async_Channel(zend_ce_countable, zend_ce_aggregate);
	async_ce_channel->create_object = create_object;
	async_ce_channel->get_iterator = get_iterator;
	async_ce_channel->default_object_handlers = &channel_handlers;

	channel_handlers = std_object_handlers;
	channel_handlers.offset = XtOffsetOf(async_channel_obj_t, std);
	channel_handlers.free_obj = free_object;
	channel_handlers.get_gc = get_gc;
	channel_handlers.clone_obj = NULL;
}
