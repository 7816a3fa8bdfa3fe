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

/* Signals and time limits that arrive while every coroutine is suspended. The handlers are called
 * here; the code that installs them is elsewhere (ext/pcntl). */

#include "interrupt.h"
#include "scheduler.h"
#include "exceptions.h"

/* The coroutine that an exception of a signal handler goes to: in stock PHP it would be thrown
 * where the script waits. */
static async_coroutine_t *find_receiver(void)
{
	async_coroutine_t *main = ASYNC_G(main);

	if (main->base.state == ZEND_COROUTINE_SUSPENDED && !ASYNC_G(main_waits_for_all)) {
		return main;
	}
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, coroutine) {
		if (coroutine != main && coroutine->base.state == ZEND_COROUTINE_SUSPENDED
				&& !(coroutine->base.flags & ZEND_COROUTINE_F_BACKGROUND)) {
			return coroutine;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return NULL;
}

/* Without a receiver it is reported as the exception of this coroutine. */
static void pass_on_exception(void)
{
	zend_object *exception = EG(exception);
	async_coroutine_t *receiver;

	if (async_is_exit(exception)) {
		return;
	}
	receiver = find_receiver();
	if (receiver) {
		GC_ADDREF(exception);
		zend_clear_exception();
		ZEND_ASYNC_RESUME_WITH_ERROR(&receiver->base, exception);
	}
}

static void run_interrupt(zend_coroutine_t *coroutine, void *data)
{
	zend_atomic_bool_store_ex(&EG(vm_interrupt), false);
	if (zend_atomic_bool_load_ex(&EG(timed_out))) {
		zend_timeout();
	} else if (zend_interrupt_function) {
		zend_interrupt_function(EG(current_execute_data));
	}
	if (EG(exception)) {
		pass_on_exception();
	}
}

void async_interrupt_spawn(void)
{
	ZEND_ASYNC_SPAWN_INTERNAL(run_interrupt, NULL, ZEND_COROUTINE_F_BACKGROUND);
}

bool async_interrupt_is_expected(void)
{
	return zend_async_expects_signal && zend_async_expects_signal();
}
