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

/* Calls of a blocking client library on a worker thread, for the drivers of pooled connections: see
 * pdo_pool_thread.c. */

#ifndef PDO_POOL_THREAD_H
#define PDO_POOL_THREAD_H

#include "pdo_pool.h"
#ifndef PHP_WIN32
# include <pthread.h>
#endif

BEGIN_EXTERN_C()

/* {{{ Handles of a library that belong to pooled connections */

/* A table of them, one per thread of PHP (ZEND_TLS) and kind of handle. All zero at first. Its
 * memory is not the request's: it is empty when the last pool has gone, whenever that is. */
typedef struct _pdo_pool_handles {
	HashTable table;
	uint32_t count;
} pdo_pool_handles;

/* The owner is what pdo_pool_handles_find() returns. A handle must be removed before the library
 * frees it: its address may come back at once as another handle's. */
PDO_API void pdo_pool_handles_add(pdo_pool_handles *handles, const void *handle, void *owner);
PDO_API void pdo_pool_handles_remove(pdo_pool_handles *handles, const void *handle);

/* NULL: the handle belongs to an ordinary connection. */
static zend_always_inline void *pdo_pool_handles_find(const pdo_pool_handles *handles,
	const void *handle)
{
	if (EXPECTED(handles->count == 0) || !handle) {
		return NULL;
	}
	return zend_hash_index_find_ptr(&handles->table, (zend_ulong) (uintptr_t) handle);
}
/* }}} */

/* {{{ A thread of a connection's own */

/* Makes the calls of one connection, one after the other, for libraries that want all calls on
 * one thread, and for calls that may never return: the connection is given up then, and the
 * thread stays behind. Nothing ever joins it. */
typedef struct _pdo_pool_worker pdo_pool_worker;

/* NULL: there is none; calls are made on any thread. */
PDO_API pdo_pool_worker *pdo_pool_worker_start(void);
/* After the last call, even one that was given up. The thread ends when it has returned from
 * that one and has called at_end(arg), if given, which frees what the library still holds. Does
 * not wait. */
PDO_API void pdo_pool_worker_end(pdo_pool_worker *worker, void (*at_end)(void *arg), void *arg);
/* In a forked child, where the thread does not exist. */
PDO_API void pdo_pool_worker_forget(pdo_pool_worker *worker);
/* Shuts down the socket that the thread (gettid(2)) waits for, whatever library has opened it. The
 * caller keeps the thread from ending. false: it waits for none, or the system does not tell. */
PDO_API bool pdo_pool_thread_end_wait(long thread);
/* gettid(2), or 0. */
PDO_API long pdo_pool_thread_id(void);
/* At the end of the module: waits for the threads that were asked to end, but not for ever. */
void pdo_pool_threads_end(void);
/* }}} */

/* {{{ Calls */
typedef struct _pdo_pool_thread_call pdo_pool_thread_call;

/* A call with its arguments and its answer: a driver embeds this, as the first member, in a
 * struct of its own. On the stack of the caller, or made by pdo_pool_thread_call_new(). */
struct _pdo_pool_thread_call {
	/* Runs on a worker thread: uses the library, malloc(), and memory that stays where it is
	 * until it has returned. In a call made by pdo_pool_thread_call_new() that is the call's own
	 * memory and nothing else, for the caller may have gone. */
	void (*function)(pdo_pool_thread_call *call);
	/* Makes function return early. Called in the thread of PHP, once; with interrupt_blocks on a
	 * thread of its own, again and again until function has returned. NULL: there is no way. */
	void (*interrupt)(pdo_pool_thread_call *call);
	bool interrupt_blocks;
	/* The connection is lost already, and this only tidies up: not waited for longer than
	 * patience_ms even when nothing is cancelled. */
	bool is_tidying_up;
	/* Made by pdo_pool_thread_call_new(). With a worker, it is given up when it has not returned so
	 * long after it was interrupted. */
	bool is_owned;
	uint32_t patience_ms;
	/* Whose time limit may interrupt it: patience counts from when that was due, however late the
	 * event loop was. NULL: from the interruption on. For the thread of PHP alone. */
	pdo_dbh_t *dbh;
	/* The library bears that its socket ends at any moment: that of a call that is given up is shut
	 * down, where the system tells which it is, so that the thread comes back. */
	bool ends_socket;
	/* NULL: any thread. */
	pdo_pool_worker *worker;

#ifndef PHP_WIN32
	/* Private to pdo_pool_thread.c: what the threads that take part share. */
	pthread_mutex_t mutex;
	pthread_cond_t changed;
	struct timespec deadline;
	bool has_deadline;
	bool has_returned;
	bool is_interrupting;
	/* gettid(2) of the thread that does. */
	long interrupter;
	/* It has returned, and nothing interrupts it any more. */
	bool is_over;
	bool is_given_up;
#endif
};

typedef enum _pdo_pool_thread_outcome {
	PDO_POOL_THREAD_RETURNED,
	/* Cancelled before a thread had taken it. */
	PDO_POOL_THREAD_NOT_MADE,
	/* The thread has not come back. It owns the call from now on, and nothing of the library's that
	 * belongs to the connection may be touched again, but by the at_end of its worker. */
	PDO_POOL_THREAD_GIVEN_UP
} pdo_pool_thread_outcome;

/* All zero but is_owned. Outside of request memory. */
PDO_API void *pdo_pool_thread_call_new(size_t size);
/* Not after PDO_POOL_THREAD_GIVEN_UP. */
PDO_API void pdo_pool_thread_call_free(pdo_pool_thread_call *call);

/* Would a call be made on another thread, here and now? Otherwise the thread of PHP waits. Not
 * while the coroutine is being cancelled, when only tidying up is left to do and suspending would
 * end at once, nor in a coroutine that has ended. */
PDO_API bool pdo_pool_thread_suspends(void);

/* Makes the call. FAILURE: the coroutine was cancelled meanwhile, EG(exception) is set. may
 * suspend */
PDO_API zend_result pdo_pool_thread_run(pdo_pool_thread_call *call,
	pdo_pool_thread_outcome *outcome);
/* The same for what frees memory: a call that was cancelled before it began is made here. may
 * suspend */
PDO_API pdo_pool_thread_outcome pdo_pool_thread_run_surely(pdo_pool_thread_call *call);
/* }}} */

END_EXTERN_C()

#endif /* PDO_POOL_THREAD_H */
