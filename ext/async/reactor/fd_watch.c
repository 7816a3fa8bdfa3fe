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

/* Watching descriptors: one libuv handle for each descriptor, any number of listeners.
 *
 * The registration in the kernel outlives a wait: in steady state a listener comes and goes
 * without a system call. It is narrowed only when the kernel reports something that no
 * listener wants while the loop would otherwise sleep. Suspending is done in poll_event.c. */

#include "fd_watch.h"
#include <fcntl.h>

struct _async_fd_watch_t {
	uv_poll_t handle;
	/* In reactor->all_watches, also after it has left the table. */
	zend_async_list_node_t node;
	/* Whose loop this is: in a forked child not the current one, and then left alone. */
	async_reactor_t *reactor;
	int fd;
	/* What the kernel is asked for, in bits of libuv; 0: not registered. */
	int registered;
	uint32_t ref_listeners;
	/* Its users, and one more until libuv has closed the handle. */
	uint32_t holders;
	bool is_kept;
	bool is_closing;
	/* Oldest first. */
	zend_async_list_t listeners;
};

/* {{{ Bits */
static int to_uv_events(uint32_t events)
{
	return (events & ZEND_ASYNC_READABLE ? UV_READABLE : 0)
		| (events & ZEND_ASYNC_WRITABLE ? UV_WRITABLE : 0)
		| (events & ZEND_ASYNC_DISCONNECT ? UV_DISCONNECT : 0)
		| (events & ZEND_ASYNC_PRIORITY ? UV_PRIORITIZED : 0);
}

static uint32_t from_uv_events(int events)
{
	return (events & UV_READABLE ? ZEND_ASYNC_READABLE : 0)
		| (events & UV_WRITABLE ? ZEND_ASYNC_WRITABLE : 0)
		| (events & UV_DISCONNECT ? ZEND_ASYNC_DISCONNECT : 0)
		| (events & UV_PRIORITIZED ? ZEND_ASYNC_PRIORITY : 0);
}
/* }}} */

/* {{{ Listeners */
static void listener_link(async_fd_watch_t *watch, async_fd_listener_t *listener)
{
	listener->watch = watch;
	zend_async_list_add_last(&watch->listeners, &listener->node);
	if (listener->is_unref) {
		return;
	}
	watch->reactor->listening++;
	if (watch->ref_listeners++ == 0) {
		uv_ref((uv_handle_t *) &watch->handle);
	}
}

static void listener_unlink(async_fd_listener_t *listener)
{
	async_fd_watch_t *watch = listener->watch;

	zend_async_list_remove(&listener->node);
	if (listener->is_unref) {
		return;
	}
	watch->reactor->listening--;
	if (--watch->ref_listeners == 0) {
		uv_unref((uv_handle_t *) &watch->handle);
	}
}

static int wanted_events(const async_fd_watch_t *watch)
{
	uint32_t wanted = 0;

	ZEND_ASYNC_LIST_FOREACH(&watch->listeners, const async_fd_listener_t, node, listener) {
		wanted |= listener->events;
	} ZEND_ASYNC_LIST_FOREACH_END();
	return to_uv_events(wanted);
}

/* Oldest first. A listener may unlisten others, so that the walk starts again after
 * each call; every listener is called at most once, because it is taken off. */
static void tell_listeners(async_fd_watch_t *watch, uint32_t triggered)
{
	zend_async_list_node_t *node = zend_async_list_first(&watch->listeners);

	while (node) {
		async_fd_listener_t *listener = ZEND_CONTAINER_OF(node, async_fd_listener_t, node);
		if (!(triggered & (listener->events | ZEND_ASYNC_DISCONNECT))) {
			node = zend_async_list_next(&watch->listeners, node);
			continue;
		}
		listener_unlink(listener);
		listener->notify(listener, triggered);
		node = zend_async_list_first(&watch->listeners);
	}
}
/* }}} */

/* {{{ Registration */
static void on_poll(uv_poll_t *handle, int status, int events);

static int watch_register(async_fd_watch_t *watch, int events)
{
	int error = 0;

	if (events == watch->registered || watch->is_closing) {
		return 0;
	}
	if (!events) {
		uv_poll_stop(&watch->handle);
	} else {
		error = uv_poll_start(&watch->handle, events, on_poll);
		watch->reactor->is_round_due = true;
	}
	watch->registered = error ? 0 : events;
	return error;
}

void async_fd_watch_tell(async_fd_watch_t *watch, int events)
{
	int unwanted = events & ~wanted_events(watch);

	watch->holders++;
	tell_listeners(watch, from_uv_events(events));
	/* While coroutines are ready, a listener that was woken may not have read yet. */
	if (unwanted && watch->reactor->is_blocking) {
		watch_register(watch, watch->registered & ~unwanted);
	}
	async_fd_watch_release(watch);
}

static void tell_error(async_fd_watch_t *watch)
{
	watch->holders++;
	watch->registered = 0;
	uv_poll_stop(&watch->handle);
	tell_listeners(watch, ZEND_ASYNC_READABLE | ZEND_ASYNC_WRITABLE
		| ZEND_ASYNC_DISCONNECT | ZEND_ASYNC_PRIORITY);
	async_fd_watch_release(watch);
}

/* After an error libuv has stopped the handle by itself. */
static void on_poll(uv_poll_t *handle, int status, int events)
{
	if (status < 0) {
		tell_error(handle->data);
	} else {
		async_fd_watch_tell(handle->data, events);
	}
}

static void watch_free(async_fd_watch_t *watch)
{
	zend_async_list_remove(&watch->node);
	pefree(watch, true);
}

static void watch_drop_holder(async_fd_watch_t *watch)
{
	ZEND_ASSERT(watch->holders && "Released more often than taken");
	if (--watch->holders == 0) {
		watch_free(watch);
	}
}

static void handle_closed(uv_handle_t *handle)
{
	watch_drop_holder(handle->data);
}

/* Closes the handle while the descriptor is still open: later, libuv would make the kernel
 * forget whatever has got the same number. */
static void watch_close(async_fd_watch_t *watch)
{
	watch->reactor->watches[watch->fd] = NULL;
	watch->registered = 0;
	watch->is_closing = true;
	watch->reactor->is_round_due = true;
	uv_close((uv_handle_t *) &watch->handle, handle_closed);
}
/* }}} */

/* {{{ The table */
static void table_grow(async_reactor_t *reactor, unsigned int fd)
{
	unsigned int capacity = reactor->watch_capacity ? reactor->watch_capacity : 64;

	while (capacity <= fd) {
		capacity *= 2;
	}
	reactor->watches = safe_perealloc(reactor->watches, capacity, sizeof(*reactor->watches), 0,
		true);
	memset(reactor->watches + reactor->watch_capacity, 0,
		(capacity - reactor->watch_capacity) * sizeof(*reactor->watches));
	reactor->watch_capacity = capacity;
}

/* uv_poll_init() makes the descriptor non-blocking; its mode belongs to PHP. */
static int init_handle(async_reactor_t *reactor, uv_poll_t *handle, int fd)
{
	int mode = fcntl(fd, F_GETFL);
	int error = uv_poll_init(&reactor->loop, handle, fd);

	if (!error && mode != -1 && !(mode & O_NONBLOCK)) {
		fcntl(fd, F_SETFL, mode);
	}
	return error;
}

static async_fd_watch_t *watch_new(async_reactor_t *reactor, int fd, int *error)
{
	async_fd_watch_t *watch = pecalloc(1, sizeof(*watch), true);

	*error = init_handle(reactor, &watch->handle, fd);
	if (*error) {
		pefree(watch, true);
		if (*error == UV_EPERM) {
			*error = 0;
		}
		return NULL;
	}
	watch->handle.data = watch;
	watch->reactor = reactor;
	watch->holders = 1;
	watch->fd = fd;
	zend_async_list_init(&watch->listeners);
	uv_unref((uv_handle_t *) &watch->handle);
	reactor->watches[fd] = watch;
	zend_async_list_add_last(&reactor->all_watches, &watch->node);
	return watch;
}

async_fd_watch_t *async_fd_watch_get(int fd, int *error)
{
	async_reactor_t *reactor = ASYNC_G(reactor);

	*error = 0;
	if (fd < 0) {
		*error = UV_EBADF;
		return NULL;
	}
	if ((unsigned int) fd >= reactor->watch_capacity) {
		table_grow(reactor, (unsigned int) fd);
	}
	async_fd_watch_t *watch = reactor->watches[fd];
	if (!watch) {
		watch = watch_new(reactor, fd, error);
	}
	if (watch) {
		watch->holders++;
	}
	return watch;
}

static bool is_inherited(const async_fd_watch_t *watch)
{
	return watch->reactor != ASYNC_G(reactor);
}

void async_fd_watch_release(async_fd_watch_t *watch)
{
	if (is_inherited(watch)) {
		return;
	}
	if (watch->holders == 2 && !watch->is_kept && !watch->is_closing) {
		watch_close(watch);
	}
	watch_drop_holder(watch);
}

void async_fd_watch_keep(async_fd_watch_t *watch)
{
	watch->is_kept = true;
}

void async_fd_watch_renew(async_fd_watch_t *watch)
{
	int wanted = wanted_events(watch);

	watch_register(watch, 0);
	watch_register(watch, wanted);
}
/* }}} */

bool async_fd_watch_is_quick(const async_fd_watch_t *watch, uint32_t events)
{
	int wanted = to_uv_events(events);

	return (watch->registered & wanted) == wanted && !is_inherited(watch)
		&& zend_async_list_is_empty(&watch->listeners);
}

int async_fd_watch_listen(async_fd_watch_t *watch, async_fd_listener_t *listener)
{
	if (watch->is_closing || is_inherited(watch)) {
		return UV_EBADF;
	}
	int events = to_uv_events(listener->events);
	int error = watch_register(watch, watch->registered | events);

	if (!error) {
		listener_link(watch, listener);
		async_reactor_expect_news(watch->reactor);
	}
	return error;
}

void async_fd_watch_unlisten(async_fd_listener_t *listener)
{
	if (zend_async_list_is_linked(&listener->node) && !is_inherited(listener->watch)) {
		listener_unlink(listener);
	}
}

/* {{{ Ends */

/* The number may come back as another descriptor at once: the watch leaves the table now, and dies
 * with its last holder. */
void async_fd_closing(zend_async_socket_t fd)
{
	async_reactor_t *reactor = ASYNC_G(reactor);

	if (!reactor || fd < 0 || (unsigned int) fd >= reactor->watch_capacity
			|| !reactor->watches[fd]) {
		return;
	}
	async_fd_watch_t *watch = reactor->watches[fd];
	watch->holders++;
	watch_close(watch);
	/* Not a single bit of what was waited for: no listener is to try it on a number that may be
	 * another descriptor by now. */
	tell_listeners(watch, ZEND_ASYNC_DISCONNECT);
	watch_drop_holder(watch);
}

void async_fd_watches_close(async_reactor_t *reactor)
{
	for (unsigned int fd = 0; fd < reactor->watch_capacity; fd++) {
		if (reactor->watches[fd]) {
			watch_close(reactor->watches[fd]);
		}
	}
	if (reactor->watches) {
		pefree(reactor->watches, true);
	}
	reactor->watches = NULL;
	reactor->watch_capacity = 0;
}

void async_fd_watches_free(async_reactor_t *reactor)
{
	ZEND_ASYNC_LIST_FOREACH(&reactor->all_watches, async_fd_watch_t, node, watch) {
		watch_free(watch);
	} ZEND_ASYNC_LIST_FOREACH_END();
}
/* }}} */
