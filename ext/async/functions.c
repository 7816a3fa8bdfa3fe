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

/* The functions of the namespace Async that do not await: they turn arguments into calls of
 * the scheduler. No policy here. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_closures.h"
#include "zend_exceptions.h"
#include "zend_hrtime.h"
#include "await/completable.h"
#include "coroutine/coroutine.h"
#include "exceptions.h"
#include "fcall.h"
#include "functions.h"
#include "await/timeout.h"
#include "await/wait.h"

/* For what needs no other coroutine: destructors at the end of a request may still use it. */
static zend_result start_unless_over(void)
{
	if (ZEND_ASYNC_CURRENT_COROUTINE || ASYNC_G(phase) == ASYNC_PHASE_OVER) {
		return SUCCESS;
	}
	return ZEND_ASYNC_START();
}

ZEND_FUNCTION(Async_spawn)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval *args;
	uint32_t arg_count;
	HashTable *named_args;

	ZEND_PARSE_PARAMETERS_START(1, -1)
		Z_PARAM_FUNC(fci, fcc)
		Z_PARAM_VARIADIC_WITH_NAMED(args, arg_count, named_args)
	ZEND_PARSE_PARAMETERS_END();

	zend_fcall_t *fcall = async_fcall_new(&fci, &fcc);
	if (!fcall) {
		RETURN_THROWS();
	}
	async_fcall_set_args(fcall, args, arg_count, named_args);
	zend_coroutine_t *coroutine = ZEND_ASYNC_SPAWN(fcall);
	if (!coroutine) {
		RETURN_THROWS();
	}
	RETURN_OBJ_COPY(ZEND_ASYNC_COROUTINE_OBJECT(coroutine));
}

ZEND_FUNCTION(Async_suspend)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (EXPECTED(ZEND_ASYNC_CAN_SUSPEND()) || async_require_suspend("suspend") == SUCCESS) {
		ZEND_ASYNC_YIELD();
	}
}

/* {{{ delay() */
static void sleep_through(zend_ulong ms)
{
	zend_hrtime_t end = zend_hrtime() + (zend_hrtime_t) MIN(ms, UINT32_MAX) * 1000000;

	/* Signals end a sleep early. */
	for (zend_hrtime_t now = zend_hrtime(); now < end; now = zend_hrtime()) {
		struct timespec rest = {
			.tv_sec = (time_t) ((end - now) / ZEND_NANO_IN_SEC),
			.tv_nsec = (long) ((end - now) % ZEND_NANO_IN_SEC),
		};
		nanosleep(&rest, NULL);
	}
}

ZEND_FUNCTION(Async_delay)
{
	zend_long ms;
	bool timed_out;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	if (ms < 0) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (start_unless_over() == FAILURE) {
		RETURN_THROWS();
	}
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		sleep_through(ms);
	} else if (ms == 0) {
		ZEND_ASYNC_YIELD();
	} else {
		ZEND_ASYNC_SUSPEND_FOR(ms, &timed_out);
	}
}
/* }}} */

ZEND_FUNCTION(Async_timeout)
{
	zend_long ms;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_LONG(ms)
	ZEND_PARSE_PARAMETERS_END();

	if (ms <= 0) {
		zend_argument_value_error(1, "must be greater than 0");
		RETURN_THROWS();
	}
	RETURN_OBJ(async_timeout_new(ms));
}

ZEND_FUNCTION(Async_protect)
{
	zend_fcall_info fci;
	zend_fcall_info_cache fcc;
	zval *closure;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJECT_OF_CLASS(closure, zend_ce_closure)
	ZEND_PARSE_PARAMETERS_END();

	if (start_unless_over() == FAILURE) {
		RETURN_THROWS();
	}
	zend_fcall_info_init(closure, 0, &fci, &fcc, NULL, NULL);
	fci.retval = return_value;
	ZEND_ASYNC_PROTECT();
	zend_call_function(&fci, &fcc);
	ZEND_ASYNC_UNPROTECT();
	if (Z_ISREF_P(return_value)) {
		zend_unwrap_reference(return_value);
	}
}

ZEND_FUNCTION(Async_current_coroutine)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		RETURN_THROWS();
	}
	RETURN_OBJ_COPY(ZEND_ASYNC_COROUTINE_OBJECT(ZEND_ASYNC_CURRENT_COROUTINE));
}

/* By id, oldest first. */
ZEND_FUNCTION(Async_get_coroutines)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (!ZEND_ASYNC_CURRENT_COROUTINE && ZEND_ASYNC_START() == FAILURE) {
		RETURN_THROWS();
	}
	array_init(return_value);
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, coroutine) {
		if (!(coroutine->base.flags & ZEND_COROUTINE_F_BACKGROUND)) {
			GC_ADDREF(&coroutine->std);
			add_next_index_object(return_value, &coroutine->std);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}

void async_userland_startup(void)
{
	async_completable_startup();
	async_timeout_startup();
}
