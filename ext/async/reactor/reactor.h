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

#ifndef ASYNC_REACTOR_H
#define ASYNC_REACTOR_H

#include "php_async.h"
#include "poll_pace.h"
#include "timer_heap.h"
#include <uv.h>

/* The event loop of one request. Lives outside of Zend memory, because libuv finishes closing
 * handles later than we let go of them. */
struct _async_reactor_t {
	uv_loop_t loop;

	/* Wakes the loop for the earliest of our own timers. */
	uv_timer_t alarm;
	uint64_t alarm_deadline;
	async_timer_heap_t timers;

	/* Wakes a loop that sleeps, so that it can free spare stacks; see context_spares.c. */
	async_timer_t spares_alarm;

	/* Wakes the loop from signal handlers and other threads. */
	uv_async_t wakeup;

	/* Watched descriptors by number; see fd_watch.c. */
	struct _async_fd_watch_t **watches;
	unsigned int watch_capacity;

	/* Work on other threads that is not back yet; see thread_task.c. */
	zend_async_list_t tasks;
	/* Every watch, also one that has left the table. */
	zend_async_list_t all_watches;

	/* Listeners that wait for a descriptor, without those that only watch an idle one. */
	uint32_t listening;

	/* The loop has something to tell the kernel, or a handle to close: see quick_poll.c. */
	bool is_round_due;

	/* The loop sleeps: nothing was ready when it was run. */
	bool is_blocking;

	/* When the kernel was last asked, and when it is to be asked again. */
	async_poll_pace_t pace;

	/* In a forked child: the next older one that is left alone. */
	async_reactor_t *inherited_before;
};

/* Nanoseconds of a clock that only goes forward. No system call. */
static zend_always_inline uint64_t async_reactor_now(void)
{
	return uv_hrtime();
}

/* Makes the loop of this request, once. FAILURE: exception thrown. */
zend_result async_reactor_start(void);

/* Handles what has happened, waiting for it when no coroutine is ready. Never runs PHP code. */
void async_reactor_run(void);

/* While coroutines are ready: fires the timers that are due, and polls when it is time to. */
void async_reactor_look(uint64_t now);

/* A wait for something outside of the process begins. */
static zend_always_inline void async_reactor_expect_news(async_reactor_t *reactor)
{
	reactor->pace.wait_began = true;
}

void async_reactor_wait_for_wakeup(void);

/* Can anything still wake a coroutine? */
bool async_reactor_is_alive(void);

/* A timer of our own heap; memory belongs to the caller. */
void async_timer_arm(async_timer_t *timer, zend_ulong timeout_ms);
void async_timer_disarm(async_timer_t *timer);

void async_reactor_after_fork_in_child(void);

/* Before objects are destroyed: no thread works for this request any more. */
void async_reactor_drain(void);

/* Closes everything. */
void async_reactor_end(void);

zend_result async_reactor_startup(void);

#endif /* ASYNC_REACTOR_H */
