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

/* zend_async_timer_event_t over the reactor's heap. Coroutines that wait with a limit do not use
 * this: they have a timer on their own stack (scheduler.c). */

#include "timer_event.h"

typedef struct {
	zend_async_timer_event_t base;
	async_timer_t timer;
} timer_event_t;

static timer_event_t *timer_event_of(async_timer_t *timer)
{
	return ZEND_CONTAINER_OF(timer, timer_event_t, timer);
}

/* Armed again before the listeners hear of it: they may dispose of the event. */
static void timer_event_fire(async_timer_t *timer)
{
	timer_event_t *event = timer_event_of(timer);

	if (event->base.periodic) {
		async_timer_arm(timer, event->base.timeout_ms);
	} else {
		event->base.event.flags &= ~ZEND_ASYNC_EVENT_STARTED;
	}
	zend_async_event_notify(&event->base.event, NULL, NULL);
}

bool async_timer_is_event(const async_timer_t *timer)
{
	return timer->fire == timer_event_fire;
}

static zend_result timer_event_start(zend_async_event_t *base)
{
	timer_event_t *event = (timer_event_t *) base;

	if (!(base->flags & ZEND_ASYNC_EVENT_STARTED)) {
		base->flags |= ZEND_ASYNC_EVENT_STARTED;
		event->timer.is_unref = (base->flags & ZEND_ASYNC_EVENT_UNREF) != 0;
		async_timer_arm(&event->timer, event->base.timeout_ms);
	}
	return SUCCESS;
}

static void timer_event_stop(zend_async_event_t *base)
{
	base->flags &= ~ZEND_ASYNC_EVENT_STARTED;
	async_timer_disarm(&((timer_event_t *) base)->timer);
}

static void timer_event_dispose(zend_async_event_t *base)
{
	timer_event_stop(base);
	zend_async_event_drop_callbacks(base);
	efree(base);
}

static zend_string *timer_event_info(zend_async_event_t *base)
{
	return zend_strpprintf(0, "a timer of " ZEND_ULONG_FMT " ms",
		((timer_event_t *) base)->base.timeout_ms);
}

static const zend_async_event_handlers_t timer_event_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.start = timer_event_start,
	.stop = timer_event_stop,
	.dispose = timer_event_dispose,
	.info = timer_event_info,
};

zend_async_timer_event_t *async_new_timer_event(zend_ulong timeout_ms, bool periodic)
{
	if (async_reactor_start() == FAILURE) {
		return NULL;
	}
	timer_event_t *event = ecalloc(1, sizeof(*event));
	zend_async_event_init(&event->base.event, &timer_event_handlers);
	event->base.timeout_ms = timeout_ms;
	event->base.periodic = periodic;
	event->timer.fire = timer_event_fire;
	return &event->base;
}
