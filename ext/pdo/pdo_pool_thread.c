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
 * What the calls are, and how one is interrupted, is the driver's business. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "pdo_pool_thread.h"
#include "pdo_pool_thread_life.h"
#ifndef PHP_WIN32
# include <errno.h>
# include <stdatomic.h>
# include <time.h>
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
	pdo_pool_thread_watch_forks();
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

	pdo_pool_thread_enter_library();
	call->function(call);
	pdo_pool_thread_leave_library();
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
	pdo_pool_thread_keep_loaded((void (*)(void)) call->function);
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

static void run_worker(void *arg)
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
}

PDO_API pdo_pool_worker *pdo_pool_worker_start(void)
{
	pdo_pool_worker *worker = pecalloc(1, sizeof(*worker), true);

	pthread_mutex_init(&worker->mutex, NULL);
	pthread_cond_init(&worker->changed, NULL);
	if (!pdo_pool_thread_start(run_worker, worker)) {
		pdo_pool_worker_forget(worker);
		return NULL;
	}
	return worker;
}

PDO_API void pdo_pool_worker_end(pdo_pool_worker *worker, void (*at_end)(void *arg), void *arg)
{
	pdo_pool_thread_is_ending();
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
static void keep_interrupting(void *arg)
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
}

static void interrupt(pdo_pool_thread_call *call)
{
	pthread_mutex_lock(&call->mutex);
	if (!call->has_returned) {
		set_deadline(call, overdue_ms(call));
		if (call->interrupt && call->interrupt_blocks) {
			call->is_interrupting = pdo_pool_thread_start(keep_interrupting, call);
			if (call->is_interrupting) {
				pdo_pool_thread_is_ending();
			}
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
	return ZEND_ASYNC_CAN_SUSPEND() && !zend_async_is_cancelling()
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
