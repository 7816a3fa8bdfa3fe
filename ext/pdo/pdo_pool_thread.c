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

/* Calls of a blocking client library on a worker thread, so that only the coroutine waits. For
 * pooled connections alone: there one coroutine at a time is in a connection. An ordinary
 * handle, which coroutines could share, blocks as it always did.
 *
 * A call is made on a thread of the reactor, or on one of the connection's own
 * (pdo_pool_worker), for whose answer a thread of the reactor waits. The detour has two reasons.
 * Some libraries want all calls of a connection on one thread. And a call that never returns can
 * be left behind there: the threads of the reactor are few, and are joined when the process
 * ends.
 *
 * A fork copies locks of libraries as they are, but no thread that would ever unlock them. So it
 * waits until the threads are out of the libraries: see "Forks".
 *
 * What the calls are, and how one is interrupted, is the driver's business. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif

#include "php.h"
#include "pdo_pool_thread.h"
#ifndef PHP_WIN32
# include <dlfcn.h>
# include <errno.h>
# include <fcntl.h>
# include <signal.h>
# include <stdatomic.h>
# include <time.h>
# include <unistd.h>
#endif
#ifdef __linux__
# include <poll.h>
# include <sys/socket.h>
# include <sys/syscall.h>
# include <sys/uio.h>
#endif

/* {{{ Handles */
PDO_API void pdo_pool_handles_add(pdo_pool_handles *handles, const void *handle, void *owner)
{
	if (handles->count++ == 0) {
		zend_hash_init(&handles->table, 0, NULL, NULL, true);
	}
	void *added = zend_hash_index_add_ptr(&handles->table, (zend_ulong) (uintptr_t) handle, owner);
	ZEND_ASSERT(added && "a handle is removed before the library frees it");
	(void) added;
}

PDO_API void pdo_pool_handles_remove(pdo_pool_handles *handles, const void *handle)
{
	zend_hash_index_del(&handles->table, (zend_ulong) (uintptr_t) handle);
	if (--handles->count == 0) {
		zend_hash_destroy(&handles->table);
	}
}
/* }}} */

/* A limit has ended the call, or one before it that it tidies up behind: what they may still take
 * is counted once. */
static zend_ulong overdue_ms(const pdo_pool_thread_call *call)
{
	return call->dbh ? pdo_pool_overdue_ms(call->dbh) : 0;
}

#ifndef PHP_WIN32

/* {{{ Threads */

/* The longest that the end of the module waits for threads. */
#define LAST_WAIT_MS 1000
/* The longest that a call which has returned waits for its interruption. */
#define INTERRUPTION_MS 5000

static struct timespec in_milliseconds(long ms)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	time.tv_sec += ms / 1000;
	time.tv_nsec += ms % 1000 * 1000000;
	time.tv_sec += time.tv_nsec / 1000000000;
	time.tv_nsec %= 1000000000;
	return time;
}

/* The shared object that has this function stays in memory to the end of the process: a thread
 * may be in it when PHP unloads its extensions. */
static void keep_loaded(void (*function)(void))
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

static void keep_this_loaded(void)
{
	keep_loaded(keep_this_loaded);
}

/* A thread that was started here. Those that have finished are joined when the next one starts, and
 * at the end of the module: until a thread is joined, libraries may still be freeing what they kept
 * for it, and must not be taken down meanwhile. */
typedef struct _own_thread own_thread;
struct _own_thread {
	void *(*function)(void *arg);
	void *arg;
	pthread_t id;
	own_thread *next;
};

/* Written by all threads. A lock could be held by one of them when the process forks. */
static _Atomic(own_thread *) finished;
/* How many have been asked to end, or will end by themselves, and have not finished. One that is
 * in a call that was given up counts from the time when that was done. May be below zero for a
 * moment, when a thread ends before it was counted. */
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

/* {{{ Forks */

/* How long a fork waits at the most. A call that takes longer waits in the kernel, for its server:
 * there it holds no lock that others need. */
#define FORK_PATIENCE_MS 200

/* Held while the process forks: no call begins. */
static pthread_mutex_t gate = PTHREAD_MUTEX_INITIALIZER;
static atomic_int calls_inside;
/* When the last one began, in milliseconds. Under the gate. */
static uint64_t last_call_began;

static uint64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t) now.tv_sec * 1000 + (uint64_t) now.tv_nsec / 1000000;
}

static void call_library(pdo_pool_thread_call *call)
{
	pthread_mutex_lock(&gate);
	last_call_began = now_ms();
	calls_inside++;
	pthread_mutex_unlock(&gate);
	call->function(call);
	calls_inside--;
}

/* A thread that begins or ends calls libraries, too: they free what they kept for it. */
static bool are_threads_changing(void)
{
	return starting > 0 || (ending > 0 && process == getpid());
}

static void before_fork(void)
{
	const struct timespec step = {.tv_nsec = 1000000};
	const uint64_t begin = now_ms();
	uint64_t now = begin;

	pthread_mutex_lock(&gate);
	while ((calls_inside > 0 && now < last_call_began + FORK_PATIENCE_MS)
			|| (are_threads_changing() && now < begin + FORK_PATIENCE_MS)) {
		nanosleep(&step, NULL);
		now = now_ms();
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
	keep_this_loaded();
	pthread_atfork(before_fork, after_fork_in_parent, after_fork_in_child);
}

/* Before a thread is used. */
static void watch_forks(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, register_fork_handlers);
}
/* }}} */

/* Signals are for the thread of PHP. */
static bool start_thread(void *(*function)(void *), void *arg)
{
	own_thread *thread = pecalloc(1, sizeof(*thread), true);
	sigset_t all, before;
	pthread_t id;
	bool started;

	watch_forks();
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

/* Most end at once. One that is still away after this time is in the kernel, waiting for a network:
 * the process ends without it. */
void pdo_pool_threads_end(void)
{
	const struct timespec step = {.tv_nsec = 1000000};

	for (int ms = 0; ms < LAST_WAIT_MS && ending > 0 && process == getpid(); ms++) {
		nanosleep(&step, NULL);
	}
	if (process == getpid()) {
		join_finished();
	}
}

/* }}} */

/* {{{ The socket that a thread waits for */
#ifdef __linux__

/* A system call that the thread is in: its number, arguments, stack and place. It changes with
 * everything that the thread does. */
typedef struct _thread_wait {
	char text[256];
} thread_wait;

static bool read_wait(long thread, thread_wait *wait)
{
	char path[64];
	ssize_t length;
	int file;

	snprintf(path, sizeof(path), "/proc/self/task/%ld/syscall", thread);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file == -1) {
		return false;
	}
	length = read(file, wait->text, sizeof(wait->text) - 1);
	close(file);
	wait->text[MAX(length, 0)] = '\0';
	return length > 0;
}

static bool is_poll(long number)
{
#ifdef SYS_poll
	if (number == SYS_poll) {
		return true;
	}
#endif
	return number == SYS_ppoll;
}

/* The memory is read by the kernel, because the thread may have gone on. */
static int descriptor_at(unsigned long address)
{
	struct pollfd polled;
	struct iovec to = {.iov_base = &polled, .iov_len = sizeof(polled)};
	struct iovec from = {.iov_base = (void *) address, .iov_len = sizeof(polled)};

	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof(polled) ? polled.fd : -1;
}

/* The one descriptor that it polls, reads from or connects; else -1. */
static int awaited_by(const thread_wait *wait)
{
	unsigned long argument, count;
	long number;

	if (sscanf(wait->text, "%ld %lx %lx", &number, &argument, &count) != 3) {
		return -1;
	}
	if (is_poll(number)) {
		return count == 1 ? descriptor_at(argument) : -1;
	}
	return number == SYS_recvfrom || number == SYS_connect ? (int) argument : -1;
}

/* If the thread is still in the same call when there is a descriptor of our own, then that is the
 * socket's; the thread may close its own at any moment after that. */
PDO_API bool pdo_pool_thread_end_wait(long thread)
{
	thread_wait before, after;
	int awaited = read_wait(thread, &before) ? awaited_by(&before) : -1;
	int own = awaited != -1 ? fcntl(awaited, F_DUPFD_CLOEXEC, 0) : -1;
	bool is_same, result;

	if (own == -1) {
		return false;
	}
	is_same = read_wait(thread, &after) && strcmp(before.text, after.text) == 0;
	result = is_same && shutdown(own, SHUT_RDWR) == 0;
	close(own);
	return result;
}

PDO_API long pdo_pool_thread_id(void)
{
	return syscall(SYS_gettid);
}
#else
PDO_API bool pdo_pool_thread_end_wait(long thread)
{
	return false;
}

PDO_API long pdo_pool_thread_id(void)
{
	return 0;
}
#endif
/* }}} */

struct _pdo_pool_worker {
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	/* To be made. */
	pdo_pool_thread_call *call;
	/* gettid(2), set before it takes a call. */
	atomic_long thread;
	bool is_ending;
	void (*at_end)(void *arg);
	void *arg;
};

/* {{{ A call, on whatever thread */
static void init_sync(pdo_pool_thread_call *call)
{
	watch_forks();
	pthread_mutex_init(&call->mutex, NULL);
	pthread_cond_init(&call->changed, NULL);
}

static void destroy_sync(pdo_pool_thread_call *call)
{
	pthread_cond_destroy(&call->changed);
	pthread_mutex_destroy(&call->mutex);
}

/* The interruption may reach the server by a connection of its own, which can fall silent, too. */
static void wait_for_interruption(pdo_pool_thread_call *call)
{
	struct timespec until = in_milliseconds(INTERRUPTION_MS);

	if (pthread_cond_timedwait(&call->changed, &call->mutex, &until) == ETIMEDOUT
			&& call->is_interrupting && call->ends_socket) {
		pdo_pool_thread_end_wait(call->interrupter);
	}
}

static void make(pdo_pool_thread_call *call)
{
	bool is_given_up;

	call_library(call);
	pthread_mutex_lock(&call->mutex);
	call->has_returned = true;
	pthread_cond_broadcast(&call->changed);
	/* Until then the interruption uses the call and the library's handle. */
	while (call->is_interrupting) {
		wait_for_interruption(call);
	}
	call->is_over = true;
	pthread_cond_broadcast(&call->changed);
	is_given_up = call->is_given_up;
	pthread_mutex_unlock(&call->mutex);
	if (is_given_up) {
		destroy_sync(call);
		pdo_pool_thread_call_free(call);
	}
}

static void set_deadline(pdo_pool_thread_call *call, zend_ulong spent_ms)
{
	if (call->is_owned && call->worker) {
		call->deadline = in_milliseconds(
			spent_ms < call->patience_ms ? (long) (call->patience_ms - spent_ms) : 0);
		call->has_deadline = true;
		pthread_cond_broadcast(&call->changed);
	}
}

/* Its thread cannot end before this is over: it needs the mutex. */
static void give_up(pdo_pool_thread_call *call)
{
	call->is_given_up = true;
	keep_loaded((void (*)(void)) call->function);
	if (call->ends_socket && !call->has_returned) {
		pdo_pool_thread_end_wait(call->worker->thread);
	}
}

static void wait_a_while(pdo_pool_thread_call *call)
{
	if (!call->has_deadline) {
		pthread_cond_wait(&call->changed, &call->mutex);
	} else if (pthread_cond_timedwait(&call->changed, &call->mutex, &call->deadline) == ETIMEDOUT
			&& !call->is_over) {
		give_up(call);
	}
}

/* false: it was given up, and is not ours any more. */
static bool wait_until_over(pdo_pool_thread_call *call)
{
	bool is_over;

	pthread_mutex_lock(&call->mutex);
	while (!call->is_over && !call->is_given_up) {
		wait_a_while(call);
	}
	is_over = call->is_over;
	pthread_mutex_unlock(&call->mutex);
	return is_over;
}
/* }}} */

/* {{{ Workers */
static pdo_pool_thread_call *next_call(pdo_pool_worker *worker)
{
	pdo_pool_thread_call *call;

	pthread_mutex_lock(&worker->mutex);
	while (!worker->call && !worker->is_ending) {
		pthread_cond_wait(&worker->changed, &worker->mutex);
	}
	call = worker->call;
	worker->call = NULL;
	pthread_mutex_unlock(&worker->mutex);
	return call;
}

static void *run_worker(void *arg)
{
	pdo_pool_worker *worker = arg;
	pdo_pool_thread_call *call;

	worker->thread = pdo_pool_thread_id();
	while ((call = next_call(worker))) {
		make(call);
	}
	if (worker->at_end) {
		worker->at_end(worker->arg);
	}
	pthread_cond_destroy(&worker->changed);
	pthread_mutex_destroy(&worker->mutex);
	pefree(worker, true);
	return NULL;
}

PDO_API pdo_pool_worker *pdo_pool_worker_start(void)
{
	pdo_pool_worker *worker = pecalloc(1, sizeof(*worker), true);

	pthread_mutex_init(&worker->mutex, NULL);
	pthread_cond_init(&worker->changed, NULL);
	if (!start_thread(run_worker, worker)) {
		pdo_pool_worker_forget(worker);
		return NULL;
	}
	return worker;
}

PDO_API void pdo_pool_worker_end(pdo_pool_worker *worker, void (*at_end)(void *arg), void *arg)
{
	ending++;
	pthread_mutex_lock(&worker->mutex);
	worker->is_ending = true;
	worker->at_end = at_end;
	worker->arg = arg;
	pthread_cond_signal(&worker->changed);
	pthread_mutex_unlock(&worker->mutex);
}

PDO_API void pdo_pool_worker_forget(pdo_pool_worker *worker)
{
	pefree(worker, true);
}

static bool make_by_worker(pdo_pool_thread_call *call)
{
	pdo_pool_worker *worker = call->worker;

	pthread_mutex_lock(&worker->mutex);
	worker->call = call;
	pthread_cond_signal(&worker->changed);
	pthread_mutex_unlock(&worker->mutex);
	return wait_until_over(call);
}
/* }}} */

/* {{{ Interrupting */

/* A library may ignore an interruption that comes too early. */
static void *keep_interrupting(void *arg)
{
	pdo_pool_thread_call *call = arg;
	long pause = 20;

	pthread_mutex_lock(&call->mutex);
	call->interrupter = pdo_pool_thread_id();
	while (!call->has_returned) {
		struct timespec until;

		pthread_mutex_unlock(&call->mutex);
		call->interrupt(call);
		pthread_mutex_lock(&call->mutex);
		until = in_milliseconds(pause);
		if (!call->has_returned) {
			pthread_cond_timedwait(&call->changed, &call->mutex, &until);
		}
		pause = MIN(pause * 2, 900);
	}
	call->is_interrupting = false;
	pthread_cond_broadcast(&call->changed);
	pthread_mutex_unlock(&call->mutex);
	return NULL;
}

static void interrupt(pdo_pool_thread_call *call)
{
	pthread_mutex_lock(&call->mutex);
	if (!call->has_returned) {
		set_deadline(call, overdue_ms(call));
		if (call->interrupt && call->interrupt_blocks) {
			call->is_interrupting = start_thread(keep_interrupting, call);
			ending += call->is_interrupting;
		} else if (call->interrupt) {
			call->interrupt(call);
		}
	}
	pthread_mutex_unlock(&call->mutex);
}
/* }}} */

#else /* PHP_WIN32: the threads of the reactor alone. */

static void init_sync(pdo_pool_thread_call *call)
{
}

static void destroy_sync(pdo_pool_thread_call *call)
{
}

static void set_deadline(pdo_pool_thread_call *call, zend_ulong spent_ms)
{
}

static void make(pdo_pool_thread_call *call)
{
	call->function(call);
}

static bool make_by_worker(pdo_pool_thread_call *call)
{
	return false;
}

static void interrupt(pdo_pool_thread_call *call)
{
	if (call->interrupt) {
		call->interrupt(call);
	}
}

PDO_API pdo_pool_worker *pdo_pool_worker_start(void)
{
	return NULL;
}

PDO_API void pdo_pool_worker_end(pdo_pool_worker *worker, void (*at_end)(void *arg), void *arg)
{
}

PDO_API void pdo_pool_worker_forget(pdo_pool_worker *worker)
{
}

PDO_API bool pdo_pool_thread_end_wait(long thread)
{
	return false;
}

PDO_API long pdo_pool_thread_id(void)
{
	return 0;
}

void pdo_pool_threads_end(void)
{
}
#endif

/* {{{ Running a call */
PDO_API void *pdo_pool_thread_call_new(size_t size)
{
	pdo_pool_thread_call *call = pecalloc(1, size, true);

	call->is_owned = true;
	return call;
}

PDO_API void pdo_pool_thread_call_free(pdo_pool_thread_call *call)
{
	pefree(call, true);
}

PDO_API bool pdo_pool_thread_suspends(void)
{
	return ZEND_ASYNC_CAN_SUSPEND() && !EG(exception)
		&& ZEND_ASYNC_CURRENT_COROUTINE->state == ZEND_COROUTINE_RUNNING;
}

/* On the stack of the coroutine: the call itself may be gone when the reactor's thread is back. */
typedef struct _run_state {
	pdo_pool_thread_call *call;
	bool is_given_up;
} run_state;

static void work(void *arg)
{
	run_state *state = arg;

	if (state->call->worker) {
		state->is_given_up = !make_by_worker(state->call);
	} else {
		make(state->call);
	}
}

static void interrupt_run(void *arg)
{
	interrupt(((run_state *) arg)->call);
}

static void run_here(run_state *state)
{
	if (state->call->worker) {
		work(state);
	} else {
		state->call->function(state->call);
	}
}

PDO_API zend_result pdo_pool_thread_run(pdo_pool_thread_call *call,
	pdo_pool_thread_outcome *outcome)
{
	run_state state = {.call = call};
	zend_result result = SUCCESS;
	bool ran = true;

	init_sync(call);
	if (call->is_tidying_up) {
		set_deadline(call, overdue_ms(call));
	}
	if (pdo_pool_thread_suspends()) {
		result = ZEND_ASYNC_RUN_IN_THREAD(work, interrupt_run, &state, &ran);
	} else {
		run_here(&state);
	}
	if (state.is_given_up) {
		*outcome = PDO_POOL_THREAD_GIVEN_UP;
		return result;
	}
	destroy_sync(call);
	*outcome = ran ? PDO_POOL_THREAD_RETURNED : PDO_POOL_THREAD_NOT_MADE;
	return result;
}

PDO_API pdo_pool_thread_outcome pdo_pool_thread_run_surely(pdo_pool_thread_call *call)
{
	pdo_pool_thread_outcome outcome;

	pdo_pool_thread_run(call, &outcome);
	if (outcome == PDO_POOL_THREAD_NOT_MADE) {
		pdo_pool_thread_run(call, &outcome);
	}
	return outcome;
}
/* }}} */
