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

/* Descriptors without a round of the loop.
 *
 * A round of libuv costs several times what asking the kernel does, and most rounds find nothing
 * but input for coroutines. So the loop's own epoll descriptor is asked directly. Whatever is not
 * plain input or room of a watched descriptor (an error, a hang-up, a signal, the result of a
 * thread) is left alone and stays reported, because the loop registers level-triggered: then a
 * round is run. So it is when a registration has changed or a handle is being closed, which is all
 * that the loop has to do besides. */

#include "quick_poll.h"
#include "fd_watch.h"
#include "coroutine/context_spares.h"
#include "coroutine/coroutine.h"

#ifdef __linux__
# include <sys/epoll.h>

#define NS_PER_MS UINT64_C(1000000)
#define EVENTS_AT_ONCE 32

/* Rounded up: a timer never fires early. One that is far away is looked at again by the caller. */
static int milliseconds_until(uint64_t deadline, uint64_t now)
{
	if (deadline == UINT64_MAX) {
		return -1;
	}
	if (deadline <= now) {
		return 0;
	}
	return (int) MIN((deadline - now + NS_PER_MS - 1) / NS_PER_MS, INT_MAX);
}

static bool tell(async_reactor_t *reactor, const struct epoll_event *event)
{
	unsigned int fd = (unsigned int) event->data.fd;

	if ((event->events & ~(uint32_t) (EPOLLIN | EPOLLOUT))
			|| fd >= reactor->watch_capacity || !reactor->watches[fd]) {
		return false;
	}
	async_fd_watch_tell(reactor->watches[fd], (event->events & EPOLLIN ? UV_READABLE : 0)
		| (event->events & EPOLLOUT ? UV_WRITABLE : 0));
	return true;
}

bool async_quick_poll(async_reactor_t *reactor, uint64_t now, uint64_t deadline)
{
	struct epoll_event events[EVENTS_AT_ONCE];
	bool all_told = true;

	if (reactor->is_round_due) {
		return false;
	}
	int count = epoll_wait(uv_backend_fd(&reactor->loop), events, EVENTS_AT_ONCE,
		milliseconds_until(deadline, now));
	for (int i = 0; i < count; i++) {
		all_told &= tell(reactor, &events[i]);
	}
	return all_told;
}

/* {{{ A coroutine that waits alone */

/* Nothing may be ready, due or asked for that a suspension would see to. While another coroutine
 * waits for a descriptor, the kernel would have to be asked again for that one. */
static bool is_alone(const async_reactor_t *reactor)
{
#if ZEND_DEBUG
	if (ASYNC_G(random_state)) {
		return false;
	}
#endif
	return zend_async_list_is_empty(&ASYNC_G(ready)) && !ASYNC_CURRENT()->has_news
		&& reactor->listening == 0
		&& !reactor->is_round_due && ASYNC_G(free_context_count) <= ASYNC_SPARES_ALWAYS_KEPT
		&& !zend_atomic_bool_load_ex(&EG(vm_interrupt));
}

static bool is_watched(const async_reactor_t *reactor, int fd, uint32_t events)
{
	return fd >= 0 && (unsigned int) fd < reactor->watch_capacity && reactor->watches[fd]
		&& async_fd_watch_is_quick(reactor->watches[fd], events);
}

static uint32_t bits_of(const struct epoll_event *event, int fd)
{
	if (event->data.fd != fd || (event->events & ~(uint32_t) (EPOLLIN | EPOLLOUT))) {
		return 0;
	}
	return (event->events & EPOLLIN ? ZEND_ASYNC_READABLE : 0)
		| (event->events & EPOLLOUT ? ZEND_ASYNC_WRITABLE : 0);
}

static void note_poll(async_reactor_t *reactor, uint64_t now)
{
	reactor->pace.polled_at_ns = reactor->pace.news_at_ns = now;
	ASYNC_G(last_look_ns) = now;
}

/* Only one event, and that of the descriptor, ends the wait; all others stay reported. */
bool async_quick_wait(int fd, uint32_t events, zend_long *timeout_ms, uint32_t *triggered)
{
	async_reactor_t *reactor = ASYNC_G(reactor);
	struct epoll_event found[2];

	if (!reactor || !is_alone(reactor) || !is_watched(reactor, fd, events)) {
		return false;
	}
	const async_timer_t *timer = reactor->timers.root;
	uint64_t began = timer || *timeout_ms >= 0 ? async_reactor_now() : 0;
	int limit_ms = timer ? milliseconds_until(timer->deadline, began) : -1;
	/* A timer that is due must not starve behind a descriptor that is always ready. */
	if (limit_ms == 0) {
		return false;
	}
	bool is_own_limit = *timeout_ms >= 0 && (limit_ms < 0 || *timeout_ms <= limit_ms);
	if (is_own_limit) {
		limit_ms = (int) MIN(*timeout_ms, INT_MAX);
	}
	int count = epoll_wait(uv_backend_fd(&reactor->loop), found, 2, limit_ms);
	uint64_t now = async_reactor_now();
	*triggered = count == 1 ? bits_of(&found[0], fd) & events : 0;
	if (*triggered) {
		note_poll(reactor, now);
		return true;
	}
	if (*timeout_ms >= 0) {
		*timeout_ms -= MIN((zend_long) ((now - began) / NS_PER_MS), *timeout_ms);
	}
	return count == 0 && is_own_limit && *timeout_ms == 0;
}
/* }}} */
#else
bool async_quick_wait(int fd, uint32_t events, zend_long *timeout_ms, uint32_t *triggered)
{
	return false;
}

bool async_quick_poll(async_reactor_t *reactor, uint64_t now, uint64_t deadline)
{
	return false;
}
#endif
