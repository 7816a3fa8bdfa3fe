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

/* The coroutine: its life from first to last step, as an object that the scheduler moves.
 * The PHP class is in coroutine_class.c; when it runs is decided in scheduler.c. */

#include "coroutine.h"
#include "engine_state.h"
#include "error_handlers.h"
#include "exceptions.h"
#include "scheduler/ends.h"
#include "scheduler/scheduler.h"
#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_observer.h"

static zend_object_handlers coroutine_handlers;

/* {{{ As an event */
static zend_result coroutine_event_start(zend_async_event_t *event)
{
	return SUCCESS;
}

static void coroutine_event_stop(zend_async_event_t *event)
{
}

static zend_string *coroutine_event_info(zend_async_event_t *event)
{
	async_coroutine_t *coroutine = (async_coroutine_t *) event;

	if (coroutine == ASYNC_G(main)) {
		return zend_strpprintf(0, "coroutine #" ZEND_ULONG_FMT " (the main script)",
			(zend_ulong) coroutine->id);
	}
	return zend_strpprintf(0, "coroutine #" ZEND_ULONG_FMT " (spawned at %s:%u)",
		(zend_ulong) coroutine->id,
		coroutine->spawn_file ? ZSTR_VAL(coroutine->spawn_file) : "[internal]",
		coroutine->spawn_line);
}

static const zend_async_event_handlers_t coroutine_event_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.start = coroutine_event_start,
	.stop = coroutine_event_stop,
	.dispose = zend_async_event_drop_callbacks,
	.info = coroutine_event_info,
};
/* }}} */

/* {{{ Failures that have not been seen */
static void failed_append(async_coroutine_t *coroutine)
{
	zend_async_list_add_last(&ASYNC_G(failed), &coroutine->list_node);
	coroutine->is_failed_listed = true;
}

static void failed_remove(async_coroutine_t *coroutine)
{
	if (coroutine->is_failed_listed) {
		zend_async_list_remove(&coroutine->list_node);
		coroutine->is_failed_listed = false;
	}
}
/* }}} */

/* {{{ Exceptions that were not awaited */

/* As zend_user_exception_handler(), which relies on being called outside of all code: what the
 * handler throws, exit() included, stays in EG(exception) here instead of being dropped. */
static void call_user_exception_handler(void)
{
	zend_object *exception = EG(exception);
	zval handler, argument, ignored;

	EG(exception) = NULL;
	ZVAL_OBJ(&argument, exception);
	ZVAL_COPY_VALUE(&handler, &EG(user_exception_handler));
	zend_stack_push(&EG(user_exception_handlers), &handler);
	ZVAL_UNDEF(&EG(user_exception_handler));

	call_user_function(NULL, NULL, &handler, &ignored, 1, &argument);
	zval_ptr_dtor(&ignored);
	OBJ_RELEASE(exception);

	if (Z_ISUNDEF(EG(user_exception_handler))
			&& !zend_stack_is_empty(&EG(user_exception_handlers))) {
		ZVAL_COPY_VALUE(&EG(user_exception_handler),
			(zval *) zend_stack_top(&EG(user_exception_handlers)));
		zend_stack_del_top(&EG(user_exception_handlers));
	}
}

/* The handler called exit(): unwinds the code that runs, if any does, or else the main script. */
static void exit_after_report(void)
{
	async_coroutine_t *current = ASYNC_CURRENT();

	if (EG(exception)) {
		zend_clear_exception();
	}
	if (EG(current_execute_data) && current && current->base.state == ZEND_COROUTINE_RUNNING) {
		zend_throw_unwind_exit();
	} else if (current && current != ASYNC_G(main)) {
		async_exit();
	}
}

void async_report_exception(zend_object *exception)
{
	zend_object *in_flight = EG(exception);
	bool exits = false;

	/* The user's handler runs wherever the exception was found unseen: it may not suspend. */
	ZEND_ASYNC_NO_SWITCH_BEGIN();
	EG(exception) = exception;
	EG(exit_status) = 255;
	if (Z_TYPE(EG(user_exception_handler)) != IS_UNDEF) {
		call_user_exception_handler();
	}
	if (EG(exception) && zend_is_unwind_exit(EG(exception))) {
		exits = true;
		zend_clear_exception();
	} else if (EG(exception)) {
		zend_exception_error(EG(exception), E_ERROR);
	}
	ZEND_ASSERT(!EG(exception) && "Reporting consumes the exception");
	EG(exception) = in_flight;
	ZEND_ASYNC_NO_SWITCH_END();
	if (exits) {
		exit_after_report();
	}
}

/* Reports the exception, unless it has been seen. */
static void report_if_unseen(async_coroutine_t *coroutine)
{
	async_error_handlers_t *in_use;

	failed_remove(coroutine);
	if (coroutine->base.flags & ZEND_COROUTINE_F_EXCEPTION_SEEN) {
		return;
	}
	coroutine->base.flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
	GC_ADDREF(coroutine->base.exception);
	/* To the handler of the coroutine that has failed. */
	in_use = async_error_handlers_addref(ASYNC_G(error_handlers));
	async_error_handlers_use(coroutine->error_handlers);
	async_report_exception(coroutine->base.exception);
	async_error_handlers_use(in_use);
	async_error_handlers_release(in_use);
}

void async_coroutine_report_failed(void)
{
	zend_async_list_node_t *node;

	while ((node = zend_async_list_first(&ASYNC_G(failed)))) {
		report_if_unseen(ZEND_CONTAINER_OF(node, async_coroutine_t, list_node));
	}
}

void async_coroutine_forget_failed(void)
{
	zend_async_list_node_t *node;

	while ((node = zend_async_list_first(&ASYNC_G(failed)))) {
		failed_remove(ZEND_CONTAINER_OF(node, async_coroutine_t, list_node));
	}
}
/* }}} */

/* {{{ The body */

static void call_body(async_coroutine_t *coroutine)
{
	zend_fcall_t *fcall = coroutine->base.fcall;

	if (!fcall) {
		coroutine->base.internal_entry(&coroutine->base, coroutine->base.internal_data);
		return;
	}
	fcall->fci.retval = &coroutine->base.result;
	zend_call_function(&fcall->fci, &fcall->fci_cache);
	if (Z_ISREF(coroutine->base.result)) {
		zend_unwrap_reference(&coroutine->base.result);
	}
	coroutine->base.fcall = NULL;
	zend_fcall_release(fcall);
}

/* May run a PHP destructor, which may suspend. */
static void drop_fcall(async_coroutine_t *coroutine)
{
	if (coroutine->base.fcall) {
		zend_fcall_release(coroutine->base.fcall);
		coroutine->base.fcall = NULL;
	}
}

/* Puts the exception that was set aside back under what was thrown meanwhile; exit() prevails. */
static void restore_exception(zend_object *in_flight)
{
	if (!EG(exception)) {
		EG(exception) = in_flight;
	} else if (in_flight && async_is_exit(in_flight)) {
		zend_clear_exception();
		EG(exception) = in_flight;
	} else {
		zend_exception_set_previous(EG(exception), in_flight);
	}
}

/* What the closure throws hides what the body threw, as in a finally block. */
static void call_finally_closure(zval *closure, async_coroutine_t *coroutine)
{
	zend_object *in_flight = EG(exception);
	zval argument, ignored;

	EG(exception) = NULL;
	ZVAL_OBJ(&argument, &coroutine->std);
	call_user_function(NULL, NULL, closure, &ignored, 1, &argument);
	zval_ptr_dtor(&ignored);
	restore_exception(in_flight);
}

/* Closures of finally() run on the coroutine's own stack, before its listeners are called. They may
 * add others. After exit() none runs any more, as with finally blocks. */
static void call_finally(async_coroutine_t *coroutine)
{
	while (coroutine->finally_callbacks) {
		HashTable *closures = coroutine->finally_callbacks;
		zval *closure;

		coroutine->finally_callbacks = NULL;
		ZEND_HASH_FOREACH_VAL(closures, closure) {
			if (!EG(exception) || !zend_is_unwind_exit(EG(exception))) {
				call_finally_closure(closure, coroutine);
			}
		} ZEND_HASH_FOREACH_END();
		zend_array_release(closures);
	}
}

static void exit_unless_unwinding(void)
{
	if (!ASYNC_G(destroyer) && ASYNC_G(phase) != ASYNC_PHASE_OVER) {
		async_exit();
	}
}

static zend_object *take_exception(void)
{
	zend_object *exception = EG(exception);

	GC_ADDREF(exception);
	zend_clear_exception();
	return exception;
}

/* Takes the exception that ended the body out of the executor. */
static void keep_exception(async_coroutine_t *coroutine)
{
	zend_object *exception = take_exception();

	if (async_is_exit(exception)) {
		exit_unless_unwinding();
		OBJ_RELEASE(exception);
		return;
	}
	if (coroutine->base.exception) {
		zend_exception_set_previous(exception, coroutine->base.exception);
	}
	coroutine->base.exception = exception;
	if (instanceof_function(exception->ce, async_ce_cancellation)) {
		coroutine->base.flags |= ZEND_COROUTINE_F_CANCELLED | ZEND_COROUTINE_F_EXCEPTION_SEEN;
	}
}

/* What the callback of a buffer throws is the coroutine's exception. */
static void end_output(void)
{
	zend_object *in_flight = EG(exception);

	EG(exception) = NULL;
	async_engine_end_output();
	restore_exception(in_flight);
}

void async_coroutine_run(async_coroutine_t *coroutine)
{
	async_coroutine_set_state(coroutine, ZEND_COROUTINE_RUNNING);
	async_error_handlers_use(coroutine->error_handlers);
	EG(error_reporting) = coroutine->error_handlers->error_reporting;
	if (UNEXPECTED(coroutine->wake_exception)) {
		/* Cancelled before its start: the body never runs. */
		zend_object *cancellation = coroutine->wake_exception;
		coroutine->wake_exception = NULL;
		drop_fcall(coroutine);
		zend_exception_set_previous(cancellation, EG(exception));
		EG(exception) = cancellation;
	} else {
		coroutine->has_started = true;
		call_body(coroutine);
	}
	if (UNEXPECTED(coroutine->finally_callbacks)) {
		call_finally(coroutine);
	}
	if (UNEXPECTED(async_engine_has_output())) {
		end_output();
	}
	if (UNEXPECTED(EG(exception))) {
		keep_exception(coroutine);
	}
	async_coroutine_complete(coroutine);
}
/* }}} */

/* {{{ The end */

/* What waits for the end of all others is the main script, or the process. */
static void one_less_pending(async_coroutine_t *coroutine)
{
	if (coroutine->base.flags & (ZEND_COROUTINE_F_BACKGROUND | ZEND_COROUTINE_F_MAIN)) {
		return;
	}
	if (--ASYNC_G(pending_count)) {
		return;
	}
	if (ASYNC_G(main_waits_for_all)) {
		ZEND_ASYNC_RESUME(&ASYNC_G(main)->base);
	} else if (ASYNC_G(main_is_lost)) {
		async_exit();
	}
}

/* The destructor of the result has thrown, and the coroutine is gone: nothing can await it. */
static void report_late_exception(void)
{
	zend_object *exception = take_exception();

	if (async_is_exit(exception)) {
		OBJ_RELEASE(exception);
		exit_unless_unwinding();
	} else {
		async_report_exception(exception);
	}
}

void async_coroutine_complete(async_coroutine_t *coroutine)
{
	zend_coroutine_t *base = &coroutine->base;

	/* No coroutine is left to suspend: a destructor that waits, of the result say, blocks. */
	ZEND_ASYNC_NO_SWITCH_BEGIN();
	async_coroutine_set_state(coroutine, ZEND_COROUTINE_FINISHED);
	coroutine->resume_context = NULL;
	zend_async_list_remove(&coroutine->list_node);
	drop_fcall(coroutine);
	if (UNEXPECTED(EG(exception))) {
		keep_exception(coroutine);
	}
	if (Z_ISUNDEF(base->result)) {
		ZVAL_NULL(&base->result);
	}
	base->event.flags |= ZEND_ASYNC_EVENT_CLOSED;
	zend_async_event_notify(&base->event, &base->result, base->exception);
	if (base->exception && !(base->flags & ZEND_COROUTINE_F_EXCEPTION_SEEN)) {
		failed_append(coroutine);
	}
	one_less_pending(coroutine);
	/* The last reference: its destructor reports an exception that was never seen. */
	OBJ_RELEASE(&coroutine->std);
	if (UNEXPECTED(EG(exception))) {
		report_late_exception();
	}
	ZEND_ASYNC_NO_SWITCH_END();
}

void async_coroutine_set_cancellation(async_coroutine_t *coroutine, zend_object *exception)
{
	zend_object *old = coroutine->cancellation;

	GC_ADDREF(exception);
	coroutine->cancellation = exception;
	if (old) {
		OBJ_RELEASE(old);
	}
}

void async_coroutine_abandon(async_coroutine_t *coroutine)
{
	async_coroutine_set_state(coroutine, ZEND_COROUTINE_FINISHED);
	zend_async_list_remove(&coroutine->list_node);
	zend_async_event_drop_callbacks(&coroutine->base.event);
}
/* }}} */

/* {{{ The object */

async_coroutine_t *async_coroutine_new(void)
{
	async_coroutine_t *coroutine = zend_object_alloc(sizeof(async_coroutine_t), async_ce_coroutine);

	zend_object_std_init(&coroutine->std, async_ce_coroutine);
	object_properties_init(&coroutine->std, async_ce_coroutine);
	zend_async_event_init(&coroutine->base.event, &coroutine_event_handlers);
	coroutine->base.state = ZEND_COROUTINE_SUSPENDED;
	ZVAL_UNDEF(&coroutine->base.result);
	coroutine->id = ++ASYNC_G(last_id);
	return coroutine;
}

static zend_object *coroutine_create_object(zend_class_entry *ce)
{
	return &async_coroutine_new()->std;
}

/* Unfinished coroutines are unwound or abandoned before objects are destroyed. */
static void coroutine_dtor_obj(zend_object *object)
{
	async_coroutine_t *coroutine = async_coroutine_from_obj(object);

	if (coroutine->is_failed_listed) {
		report_if_unseen(coroutine);
	}
}

static void coroutine_free_obj(zend_object *object)
{
	async_coroutine_t *coroutine = async_coroutine_from_obj(object);

	/* Weak references go first: no destructor may get hold of the object any more. */
	zend_object_std_dtor(object);
	failed_remove(coroutine);
	drop_fcall(coroutine);
	zval_ptr_dtor(&coroutine->base.result);
	if (coroutine->base.exception) {
		OBJ_RELEASE(coroutine->base.exception);
	}
	if (coroutine->wake_exception) {
		OBJ_RELEASE(coroutine->wake_exception);
	}
	if (coroutine->deferred_cancellation) {
		OBJ_RELEASE(coroutine->deferred_cancellation);
	}
	if (coroutine->cancellation) {
		OBJ_RELEASE(coroutine->cancellation);
	}
	if (coroutine->finally_callbacks) {
		zend_array_release(coroutine->finally_callbacks);
	}
	if (coroutine->spawn_file) {
		zend_string_release(coroutine->spawn_file);
	}
	if (coroutine->error_handlers) {
		async_error_handlers_release(coroutine->error_handlers);
	}
}

static void gc_add_object(zend_get_gc_buffer *buffer, zend_object *object)
{
	if (object) {
		zend_get_gc_buffer_add_obj(buffer, object);
	}
}

/* The stack of a suspended coroutine is not looked into: the scheduler holds the coroutine, so
 * that nothing it refers to can be garbage. */
static HashTable *coroutine_get_gc(zend_object *object, zval **table, int *count)
{
	async_coroutine_t *coroutine = async_coroutine_from_obj(object);
	zend_get_gc_buffer *buffer = zend_get_gc_buffer_create();
	zend_fcall_t *fcall = coroutine->base.fcall;

	zend_get_gc_buffer_add_zval(buffer, &coroutine->base.result);
	gc_add_object(buffer, coroutine->base.exception);
	gc_add_object(buffer, coroutine->wake_exception);
	gc_add_object(buffer, coroutine->deferred_cancellation);
	gc_add_object(buffer, coroutine->cancellation);
	if (coroutine->finally_callbacks) {
		zval *callback;
		ZEND_HASH_FOREACH_VAL(coroutine->finally_callbacks, callback) {
			zend_get_gc_buffer_add_zval(buffer, callback);
		} ZEND_HASH_FOREACH_END();
	}
	if (fcall) {
		zend_get_gc_buffer_add_zval(buffer, &fcall->fci.function_name);
		for (uint32_t i = 0; i < fcall->fci.param_count; i++) {
			zend_get_gc_buffer_add_zval(buffer, &fcall->fci.params[i]);
		}
	}
	zend_get_gc_buffer_use(buffer, table, count);
	return NULL;
}

zend_string *async_frame_location(zend_execute_data *ex)
{
	while (ex && (!ex->func || !ZEND_USER_CODE(ex->func->type))) {
		ex = ex->prev_execute_data;
	}
	if (!ex) {
		return NULL;
	}
	return zend_strpprintf(0, "%s:%u", ZSTR_VAL(ex->func->op_array.filename), ex->opline->lineno);
}

void async_coroutine_startup(void)
{
	async_ce_coroutine->create_object = coroutine_create_object;
	async_ce_coroutine->default_object_handlers = &coroutine_handlers;

	coroutine_handlers = std_object_handlers;
	coroutine_handlers.offset = XtOffsetOf(async_coroutine_t, std);
	coroutine_handlers.dtor_obj = coroutine_dtor_obj;
	coroutine_handlers.free_obj = coroutine_free_obj;
	coroutine_handlers.get_gc = coroutine_get_gc;
	coroutine_handlers.clone_obj = NULL;
}
/* }}} */
