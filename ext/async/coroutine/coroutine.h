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

#ifndef ASYNC_COROUTINE_H
#define ASYNC_COROUTINE_H

#include "php_async.h"

struct _async_coroutine_t {
	zend_coroutine_t base;

	uint64_t id;

	/* What every switch touches is together.
	 *
	 * In ASYNC_G(ready) while the state is QUEUED or READY. */
	zend_async_list_node_t queue_node;

	/* Where to go on: the context that was current when it suspended (a user Fiber's,
	 * perhaps). NULL: it has not started. */
	zend_fiber_context *resume_context;

	/* The frame that suspended, for traces; valid while suspended or ready. */
	zend_execute_data *suspended_at;

	async_error_handlers_t *error_handlers;

	/* Thrown when it goes on. Owned. */
	zend_object *wake_exception;

	/* A cancellation that arrived under protection. Owned. */
	zend_object *deferred_cancellation;
	/* While wake_exception is set: it came from cancel(). */
	bool wake_is_cancellation;
	/* wake_exception, deferred_cancellation or limits may be set. */
	bool has_news;
	/* Of its own context; see protect.c. */
	uint32_t protect_depth;

	/* The cancellation that was thrown last, to know it again. Owned. */
	zend_object *cancellation;

	/* Time limits that begin to count when it suspends, innermost first; the exception of one that
	 * was thrown last, to know it again: see limit.c. */
	zend_async_limit_t *limits;
	zend_object *limit_exception;

	bool has_started;
	bool is_failed_listed;

	/* In ASYNC_G(alive), after the end in ASYNC_G(failed) or in neither. */
	zend_async_list_node_t list_node;

	zend_string *spawn_file;
	uint32_t spawn_line;

	/* Closures of finally(), in order; NULL when there are none. */
	HashTable *finally_callbacks;

	zend_object std;
};

extern zend_class_entry *async_ce_coroutine;

static zend_always_inline async_coroutine_t *async_coroutine_from_obj(zend_object *object)
{
	return ZEND_CONTAINER_OF(object, async_coroutine_t, std);
}

static zend_always_inline async_coroutine_t *async_coroutine_from_base(zend_coroutine_t *base)
{
	return (async_coroutine_t *) base;
}

#define ASYNC_CURRENT() ((async_coroutine_t *) ZEND_ASYNC_CURRENT_COROUTINE)

/* Made in state QUEUED, in no list yet; the caller owns the only reference. */
async_coroutine_t *async_coroutine_new(void);

/* Runs the body, the finally() closures and the listeners on the current context.
 * may suspend */
void async_coroutine_run(async_coroutine_t *coroutine);

/* Ends a coroutine that has a result or an exception: listeners are told, lists
 * and counts updated, the scheduler's reference dropped. */
void async_coroutine_complete(async_coroutine_t *coroutine);

/* Notes which exception is the coroutine's cancellation. */
void async_coroutine_set_cancellation(async_coroutine_t *coroutine, zend_object *exception);

/* Forgets a coroutine without running anything: it exists in another process. */
void async_coroutine_abandon(async_coroutine_t *coroutine);

/* As an uncaught exception: to the user's handler or as a fatal error that ends nothing.
 * Takes over a reference. */
void async_report_exception(zend_object *exception);

/* Reports the exceptions that were not seen, as uncaught ones. */
void async_coroutine_report_failed(void);

/* In a forked child: it is for the parent to report what failed before. */
void async_coroutine_forget_failed(void);

/* "file:line" of the innermost user frame at or below ex, or NULL. Caller owns it. */
zend_string *async_frame_location(zend_execute_data *ex);

/* Object handlers; called by the registration of the class. */
void async_coroutine_startup(void);
void async_coroutine_class_startup(void);

#endif /* ASYNC_COROUTINE_H */
