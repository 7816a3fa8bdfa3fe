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

/* The libuv loop: making it, running it, closing it, and the clock.
 *
 * Callbacks that run inside the loop only make coroutines ready; they never switch,
 * never call PHP code and never allocate Zend memory. Timers are kept in a heap of our own
 * (timer_heap.c) behind one libuv timer, so that arming one costs neither an allocation nor a
 * deferred close. Descriptors are in fd_watch.c, threads in thread_task.c. */

#include "reactor.h"
#include "exceptions.h"
#include "fd_watch.h"
#include "poll_event.h"
#include "quick_poll.h"
#include "thread_task.h"
#include "timer_event.h"

#define NS_PER_MS UINT64_C(1000000)

/* {{{ Timers */

void async_timer_arm(async_timer_t *timer, zend_ulong timeout_ms)
{
	uint64_t now = async_reactor_now();
	uint64_t limit = (UINT64_MAX - now) / NS_PER_MS;

	timer->deadline = timeout_ms < limit ? now + timeout_ms * NS_PER_MS : UINT64_MAX;
	async_timer_heap_insert(&ASYNC_G(reactor)->timers, timer);
}

/* After a fatal error the heap holds timers on stacks that are gone: nothing of it may be touched,
 * and none will fire. */
void async_timer_disarm(async_timer_t *timer)
{
	if (ASYNC_G(reactor) && !CG(unclean_shutdown)) {
		async_timer_heap_remove(&ASYNC_G(reactor)->timers, timer);
	}
}

/* Only those that are due now: a timer that is armed again by its own firing waits for the next
 * round. */
static void fire_due_timers(async_reactor_t *reactor, uint64_t now)
{
	while (reactor->timers.root && reactor->timers.root->deadline <= now) {
		async_timer_t *timer = reactor->timers.root;
		async_timer_heap_remove(&reactor->timers, timer);
		timer->fire(timer);
	}
}

/* libuv before 1.45 runs timers first in a round and polls afterwards, then without a limit:
 * stopping the round makes it poll without waiting. */
static void alarm_rang(uv_timer_t *alarm)
{
	ASYNC_G(reactor)->alarm_deadline = 0;
	uv_stop(alarm->loop);
}

/* Rounded up: a timer never fires early. The loop's clock is brought up to date first, because
 * libuv counts from it. One that was set for a timer that is gone stays: it rings once in vain,
 * which is less than being set anew for each time limit that is not needed. */
static void set_alarm(async_reactor_t *reactor, uint64_t now)
{
	uint64_t deadline = reactor->timers.root->deadline;

	if (reactor->alarm_deadline && reactor->alarm_deadline <= deadline) {
		return;
	}
	reactor->alarm_deadline = deadline;
	uv_update_time(&reactor->loop);
	uv_timer_start(&reactor->alarm, alarm_rang,
		deadline > now ? (deadline - now + NS_PER_MS - 1) / NS_PER_MS : 0, 0);
}

/* One that rings for nothing that anybody waits for does not keep the loop alive. */
static void set_alarm_ref(async_reactor_t *reactor)
{
	if (reactor->timers.ref_count) {
		uv_ref((uv_handle_t *) &reactor->alarm);
	} else {
		uv_unref((uv_handle_t *) &reactor->alarm);
	}
}
/* }}} */

/* {{{ Running */

bool async_reactor_is_alive(void)
{
	async_reactor_t *reactor = ASYNC_G(reactor);

	if (reactor->timers.ref_count) {
		return true;
	}
	set_alarm_ref(reactor);
	return uv_loop_alive(&reactor->loop);
}

/* The kernel is told before anything is reported: a registration that a report changes is due in
 * the next round. */
static void run_round(async_reactor_t *reactor, uv_run_mode mode)
{
	reactor->is_round_due = false;
	uv_run(&reactor->loop, mode);
}

/* Does not sleep when what was found before this made a coroutine ready. */
static void sleep_in_loop(async_reactor_t *reactor, uint64_t now)
{
	if (!zend_async_list_is_empty(&ASYNC_G(ready))) {
		run_round(reactor, UV_RUN_NOWAIT);
		return;
	}
	if (reactor->timers.root) {
		set_alarm(reactor, now);
	}
	set_alarm_ref(reactor);
	run_round(reactor, UV_RUN_ONCE);
}

static void sleep_until_something_happens(async_reactor_t *reactor, uint64_t now)
{
	uint64_t deadline = reactor->timers.root ? reactor->timers.root->deadline : UINT64_MAX;

	reactor->is_blocking = true;
	if (!async_quick_poll(reactor, now, deadline)) {
		sleep_in_loop(reactor, now);
	}
	reactor->is_blocking = false;

	now = async_reactor_now();
	reactor->pace.polled_at_ns = reactor->pace.news_at_ns = now;
	fire_due_timers(reactor, now);
}

/* A loop without anything to wait for costs no system call. */
static void poll(async_reactor_t *reactor, uint64_t now)
{
	const zend_async_list_node_t *last_ready = ASYNC_G(ready).head.prev;

	if (uv_loop_alive(&reactor->loop)) {
		if (!async_quick_poll(reactor, now, now)) {
			run_round(reactor, UV_RUN_NOWAIT);
		}
		async_poll_note(&reactor->pace, now, async_reactor_now(),
			ASYNC_G(ready).head.prev != last_ready);
	}
}

void async_reactor_run(void)
{
	async_reactor_t *reactor = ASYNC_G(reactor);
	uint64_t now = async_reactor_now();

	ASYNC_G(in_reactor)++;
	fire_due_timers(reactor, now);
	if (zend_async_list_is_empty(&ASYNC_G(ready))) {
		sleep_until_something_happens(reactor, now);
	} else {
		poll(reactor, now);
	}
	ASYNC_G(in_reactor)--;
}

void async_reactor_look(uint64_t now)
{
	async_reactor_t *reactor = ASYNC_G(reactor);

	ASYNC_G(in_reactor)++;
	fire_due_timers(reactor, now);
	if (async_poll_is_due(&reactor->pace, now)) {
		poll(reactor, now);
	}
	ASYNC_G(in_reactor)--;
}

/* The loop returns to the scheduler, which looks at EG(vm_interrupt). */
static void woken_up(uv_async_t *wakeup)
{
}

/* Sleeps until a signal handler, or another thread, wakes the loop. */
void async_reactor_wait_for_wakeup(void)
{
	uv_handle_t *wakeup = (uv_handle_t *) &ASYNC_G(reactor)->wakeup;

	uv_ref(wakeup);
	async_reactor_run();
	uv_unref(wakeup);
}

static void reactor_wakeup(void)
{
	if (ASYNC_G(reactor)) {
		uv_async_send(&ASYNC_G(reactor)->wakeup);
	}
}

static uint64_t reactor_last_poll(void)
{
	return ASYNC_G(reactor) ? ASYNC_G(reactor)->pace.polled_at_ns : 0;
}
/* }}} */

/* {{{ Life */

static int reactor_open(async_reactor_t *reactor)
{
	int error = uv_loop_init(&reactor->loop);

	if (error) {
		return error;
	}
	uv_timer_init(&reactor->loop, &reactor->alarm);
	error = uv_async_init(&reactor->loop, &reactor->wakeup, woken_up);
	if (error) {
		uv_close((uv_handle_t *) &reactor->alarm, NULL);
		uv_run(&reactor->loop, UV_RUN_NOWAIT);
		uv_loop_close(&reactor->loop);
		return error;
	}
	uv_unref((uv_handle_t *) &reactor->wakeup);
	reactor->is_round_due = true;
	return 0;
}

zend_result async_reactor_start(void)
{
	if (ASYNC_G(reactor)) {
		return SUCCESS;
	}
	async_reactor_t *reactor = pecalloc(1, sizeof(*reactor), true);
	zend_async_list_init(&reactor->tasks);
	zend_async_list_init(&reactor->all_watches);

	int error = reactor_open(reactor);
	if (error) {
		pefree(reactor, true);
		async_throw(async_ce_async_exception, "Cannot make an event loop: %s", uv_strerror(error));
		return FAILURE;
	}
	async_thread_pool_size_once(ASYNC_G(threadpool_size));
	ASYNC_G(reactor) = reactor;
	return SUCCESS;
}

/* Timers on the stacks of coroutines that exist no longer are disarmed; the others go on, and
 * their owners may disarm them. */
static void inherit_timers(async_timer_heap_t *inherited)
{
	while (inherited->root) {
		async_timer_t *timer = inherited->root;
		async_timer_heap_remove(inherited, timer);
		if (async_timer_is_event(timer)) {
			async_timer_heap_insert(&ASYNC_G(reactor)->timers, timer);
		}
	}
}

/* The parent's reactors: they cannot be closed here, and are kept where leak checkers find
 * them. */
static async_reactor_t *inherited_reactors;

/* The old loop is shared with the parent down to its epoll descriptor: it is dropped as it
 * is, without a single call that could reach the parent through it. */
void async_reactor_after_fork_in_child(void)
{
	async_reactor_t *inherited = ASYNC_G(reactor);

	if (!inherited) {
		return;
	}
	inherited->inherited_before = inherited_reactors;
	inherited_reactors = inherited;
	ASYNC_G(reactor) = NULL;
	close(uv_backend_fd(&inherited->loop));
	if (async_reactor_start() == FAILURE) {
		zend_error_noreturn(E_ERROR, "Cannot make an event loop after fork");
	}
	inherit_timers(&inherited->timers);
}

void async_reactor_drain(void)
{
	if (ASYNC_G(reactor)) {
		ASYNC_G(in_reactor)++;
		async_tasks_drain(ASYNC_G(reactor));
		ASYNC_G(in_reactor)--;
	}
}

static void close_handle(uv_handle_t *handle, void *data)
{
	if (!uv_is_closing(handle)) {
		uv_close(handle, NULL);
	}
}

/* A name that is still being resolved cannot be called back: then the loop stays behind
 * rather than making the request wait. */
void async_reactor_end(void)
{
	async_reactor_t *reactor = ASYNC_G(reactor);

	if (!reactor) {
		return;
	}
	ASYNC_G(reactor) = NULL;
	async_fd_watches_close(reactor);
	uv_walk(&reactor->loop, close_handle, NULL);
	uv_run(&reactor->loop, UV_RUN_NOWAIT);
	async_fd_watches_free(reactor);
	if (uv_loop_close(&reactor->loop) == 0) {
		pefree(reactor, true);
	}
}
/* }}} */

static const zend_async_reactor_api_t reactor_api = {
	.api_version = ZEND_ASYNC_API_VERSION,
	.module = "async",
	.new_timer_event = async_new_timer_event,
	.new_poll_event = async_new_poll_event,
	.poll_wait = async_poll_wait,
	.wait_fds = async_wait_fds,
	.fd_closing = async_fd_closing,
	.run_in_thread = async_run_in_thread,
	.resolve = async_resolve,
	.wakeup = reactor_wakeup,
	.last_poll = reactor_last_poll,
};

zend_result async_reactor_startup(void)
{
	return zend_async_reactor_register(&reactor_api);
}
