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

/* Threads that PDO starts itself: for a connection of its own, and for what interrupts a call.
 *
 * A thread that has finished is joined when the next one starts, and at the end of the module:
 * until then libraries may still be freeing what they kept for it, and must not be taken down.
 *
 * A fork copies locks of libraries as they are, but no thread that would ever unlock them. So it
 * waits until the threads are out of the libraries. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif

#include "php.h"
#include "pdo_pool_thread.h"
#include "pdo_pool_thread_life.h"

#ifndef PHP_WIN32

#include <dlfcn.h>
#include <signal.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

/* The longest that the end of the module waits for threads. */
#define LAST_WAIT_MS 1000
/* How long a fork waits at the most. A call that takes longer waits in the kernel, for its server:
 * there it holds no lock that others need. */
#define FORK_PATIENCE_MS 200

static const struct timespec one_millisecond = {.tv_nsec = 1000000};

void pdo_pool_thread_keep_loaded(void (*function)(void))
{
	union {
		void (*function)(void);
		void *address;
	} pointer = {.function = function};
	Dl_info info;

	if (dladdr(pointer.address, &info) && info.dli_fname) {
		dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
	}
}

/* {{{ Threads */
typedef struct _own_thread own_thread;
struct _own_thread {
	void (*function)(void *arg);
	void *arg;
	pthread_t id;
	own_thread *next;
};

/* Written by all threads. A lock could be held by one of them when the process forks. */
static _Atomic(own_thread *) finished;
/* How many are ending, and have not finished. May be below zero for a moment, when a thread ends
 * before it was counted. */
static atomic_int ending;
/* How many have been started, and have not begun. */
static atomic_int starting;
static pid_t process;

/* The threads of the parent do not exist in a forked child. */
static void forget_threads_of_parent(void)
{
	if (process != getpid()) {
		process = getpid();
		finished = NULL;
		ending = 0;
	}
}

static void *run_thread(void *arg)
{
	own_thread *thread = arg;

	starting--;
	thread->function(thread->arg);
	thread->id = pthread_self();
	thread->next = finished;
	while (!atomic_compare_exchange_weak(&finished, &thread->next, thread)) {
	}
	ending--;
	return NULL;
}

static void join_finished(void)
{
	own_thread *thread = atomic_exchange(&finished, NULL);

	while (thread) {
		own_thread *next = thread->next;

		pthread_join(thread->id, NULL);
		pefree(thread, true);
		thread = next;
	}
}

/* Signals are for the thread of PHP. */
bool pdo_pool_thread_start(void (*function)(void *arg), void *arg)
{
	own_thread *thread = pecalloc(1, sizeof(*thread), true);
	sigset_t all, before;
	pthread_t id;
	bool started;

	pdo_pool_thread_watch_forks();
	forget_threads_of_parent();
	join_finished();
	thread->function = function;
	thread->arg = arg;
	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	starting++;
	started = pthread_create(&id, NULL, run_thread, thread) == 0;
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	if (!started) {
		starting--;
		pefree(thread, true);
	}
	return started;
}

void pdo_pool_thread_is_ending(void)
{
	ending++;
}

/* Most end at once. One that is still away after this time is in the kernel, waiting for a network:
 * the process ends without it. */
void pdo_pool_threads_end(void)
{
	for (int ms = 0; ms < LAST_WAIT_MS && ending > 0 && process == getpid(); ms++) {
		nanosleep(&one_millisecond, NULL);
	}
	if (process == getpid()) {
		join_finished();
	}
}
/* }}} */

/* {{{ Forks */

/* Held while the process forks: no call begins. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int calls_inside;
/* How long a fork waits for them; the last one that began decides. Under the gate. */
static zend_async_deadline_t end_of_patience;

void pdo_pool_thread_enter_library(void)
{
	pthread_mutex_lock(&gate);
	end_of_patience = zend_async_deadline_in(FORK_PATIENCE_MS);
	calls_inside++;
	pthread_mutex_unlock(&gate);
}

void pdo_pool_thread_leave_library(void)
{
	calls_inside--;
}

/* A thread that begins or ends calls libraries, too: they free what they kept for it. */
static bool are_threads_changing(void)
{
	return starting > 0 || (ending > 0 && process == getpid());
}

static void before_fork(void)
{
	const zend_async_deadline_t end = zend_async_deadline_in(FORK_PATIENCE_MS);

	pthread_mutex_lock(&gate);
	while ((calls_inside > 0 && !zend_async_deadline_has_passed(end_of_patience))
			|| (are_threads_changing() && !zend_async_deadline_has_passed(end))) {
		nanosleep(&one_millisecond, NULL);
	}
	if (process == getpid()) {
		join_finished();
	}
}

static void after_fork_in_parent(void)
{
	pthread_mutex_unlock(&gate);
}

static void after_fork_in_child(void)
{
	pthread_mutex_init(&gate, NULL);
	calls_inside = 0;
	starting = 0;
}

static void register_fork_handlers(void)
{
	pdo_pool_thread_keep_loaded(register_fork_handlers);
	pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

void pdo_pool_thread_watch_forks(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, register_fork_handlers);
}
/* }}} */

#else /* PHP_WIN32: the threads of the reactor alone. */

void pdo_pool_threads_end(void)
{
}

#endif
