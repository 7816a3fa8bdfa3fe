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

/* Waiting for Completable objects: for one, for all, for the first few, with a cancellation token.
 *
 * It does not know keys, results or what the user wants to see: that is await.c. A waiter is a
 * listener that notes the completion, and wakes the coroutine when that is enough. Outcomes are
 * read from the objects afterwards, so that nothing is allocated inside a notification. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_exceptions.h"
#include "completable.h"
#include "exceptions.h"
#include "wait.h"

static bool is_over(const async_wait_t *wait)
{
	return (wait->fail_fast && wait->failed > 0)
		|| wait->done - wait->failed >= wait->wanted
		|| wait->done == wait->count;
}

/* {{{ Listeners */
static void note_done(async_wait_t *wait, async_waiter_t *waiter)
{
	waiter->is_done = true;
	if (wait->last_done) {
		wait->last_done->next_done = waiter;
	} else {
		wait->first_done = waiter;
	}
	wait->last_done = waiter;
	wait->done++;
	if (async_completable_has_failed(waiter->object)) {
		wait->failed++;
	}
}

/* Those that complete between the end of the wait and the moment at which the coroutine runs again
 * came too late. */
static void on_completed(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	async_waiter_t *waiter = (async_waiter_t *) callback;
	async_wait_t *wait = waiter->wait;

	if (!is_over(wait) && !wait->token.is_done) {
		note_done(wait, waiter);
		if (is_over(wait)) {
			ZEND_ASYNC_RESUME(wait->coroutine);
		}
	}
}

static void on_token(zend_async_event_t *event, zend_async_callback_t *callback,
	zval *result, zend_object *exception)
{
	async_waiter_t *waiter = (async_waiter_t *) callback;

	waiter->is_done = true;
	ZEND_ASYNC_RESUME(waiter->wait->coroutine);
}

static zend_result start_listening(async_waiter_t *waiter)
{
	zend_async_event_t *event = async_completable_event(waiter->object);

	/* A time-out can become due at any moment, and then does not notify again. */
	if (event->flags & ZEND_ASYNC_EVENT_CLOSED) {
		waiter->callback.notify(event, &waiter->callback, NULL, NULL);
		return SUCCESS;
	}
	ZEND_ASYNC_EVENT_ADD_CALLBACK(event, &waiter->callback);
	return ZEND_ASYNC_EVENT_START(event);
}

static zend_result listen_to_all(async_wait_t *wait)
{
	for (uint32_t i = 0; i < wait->count; i++) {
		if (!wait->waiters[i].is_done && start_listening(&wait->waiters[i]) == FAILURE) {
			return FAILURE;
		}
	}
	return wait->token.object ? start_listening(&wait->token) : SUCCESS;
}

static void stop_listening(async_waiter_t *waiter)
{
	ZEND_ASYNC_EVENT_DEL_CALLBACK(waiter->event, &waiter->callback);
}

/* Also for those that were never added or are off already. */
static void stop_listening_to_all(async_wait_t *wait)
{
	for (uint32_t i = 0; i < wait->count; i++) {
		stop_listening(&wait->waiters[i]);
	}
	if (wait->token.object) {
		stop_listening(&wait->token);
	}
}
/* }}} */

/* {{{ What is said about the waiting coroutine */
static zend_string *wait_info(zend_async_event_t *event)
{
	async_wait_t *wait = (async_wait_t *) event;

	return zend_strpprintf(0, "%u of %u awaited objects to complete (%u have)",
		MIN(wait->wanted, wait->count), wait->count, wait->done);
}

static zend_result nothing_to_start(zend_async_event_t *event)
{
	return SUCCESS;
}

static void nothing_to_do(zend_async_event_t *event)
{
}

static const zend_async_event_handlers_t wait_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.start = nothing_to_start,
	.stop = nothing_to_do,
	.dispose = nothing_to_do,
	.info = wait_info,
};
/* }}} */

static void waiter_init(async_waiter_t *waiter, async_wait_t *wait,
	void (*notify)(zend_async_event_t *, zend_async_callback_t *, zval *, zend_object *))
{
	waiter->event = waiter->object ? async_completable_event(waiter->object) : NULL;
	waiter->callback = (zend_async_callback_t) {.notify = notify};
	waiter->wait = wait;
	waiter->is_done = false;
	waiter->next_done = NULL;
}

void async_wait_init(
		async_wait_t *wait, async_waiter_t *waiters, uint32_t count, zend_object *token)
{
	memset(wait, 0, sizeof(*wait));
	zend_async_event_init(&wait->event, &wait_handlers);
	wait->waiters = waiters;
	wait->count = count;
	for (uint32_t i = 0; i < count; i++) {
		waiter_init(&waiters[i], wait, on_completed);
	}
	if (token) {
		GC_ADDREF(token);
		wait->token.object = token;
	}
	waiter_init(&wait->token, wait, on_token);
}

void async_wait_release(async_wait_t *wait)
{
	for (uint32_t i = 0; i < wait->count; i++) {
		OBJ_RELEASE(wait->waiters[i].object);
	}
	if (wait->token.object) {
		OBJ_RELEASE(wait->token.object);
	}
}

static void note_those_completed_already(async_wait_t *wait)
{
	for (uint32_t i = 0; i < wait->count && !is_over(wait); i++) {
		async_waiter_t *waiter = &wait->waiters[i];
		if (async_completable_event(waiter->object)->flags & ZEND_ASYNC_EVENT_CLOSED) {
			note_done(wait, waiter);
		}
	}
}

zend_result async_throw_canceled_by(zend_object *token)
{
	zval ignored;
	zend_object *exception = async_new_exception(async_ce_operation_canceled,
		"The wait was cancelled by its cancellation token");
	ZVAL_UNDEF(&ignored);
	zend_object *cause = async_completable_take(token, &ignored);

	zval_ptr_dtor(&ignored);
	zend_exception_set_previous(exception, cause);
	zend_throw_exception_internal(exception);
	return FAILURE;
}

/* may suspend */
static zend_result park_until_over(async_wait_t *wait)
{
	zend_result woken = SUCCESS;

	while (woken == SUCCESS && !is_over(wait) && !wait->token.is_done) {
		wait->coroutine->awaiting = wait->count == 1 ? wait->waiters[0].event : &wait->event;
		woken = ZEND_ASYNC_SUSPEND();
	}
	return woken;
}

zend_result async_require_suspend(const char *what)
{
	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		return FAILURE;
	}
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		async_throw(async_ce_async_exception,
			"Cannot %s here: the running code cannot be suspended, as in "
			"an error or output handler, a destructor run by the garbage collector, "
			"a tick function or the end of the request", what);
		return FAILURE;
	}
	return SUCCESS;
}

zend_result async_wait_run(async_wait_t *wait)
{
	note_those_completed_already(wait);
	if (is_over(wait)) {
		return ZEND_ASYNC_SWITCH_POINT();
	}
	if (wait->token.object
			&& (async_completable_event(wait->token.object)->flags & ZEND_ASYNC_EVENT_CLOSED)) {
		return async_throw_canceled_by(wait->token.object);
	}
	if (async_require_suspend("await") == FAILURE) {
		return FAILURE;
	}

	wait->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	zend_result woken = listen_to_all(wait);
	if (woken == SUCCESS) {
		woken = park_until_over(wait);
	}
	stop_listening_to_all(wait);

	if (woken == SUCCESS && !is_over(wait)) {
		return async_throw_canceled_by(wait->token.object);
	}
	return woken;
}
