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

/* Deadlocks: every coroutine waits, and no event or signal is left that could wake one. Who waits
 * for what is written down at once; the exception is made by the main script when it goes on. */

#include "deadlock.h"
#include "ends.h"
#include "exceptions.h"
#include "scheduler.h"
#include "zend_smart_str.h"

static void describe_waiting(smart_str *text, async_coroutine_t *coroutine)
{
	zend_async_event_t *awaited = coroutine->base.awaiting;
	zend_string *what =
		awaited && awaited->handlers->info ? awaited->handlers->info(awaited) : NULL;
	zend_string *where = async_frame_location(coroutine->suspended_at);

	smart_str_append_printf(text, "%s#" ZEND_ULONG_FMT " waits for %s since %s",
		coroutine == ASYNC_G(main) ? "main script, " : "", (zend_ulong) coroutine->id,
		what ? ZSTR_VAL(what) : "somebody to resume it", where ? ZSTR_VAL(where) : "its end");
	if (what) {
		zend_string_release(what);
	}
	if (where) {
		zend_string_release(where);
	}
}

#define DEADLOCK_LISTED 10

static zend_string *describe_deadlock(void)
{
	smart_str list = {0};
	uint32_t waiting = 0;

	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, c) {
		if ((c->base.flags & ZEND_COROUTINE_F_BACKGROUND)
				|| (c == ASYNC_G(main) && ASYNC_G(main_waits_for_all))) {
			continue;
		}
		if (waiting++ < DEADLOCK_LISTED) {
			smart_str_appends(&list, waiting == 1 ? "" : "; ");
			describe_waiting(&list, c);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	if (waiting > DEADLOCK_LISTED) {
		smart_str_appends(&list, "; ...");
	}
	smart_str_0(&list);
	zend_string *message = zend_strpprintf(0,
		"Deadlock: %u coroutine%s and nothing can wake %s: %s", waiting,
		waiting == 1 ? " waits" : "s wait", waiting == 1 ? "it" : "them", ZSTR_VAL(list.s));
	smart_str_free(&list);
	return message;
}

/* Every coroutine waits and no event is left that could wake one: the main script
 * is told. The exception is made by the main coroutine itself, so that the trace is its own. */
void async_deadlock_raise(void)
{
	async_coroutine_t *main = ASYNC_G(main);

	ZEND_ASSERT(main->base.state == ZEND_COROUTINE_SUSPENDED
		&& "Only the main coroutine outlives the others");
	if (ASYNC_G(main_is_lost)) {
		async_exit();
		return;
	}
	if (!ASYNC_G(deadlock_message)) {
		ASYNC_G(deadlock_message) = describe_deadlock();
	}
	async_coroutine_set_state(main, ZEND_COROUTINE_READY);
}

zend_object *async_deadlock_take_error(void)
{
	zend_string *message = ASYNC_G(deadlock_message);
	zend_object *error = async_new_exception(async_ce_deadlock_error, "%s", ZSTR_VAL(message));

	ASYNC_G(deadlock_message) = NULL;
	zend_string_release(message);
	return error;
}
