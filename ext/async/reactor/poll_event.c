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

/* Coroutines that wait for descriptors, and zend_async_poll_event_t. How the kernel is asked
 * is fd_watch.c's business. */

#include "poll_event.h"
#include "coroutine/coroutine.h"
#include "exceptions.h"
#include "fd_watch.h"
#include "quick_poll.h"
#include "zend_exceptions.h"

typedef struct {
	zend_async_poll_event_t base;
	async_fd_watch_t *watch;
	/* While started: the registration behind the listeners of the event. */
	async_fd_listener_t listener;
} poll_event_t;

static void throw_watch_error(int fd, int error)
{
	async_throw(async_ce_async_exception, "Cannot wait for descriptor %d: %s", fd,
		uv_strerror(error));
}

/* {{{ As an event */
static void poll_event_notify(async_fd_listener_t *listener, uint32_t triggered)
{
	poll_event_t *poll = ZEND_CONTAINER_OF(listener, poll_event_t, listener);

	poll->base.triggered = triggered;
	poll->base.event.flags &= ~ZEND_ASYNC_EVENT_STARTED;
	zend_async_event_notify(&poll->base.event, NULL, NULL);
}

static zend_result poll_event_start(zend_async_event_t *event)
{
	poll_event_t *poll = (poll_event_t *) event;

	if (event->flags & ZEND_ASYNC_EVENT_STARTED) {
		return SUCCESS;
	}
	poll->listener.events = poll->base.events;
	poll->listener.is_unref = (event->flags & ZEND_ASYNC_EVENT_UNREF) != 0;
	poll->listener.notify = poll_event_notify;

	int error = async_fd_watch_listen(poll->watch, &poll->listener);
	if (error) {
		throw_watch_error(poll->base.fd, error);
		return FAILURE;
	}
	event->flags |= ZEND_ASYNC_EVENT_STARTED;
	return SUCCESS;
}

static void poll_event_stop(zend_async_event_t *event)
{
	event->flags &= ~ZEND_ASYNC_EVENT_STARTED;
	async_fd_watch_unlisten(&((poll_event_t *) event)->listener);
}

static void poll_event_dispose(zend_async_event_t *event)
{
	poll_event_t *poll = (poll_event_t *) event;

	zend_async_event_drop_callbacks(event);
	if (ASYNC_G(reactor)) {
		poll_event_stop(event);
		async_fd_watch_release(poll->watch);
	}
	efree(poll);
}

static zend_string *poll_event_info(zend_async_event_t *event)
{
	zend_async_poll_event_t *poll = (zend_async_poll_event_t *) event;

	return zend_strpprintf(0, "descriptor %d to become %s", (int) poll->fd,
		!(poll->events & ZEND_ASYNC_WRITABLE) ? "readable"
			: poll->events & ZEND_ASYNC_READABLE ? "readable or writable" : "writable");
}

static const zend_async_event_handlers_t poll_event_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.start = poll_event_start,
	.stop = poll_event_stop,
	.dispose = poll_event_dispose,
	.info = poll_event_info,
};

zend_async_poll_event_t *async_new_poll_event(zend_async_socket_t fd, uint32_t events)
{
	int error;

	if (async_reactor_start() == FAILURE) {
		return NULL;
	}
	async_fd_watch_t *watch = async_fd_watch_get(fd, &error);
	if (!watch) {
		throw_watch_error(fd, error ? error : UV_EPERM);
		return NULL;
	}
	poll_event_t *poll = ecalloc(1, sizeof(*poll));
	zend_async_event_init(&poll->base.event, &poll_event_handlers);
	poll->base.fd = fd;
	poll->base.events = events;
	poll->watch = watch;
	return &poll->base;
}
/* }}} */

/* {{{ Waiting */

/* A coroutine at rest on one descriptor, on its own stack. */
typedef struct {
	async_fd_listener_t listener;
	zend_coroutine_t *coroutine;
	uint32_t triggered;
} waiting_t;

static void wake_waiting(async_fd_listener_t *listener, uint32_t triggered)
{
	waiting_t *waiting = (waiting_t *) listener;

	waiting->triggered = triggered;
	ZEND_ASYNC_RESUME(waiting->coroutine);
}

static void waiting_init(waiting_t *waiting, uint32_t events)
{
	memset(waiting, 0, sizeof(*waiting));
	waiting->listener.events = events;
	waiting->listener.notify = wake_waiting;
	waiting->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
}

/* What was asked for, with the disconnect that may have come instead. */
static uint32_t answer_of(const waiting_t *waiting)
{
	return waiting->triggered & (waiting->listener.events | ZEND_ASYNC_DISCONNECT);
}

int async_poll_wait(zend_async_poll_event_t *base, uint32_t events, zend_long timeout_ms)
{
	poll_event_t *poll = (poll_event_t *) base;
	waiting_t waiting;
	uint32_t triggered;
	bool timed_out;

	if (async_quick_wait(base->fd, events, &timeout_ms, &triggered)) {
		return (int) triggered;
	}
	waiting_init(&waiting, events);
	int error = async_fd_watch_listen(poll->watch, &waiting.listener);
	if (error) {
		throw_watch_error(base->fd, error);
		return -1;
	}
	base->events = events;
	waiting.coroutine->awaiting = &base->event;
	zend_result result = ZEND_ASYNC_SUSPEND_FOR(timeout_ms, &timed_out);
	async_fd_watch_unlisten(&waiting.listener);
	return result == FAILURE ? -1 : (int) answer_of(&waiting);
}

static zend_string *wait_fds_info(zend_async_event_t *event)
{
	return zend_string_init(ZEND_STRL("descriptors to become ready"), false);
}

static const zend_async_event_handlers_t wait_fds_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.info = wait_fds_info,
};

/* FAILURE: exception thrown. A descriptor that the kernel cannot watch is ready at once. */
static zend_result listen_to(zend_async_pollfd_t *fd, waiting_t *waiting, bool keep)
{
	int error;
	async_fd_watch_t *watch = async_fd_watch_get(fd->fd, &error);

	waiting_init(waiting, fd->events);
	if (!watch && !error) {
		waiting->triggered = fd->events;
		return SUCCESS;
	}
	if (watch && keep) {
		async_fd_watch_keep(watch);
	} else if (watch) {
		async_fd_watch_renew(watch);
	}
	if (watch) {
		error = async_fd_watch_listen(watch, &waiting->listener);
	}
	if (!error) {
		waiting->listener.watch = watch;
		return SUCCESS;
	}
	if (watch) {
		async_fd_watch_release(watch);
	}
	throw_watch_error(fd->fd, error);
	return FAILURE;
}

static void stop_listening(waiting_t *waiting)
{
	if (waiting->listener.watch) {
		async_fd_watch_unlisten(&waiting->listener);
		async_fd_watch_release(waiting->listener.watch);
	}
}

static bool any_triggered(const waiting_t *waiting, unsigned int count)
{
	for (unsigned int i = 0; i < count; i++) {
		if (waiting[i].triggered) {
			return true;
		}
	}
	return false;
}

int async_wait_fds(zend_async_pollfd_t *fds, unsigned int nfds, zend_long timeout_ms, bool keep)
{
	if (keep && nfds == 1
			&& async_quick_wait(fds->fd, fds->events, &timeout_ms, &fds->revents)) {
		return fds->revents != 0;
	}
	waiting_t one, *waiting = nfds == 1 ? &one : safe_emalloc(nfds, sizeof(*waiting), 0);
	zend_async_event_t event;
	zend_result result = SUCCESS;
	unsigned int listening = 0;
	bool timed_out;
	int ready = 0;

	while (listening < nfds && result == SUCCESS) {
		result = listen_to(&fds[listening], &waiting[listening], keep && nfds == 1);
		listening += result == SUCCESS;
	}
	if (result == SUCCESS && !any_triggered(waiting, listening)) {
		zend_async_event_init(&event, &wait_fds_handlers);
		ZEND_ASYNC_CURRENT_COROUTINE->awaiting = &event;
		result = ZEND_ASYNC_SUSPEND_FOR(timeout_ms, &timed_out);
	}
	for (unsigned int i = 0; i < listening; i++) {
		stop_listening(&waiting[i]);
		fds[i].revents = answer_of(&waiting[i]);
		ready += fds[i].revents != 0;
	}
	if (waiting != &one) {
		efree(waiting);
	}
	return result == FAILURE ? -1 : ready;
}
/* }}} */
