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

/* Async\Coroutine as PHP sees it. Every method only looks, except cancel() and finally(). */

#include "coroutine.h"
#include "exceptions.h"
#include "scheduler/scheduler.h"
#include "await/completable.h"
#include "coroutine_arginfo.h"
#include "zend_builtin_functions.h"
#include "zend_closures.h"
#include "zend_exceptions.h"

zend_class_entry *async_ce_coroutine;

#define THIS_COROUTINE() async_coroutine_from_obj(Z_OBJ_P(ZEND_THIS))

ZEND_METHOD(Async_Coroutine, __construct)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_throw_error(NULL, "Coroutines are made with Async\\spawn()");
}

ZEND_METHOD(Async_Coroutine, getId)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_LONG((zend_long) THIS_COROUTINE()->id);
}

ZEND_METHOD(Async_Coroutine, getResult)
{
	ZEND_PARSE_PARAMETERS_NONE();
	if (THIS_COROUTINE()->base.state == ZEND_COROUTINE_FINISHED) {
		RETURN_COPY(&THIS_COROUTINE()->base.result);
	}
}

ZEND_METHOD(Async_Coroutine, getException)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_coroutine_t *coroutine = &THIS_COROUTINE()->base;

	if (coroutine->exception) {
		coroutine->flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
		RETURN_OBJ_COPY(coroutine->exception);
	}
}

static bool is_at_rest(async_coroutine_t *coroutine)
{
	return coroutine->suspended_at != NULL;
}

ZEND_METHOD(Async_Coroutine, getTrace)
{
	zend_long options = DEBUG_BACKTRACE_PROVIDE_OBJECT, limit = 0;

	ZEND_PARSE_PARAMETERS_START(0, 2)
		Z_PARAM_OPTIONAL
		Z_PARAM_LONG(options)
		Z_PARAM_LONG(limit)
	ZEND_PARSE_PARAMETERS_END();
	if (limit < 0 || limit > INT_MAX) {
		zend_argument_value_error(2, "must be between 0 and %d", INT_MAX);
		RETURN_THROWS();
	}
	async_coroutine_t *coroutine = THIS_COROUTINE();
	zend_execute_data *here = EG(current_execute_data);

	if (is_at_rest(coroutine)) {
		EG(current_execute_data) = coroutine->suspended_at;
	} else if (coroutine != ASYNC_CURRENT()) {
		RETURN_NULL();
	}
	zend_fetch_debug_backtrace(return_value, 0, (int) options, (int) limit);
	EG(current_execute_data) = here;
}

static void return_file_and_line(zval *return_value, zend_string *file, uint32_t line)
{
	array_init_size(return_value, 2);
	if (file) {
		add_next_index_str(return_value, zend_string_copy(file));
	} else {
		add_next_index_null(return_value);
	}
	add_next_index_long(return_value, line);
}

static zend_execute_data *suspending_user_frame(async_coroutine_t *coroutine)
{
	zend_execute_data *ex = coroutine->suspended_at;

	while (ex && (!ex->func || !ZEND_USER_CODE(ex->func->type))) {
		ex = ex->prev_execute_data;
	}
	return ex;
}

ZEND_METHOD(Async_Coroutine, getSpawnFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	return_file_and_line(return_value, THIS_COROUTINE()->spawn_file, THIS_COROUTINE()->spawn_line);
}

ZEND_METHOD(Async_Coroutine, getSpawnLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_coroutine_t *coroutine = THIS_COROUTINE();

	if (!coroutine->spawn_file) {
		RETURN_STRING("unknown");
	}
	RETURN_STR(zend_strpprintf(0, "%s:%u", ZSTR_VAL(coroutine->spawn_file), coroutine->spawn_line));
}

ZEND_METHOD(Async_Coroutine, getSuspendFileAndLine)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_execute_data *ex = suspending_user_frame(THIS_COROUTINE());

	return_file_and_line(return_value, ex ? ex->func->op_array.filename : NULL,
		ex ? ex->opline->lineno : 0);
}

ZEND_METHOD(Async_Coroutine, getSuspendLocation)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_string *location = async_frame_location(THIS_COROUTINE()->suspended_at);

	if (!location) {
		RETURN_STRING("unknown");
	}
	RETURN_STR(location);
}

ZEND_METHOD(Async_Coroutine, isStarted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	async_coroutine_t *coroutine = THIS_COROUTINE();

	RETURN_BOOL(coroutine->has_started);
}

ZEND_METHOD(Async_Coroutine, isQueued)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_coroutine_state state = THIS_COROUTINE()->base.state;

	RETURN_BOOL(state == ZEND_COROUTINE_QUEUED || state == ZEND_COROUTINE_READY);
}

ZEND_METHOD(Async_Coroutine, isRunning)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->base.state == ZEND_COROUTINE_RUNNING);
}

ZEND_METHOD(Async_Coroutine, isSuspended)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(is_at_rest(THIS_COROUTINE()));
}

ZEND_METHOD(Async_Coroutine, isCancelled)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->base.flags & ZEND_COROUTINE_F_CANCELLED);
}

ZEND_METHOD(Async_Coroutine, isCancellationRequested)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->base.flags & ZEND_COROUTINE_F_CANCEL_REQUESTED);
}

ZEND_METHOD(Async_Coroutine, isCompleted)
{
	ZEND_PARSE_PARAMETERS_NONE();
	RETURN_BOOL(THIS_COROUTINE()->base.state == ZEND_COROUTINE_FINISHED);
}

ZEND_METHOD(Async_Coroutine, getAwaitingInfo)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zend_async_event_t *awaited = THIS_COROUTINE()->base.awaiting;

	array_init(return_value);
	if (awaited && awaited->handlers->info) {
		add_next_index_str(return_value, awaited->handlers->info(awaited));
	}
}

ZEND_METHOD(Async_Coroutine, cancel)
{
	zend_object *cancellation = NULL;

	ZEND_PARSE_PARAMETERS_START(0, 1)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(cancellation, async_ce_cancellation)
	ZEND_PARSE_PARAMETERS_END();

	if (cancellation) {
		GC_ADDREF(cancellation);
	}
	ZEND_ASYNC_CANCEL(&THIS_COROUTINE()->base, cancellation);
}

static void call_finally_now(zval *callback, async_coroutine_t *coroutine)
{
	zval argument, ignored;

	ZVAL_OBJ(&argument, &coroutine->std);
	call_user_function(NULL, NULL, callback, &ignored, 1, &argument);
	zval_ptr_dtor(&ignored);
}

ZEND_METHOD(Async_Coroutine, finally)
{
	zval *callback;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(callback, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();
	async_coroutine_t *coroutine = THIS_COROUTINE();

	if (coroutine->base.state == ZEND_COROUTINE_FINISHED) {
		call_finally_now(callback, coroutine);
		return;
	}
	if (!coroutine->finally_callbacks) {
		coroutine->finally_callbacks = zend_new_array(1);
	}
	Z_ADDREF_P(callback);
	zend_hash_next_index_insert_new(coroutine->finally_callbacks, callback);
}

void async_coroutine_class_startup(void)
{
	async_ce_coroutine = register_class_Async_Coroutine(async_ce_completable);
	async_coroutine_startup();
}
