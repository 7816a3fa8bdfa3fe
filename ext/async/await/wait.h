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

#ifndef ASYNC_WAIT_H
#define ASYNC_WAIT_H

#include "php.h"
#include "zend_async_API.h"

typedef struct _async_wait_t async_wait_t;

/* One of the objects that a coroutine waits for. */
typedef struct _async_waiter_t {
	zend_async_callback_t callback;
	async_wait_t *wait;

	/* Owned; NULL for a token that was not given. */
	zend_object *object;
	zend_async_event_t *event;

	/* Its place in the array of the user; name is NULL for a number. Borrowed. */
	zend_string *name;
	zend_ulong index;

	bool is_done;
	/* The waiter that completed after this one. */
	struct _async_waiter_t *next_done;
} async_waiter_t;

/* A wait for some of several objects. Lives on the C stack of the waiting coroutine. */
struct _async_wait_t {
	/* What the coroutine is said to wait for when there are several objects. */
	zend_async_event_t event;
	zend_coroutine_t *coroutine;

	/* The wait ends when so many have succeeded, or all have completed; with fail_fast
	 * also when the first one has failed. */
	uint32_t wanted;
	bool fail_fast;

	async_waiter_t *waiters;
	uint32_t count;

	/* A token that completes ends the wait, too. */
	async_waiter_t token;

	/* Those that completed before the wait was over, in that order. */
	async_waiter_t *first_done;
	async_waiter_t *last_done;
	uint32_t done;
	uint32_t failed;
};

/* Takes references to waiters[].object over, which the caller has set together with their keys, and
 * makes one of its own to token, which may be NULL. wanted and fail_fast are set afterwards. */
void async_wait_init(
		async_wait_t *wait, async_waiter_t *waiters, uint32_t count, zend_object *token);

/* SUCCESS: the wait is over, and done, failed and first_done say how. FAILURE: exception thrown
 * (the token, a cancellation of the coroutine, a deadlock, no way to suspend here). No listener is
 * left behind in either case. may suspend */
zend_result async_wait_run(async_wait_t *wait);

/* Drops the references. Not the array of waiters. */
void async_wait_release(async_wait_t *wait);

/* Throws the OperationCanceledException of a wait that its token, which has completed, ended.
 * FAILURE, always. */
zend_result async_throw_canceled_by(zend_object *token);

/* Makes the main script a coroutine if it is none, and throws an AsyncException when what ("await")
 * cannot suspend here. */
zend_result async_require_suspend(const char *what);

#endif /* ASYNC_WAIT_H */
