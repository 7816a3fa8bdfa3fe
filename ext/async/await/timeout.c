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

/* Async\Timeout: a moment in the future that can be awaited and serves as a cancellation token.
 *
 * The object remembers its deadline only. A timer of the reactor exists while it has
 * listeners, so that a token that is not used costs nothing and keeps no process alive. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_hrtime.h"
#include "zend_interfaces.h"
#include "completable.h"
#include "exceptions.h"
#include "timeout.h"
#include "timeout_arginfo.h"

zend_class_entry *async_ce_timeout;

static zend_object_handlers timeout_handlers;

#define NS_PER_MS UINT64_C(1000000)

typedef struct _timeout_t {
	/* Waiting coroutines listen here, not to the timer. */
	zend_async_event_t event;

	zend_ulong ms;
	zend_hrtime_t deadline;

	/* NULL while there are no listeners; on_timer is on its list. */
	zend_async_timer_event_t *timer;
	zend_async_callback_t on_timer;

	/* Set when cancel() ended it. */
	zend_object *cancellation;

	zend_object std;
} timeout_t;

static timeout_t *timeout_from_obj(zend_object *object)
{
	return ZEND_CONTAINER_OF(object, timeout_t, std);
}

static timeout_t *timeout_from_event(zend_async_event_t *event)
{
	return ZEND_CONTAINER_OF(event, timeout_t, event);
}

static bool is_completed(timeout_t *timeout)
{
	if (!(timeout->event.flags & ZEND_ASYNC_EVENT_CLOSED) && zend_hrtime() >= timeout->deadline) {
		timeout->event.flags |= ZEND_ASYNC_EVENT_CLOSED;
		zend_async_event_notify(&timeout->event, NULL, NULL);
	}
	return (timeout->event.flags & ZEND_ASYNC_EVENT_CLOSED) != 0;
}

/* {{{ The timer behind it */
static void on_timer(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	timeout_t *timeout = ZEND_CONTAINER_OF(callback, timeout_t, on_timer);

	timeout->event.flags |= ZEND_ASYNC_EVENT_CLOSED;
	zend_async_event_notify(&timeout->event, NULL, NULL);
}

static void timer_drop(timeout_t *timeout)
{
	if (timeout->timer) {
		zend_async_event_t *timer = &timeout->timer->event;
		timeout->timer = NULL;
		ZEND_ASYNC_EVENT_DEL_CALLBACK(timer, &timeout->on_timer);
		ZEND_ASYNC_EVENT_STOP(timer);
		ZEND_ASYNC_EVENT_DISPOSE(timer);
	}
}

/* In milliseconds, rounded up: a timer must not fire before the deadline. */
static zend_ulong remaining_ms(timeout_t *timeout)
{
	zend_hrtime_t now = zend_hrtime();

	return now >= timeout->deadline ? 0 : (timeout->deadline - now - 1) / NS_PER_MS + 1;
}
/* }}} */

/* {{{ Its event */
static zend_result event_start(zend_async_event_t *event)
{
	timeout_t *timeout = timeout_from_event(event);

	if (timeout->timer || (event->flags & ZEND_ASYNC_EVENT_CLOSED)) {
		return SUCCESS;
	}
	timeout->timer = ZEND_ASYNC_NEW_TIMER_EVENT(remaining_ms(timeout), false);
	if (!timeout->timer) {
		return FAILURE;
	}
	ZEND_ASYNC_EVENT_ADD_CALLBACK(&timeout->timer->event, &timeout->on_timer);
	if (ZEND_ASYNC_EVENT_START(&timeout->timer->event) == FAILURE) {
		timer_drop(timeout);
		return FAILURE;
	}
	return SUCCESS;
}

/* The last one to leave turns off the light: others still need the timer. */
static void event_stop(zend_async_event_t *event)
{
	if (zend_async_list_is_empty(&event->callbacks)) {
		timer_drop(timeout_from_event(event));
	}
}

static void event_del_callback(zend_async_event_t *event, zend_async_callback_t *callback)
{
	zend_async_event_del_callback(event, callback);
	event_stop(event);
}

/* The object owns the event: nothing else disposes it. */
static void event_dispose(zend_async_event_t *event)
{
}

static zend_string *event_info(zend_async_event_t *event)
{
	return zend_strpprintf(0, "a timeout of " ZEND_ULONG_FMT " ms", timeout_from_event(event)->ms);
}

static const zend_async_event_handlers_t timeout_event_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = event_del_callback,
	.start = event_start,
	.stop = event_stop,
	.dispose = event_dispose,
	.info = event_info,
};

zend_async_event_t *async_timeout_event(zend_object *object)
{
	timeout_t *timeout = timeout_from_obj(object);

	/* A deadline that passed without listeners has had no timer to report it. */
	is_completed(timeout);
	return &timeout->event;
}

zend_object *async_timeout_new_exception(zend_object *object)
{
	timeout_t *timeout = timeout_from_obj(object);

	if (timeout->cancellation) {
		GC_ADDREF(timeout->cancellation);
		return timeout->cancellation;
	}
	return async_new_exception(async_ce_timeout_exception,
		"The timeout of " ZEND_ULONG_FMT " ms has passed",
		timeout->ms);
}
/* }}} */

/* {{{ Its object */
static zend_object *timeout_create(zend_class_entry *ce)
{
	timeout_t *timeout = zend_object_alloc(sizeof(timeout_t), ce);

	zend_async_event_init(&timeout->event, &timeout_event_handlers);
	timeout->on_timer.notify = on_timer;
	zend_object_std_init(&timeout->std, ce);
	return &timeout->std;
}

/* Listeners hold a reference to the object, so that there are none left, or they belong to
 * stacks that a fatal error has abandoned: their nodes must not be touched. */
static void timeout_free(zend_object *object)
{
	timeout_t *timeout = timeout_from_obj(object);

	/* Weak references go first: no destructor may get hold of the object any more. */
	zend_object_std_dtor(object);
	timer_drop(timeout);
	if (timeout->cancellation) {
		OBJ_RELEASE(timeout->cancellation);
	}
}

static HashTable *timeout_get_gc(zend_object *object, zval **table, int *count)
{
	timeout_t *timeout = timeout_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();

	if (timeout->cancellation) {
		zend_get_gc_buffer_add_obj(buffer, timeout->cancellation);
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return NULL;
}

static zend_function *timeout_get_constructor(zend_object *object)
{
	zend_throw_error(NULL,
		"Cannot directly construct Async\\Timeout, use Async\\timeout() instead");
	return NULL;
}

zend_object *async_timeout_new(zend_ulong ms)
{
	timeout_t *timeout = timeout_from_obj(timeout_create(async_ce_timeout));
	zend_hrtime_t now = zend_hrtime();

	timeout->ms = ms;
	timeout->deadline = ms < (UINT64_MAX - now) / NS_PER_MS ? now + ms * NS_PER_MS : UINT64_MAX;
	return &timeout->std;
}

ZEND_METHOD(Async_Timeout, cancel)
{
	zend_object *cancellation = NULL;
	timeout_t *timeout = timeout_from_obj(Z_OBJ_P(ZEND_THIS));

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(cancellation, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();

	if (is_completed(timeout)) {
		return;
	}
	if (cancellation) {
		GC_ADDREF(cancellation);
	} else {
		cancellation = async_new_exception(async_ce_cancellation, "The timeout was cancelled");
	}
	timeout->cancellation = cancellation;
	timeout->event.flags |= ZEND_ASYNC_EVENT_CLOSED;
	zend_async_event_notify(&timeout->event, NULL, cancellation);
	timer_drop(timeout);
}

ZEND_METHOD(Async_Timeout, isCompleted)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(is_completed(timeout_from_obj(Z_OBJ_P(ZEND_THIS))));
}

ZEND_METHOD(Async_Timeout, isCancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_BOOL(timeout_from_obj(Z_OBJ_P(ZEND_THIS))->cancellation != NULL);
}
/* }}} */

void async_timeout_startup(void)
{
	async_ce_timeout = register_class_Async_Timeout(async_ce_completable);
	async_ce_timeout->create_object = timeout_create;
	async_ce_timeout->default_object_handlers = &timeout_handlers;

	memcpy(&timeout_handlers, &std_object_handlers, sizeof(zend_object_handlers));
	timeout_handlers.offset = XtOffsetOf(timeout_t, std);
	timeout_handlers.free_obj = timeout_free;
	timeout_handlers.get_gc = timeout_get_gc;
	timeout_handlers.get_constructor = timeout_get_constructor;
	timeout_handlers.clone_obj = NULL;
	timeout_handlers.compare = zend_objects_not_comparable;
}
