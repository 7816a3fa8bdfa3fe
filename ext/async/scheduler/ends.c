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

/* The ends: of the script, by exit(), by a fatal error, and of all other coroutines in a forked
 * child.
 *
 * After the last line, and after exit(), coroutines are unwound, so that their finally blocks run:
 * all of them before the first object is destroyed, because a Fiber or a generator that a coroutine
 * is suspended in cannot be destroyed on its own. After a fatal error or an aborted connection, and
 * in a forked child, the others are abandoned: their stacks are never entered again. */

#include "ends.h"
#include "scheduler.h"
#include "exceptions.h"
#include "coroutine/engine_state.h"
#include "coroutine/error_handlers.h"
#include "pool/pool.h"
#include "reactor/reactor.h"
#include "reactor/thread_task.h"
#include "zend_exceptions.h"
#include "zend_generators.h"
#include "zend_lazy_objects.h"
#include "php_main.h"

/* {{{ Coroutines that are never entered again */

/* The stack of a Fiber that is not freed by its object. */
typedef struct _lost_stack_t {
	zend_async_list_node_t node;
	zend_fiber_context context;
	/* Its first page. */
	zend_vm_stack vm_stack;
} lost_stack_t;

static zend_vm_stack first_vm_page(const zend_fiber *fiber)
{
	return (zend_vm_stack) ((zval *) fiber->stack_bottom - ZEND_VM_STACK_HEADER_SLOTS);
}

static void keep_stack(const zend_fiber *fiber)
{
	lost_stack_t *lost = pecalloc(1, sizeof(*lost), true);

	lost->context = fiber->context;
	lost->context.cleanup = NULL;
	lost->vm_stack = first_vm_page(fiber);
	zend_async_list_add_first(&ASYNC_G(lost_stacks), &lost->node);
}

void async_lost_stacks_free(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(lost_stacks), lost_stack_t, node, lost) {
		zend_async_list_remove(&lost->node);
		zend_fiber_destroy_context(&lost->context);
		efree(lost->vm_stack);
		pefree(lost, true);
	} ZEND_ASYNC_LIST_FOREACH_END();
}

static void skip_destructor(zend_object *object)
{
	GC_ADD_FLAGS(object, IS_OBJ_DESTRUCTOR_CALLED);
}

/* The Fibers that the coroutine is in, innermost first. To the engine they look suspended. */
static void abandon_fibers(zend_fiber_context *context)
{
	while (context && context->kind == zend_ce_fiber) {
		zend_fiber *fiber = ZEND_CONTAINER_OF(context, zend_fiber, context);
		skip_destructor(&fiber->std);
		keep_stack(fiber);
		context = fiber->caller;
	}
}

/* A generator that runs, with those that it yields from. */
static void abandon_generator(zend_generator *generator)
{
	for (; generator; generator = generator->node.parent) {
		skip_destructor(&generator->std);
	}
}

static void abandon_generators(const zend_execute_data *ex)
{
	for (; ex; ex = ex->prev_execute_data) {
		if (ex->func && (ZEND_CALL_INFO(ex) & ZEND_CALL_GENERATOR)) {
			abandon_generator((zend_generator *) ex->return_value);
		} else if (!ex->func && Z_TYPE(ex->This) == IS_OBJECT
				&& Z_OBJCE(ex->This) == zend_ce_generator) {
			/* The frame that stands for the outermost generator of a "yield from". */
			abandon_generator((zend_generator *) Z_OBJ(ex->This));
		}
	}
}

/* After a fatal error frames may be gone; the engine itself leaves generators alone then. */
static void abandon(async_coroutine_t *coroutine)
{
	if (coroutine->resume_context && coroutine->base.state != ZEND_COROUTINE_RUNNING) {
		abandon_fibers(coroutine->resume_context);
		if (!CG(unclean_shutdown)) {
			abandon_generators(coroutine->suspended_at);
		}
	}
	async_coroutine_abandon(coroutine);
	/* What it holds is not freed. */
	PG(report_memleaks) = false;
}

static void abandon_all_but(const async_coroutine_t *self)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, coroutine) {
		if (coroutine != self && coroutine != ASYNC_G(main)) {
			abandon(coroutine);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
}
/* }}} */

/* {{{ exit() and fatal errors */
static void wake_main_with(zend_object *exception)
{
	async_coroutine_t *main = ASYNC_G(main);

	if (main->wake_exception) {
		OBJ_RELEASE(main->wake_exception);
	}
	main->wake_exception = exception;
}

void async_exit(void)
{
	async_coroutine_t *main = ASYNC_G(main);

	ASYNC_G(phase) = ASYNC_PHASE_EXITING;
	wake_main_with(zend_create_unwind_exit());
	async_coroutine_set_state(main, ZEND_COROUTINE_READY);
	zend_async_list_remove(&main->queue_node);
	zend_async_list_add_first(&ASYNC_G(ready), &main->queue_node);
}

/* The main script is not left by a longjmp(): nodes of lists are on its stack, in the frames of
 * whatever it waits for, and are taken off by those. */
bool async_exit_after_bailout(void)
{
	zend_object *volatile exception = NULL;

	ASYNC_G(phase) = ASYNC_PHASE_OVER;
	if (ASYNC_G(destroyer)) {
		return false;
	}
	zend_try {
		exception = zend_create_unwind_exit();
	} zend_end_try();
	if (!exception) {
		return false;
	}
	wake_main_with(exception);
	return true;
}
/* }}} */

/* {{{ The end of the script */

/* A bail-out that ends everything. One after exit() or an uncaught exception in a shutdown function
 * is none: destructors are called. After a fatal error php_error_cb() has marked all objects as
 * destroyed, the main coroutine's among them. */
static bool has_died(void)
{
	return CG(unclean_shutdown)
		&& ((OBJ_FLAGS(&ASYNC_G(main)->std) & IS_OBJ_DESTRUCTOR_CALLED)
			|| PG(connection_status) != PHP_CONNECTION_NORMAL);
}


/* False when all of them have been cancelled before. */
static bool cancel_remaining(void)
{
	bool is_news = false;

	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, coroutine) {
		if (coroutine != ASYNC_G(main)
				&& !(coroutine->base.flags & ZEND_COROUTINE_F_BACKGROUND)
				&& !(coroutine->base.flags & ZEND_COROUTINE_F_CANCEL_REQUESTED)) {
			async_scheduler_cancel(&coroutine->base, NULL);
			is_news = true;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return is_news;
}

/* What they hold is freed with all memory; the lines in front of pools are empty from now on. */
static void end_after_bailout(void)
{
	ASYNC_G(phase) = ASYNC_PHASE_OVER;
	ASYNC_G(destroyer) = NULL;
	async_error_handlers_use(ASYNC_G(main)->error_handlers);
	abandon_all_but(NULL);
	async_pool_forget_waiters();
}

/* Work in the background that is due begins, like the roll-back of what a coroutine has left:
 * destructors may wait for its locks. */
static void let_background_begin(void)
{
	zend_object *exception;

	if (zend_async_list_is_empty(&ASYNC_G(ready)) || ASYNC_G(phase) != ASYNC_PHASE_RUNNING
			|| ZEND_ASYNC_YIELD() == SUCCESS) {
		return;
	}
	exception = EG(exception);
	EG(exception) = NULL;
	if (async_is_exit(exception)) {
		OBJ_RELEASE(exception);
	} else {
		async_report_exception(exception);
	}
}

void async_run_to_completion(void)
{
	if (has_died()) {
		end_after_bailout();
		return;
	}
	if (ASYNC_G(phase) != ASYNC_PHASE_RUNNING || CG(unclean_shutdown)) {
		return;
	}
	ZEND_ASSERT(ASYNC_CURRENT() == ASYNC_G(main) && "The script ends in the main coroutine");
	while (ASYNC_G(pending_count) && ASYNC_G(phase) == ASYNC_PHASE_RUNNING) {
		ASYNC_G(main_waits_for_all) = true;
		zend_object *exception = async_scheduler_park();
		ASYNC_G(main_waits_for_all) = false;

		if (!exception) {
			continue;
		}
		if (exception->ce != async_ce_deadlock_error) {
			OBJ_RELEASE(exception);
		} else if (cancel_remaining()) {
			async_report_exception(exception);
		} else {
			/* They have swallowed their cancellation and wait again: they will be unwound. */
			OBJ_RELEASE(exception);
			break;
		}
	}
	let_background_begin();
	if (has_died()) {
		end_after_bailout();
	} else {
		async_coroutine_report_failed();
	}
}

/* Runs the finally blocks of a suspended coroutine. Nothing can suspend any more: what waits,
 * blocks. */
static void unwind(async_coroutine_t *coroutine)
{
	async_engine_state_t *state;

	if (!coroutine->resume_context) {
		async_coroutine_complete(coroutine);
		return;
	}
	if (coroutine->wake_exception) {
		OBJ_RELEASE(coroutine->wake_exception);
	}
	coroutine->wake_exception = zend_create_graceful_exit();
	ASYNC_G(destroyer) = EG(current_fiber_context);
	state = async_engine_state_save();
	async_coroutine_set_state(coroutine, ZEND_COROUTINE_RUNNING);
	async_scheduler_switch(coroutine->resume_context);
	async_engine_state_restore(state);
	async_error_handlers_use(ASYNC_G(main)->error_handlers);
	ASYNC_G(destroyer) = NULL;
	ZEND_ASYNC_CURRENT_COROUTINE = &ASYNC_G(main)->base;
	ZEND_ASSERT(coroutine->base.state == ZEND_COROUTINE_FINISHED && "Nothing suspends here");
}

static async_coroutine_t *oldest_unfinished(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(alive), async_coroutine_t, list_node, coroutine) {
		if (coroutine != ASYNC_G(main)) {
			return coroutine;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return NULL;
}

static void unwind_remaining(void)
{
	async_coroutine_t *coroutine;

	zend_try {
		while ((coroutine = oldest_unfinished())) {
			GC_ADDREF(&coroutine->std);
			unwind(coroutine);
			OBJ_RELEASE(&coroutine->std);
		}
	} zend_catch {
		end_after_bailout();
	} zend_end_try();
}

/* A lazy object whose initialiser waits in the parent never becomes one or the other here. By now
 * no other initialiser runs. */
static void forget_half_initialized(void)
{
	zend_ulong handle;

	ZEND_HASH_FOREACH_NUM_KEY(&EG(lazy_objects_store).infos, handle) {
		zend_object *object = EG(objects_store).object_buckets[handle];
		if (IS_OBJ_VALID(object) && !zend_object_is_lazy(object)) {
			zend_hash_index_del(&EG(lazy_objects_store).infos, handle);
		}
	} ZEND_HASH_FOREACH_END();
}

void async_shutdown(void)
{
	if (ASYNC_G(phase) == ASYNC_PHASE_OFF) {
		/* Destructors are too late to start. */
		ASYNC_G(phase) = ASYNC_PHASE_OVER;
		return;
	}
	async_run_to_completion();
	ASYNC_G(phase) = ASYNC_PHASE_OVER;
	if (!has_died()) {
		unwind_remaining();
	}
	if (!has_died()) {
		async_coroutine_report_failed();
		async_coroutine_complete(ASYNC_G(main));
	}
	if (zend_async_state.forks) {
		forget_half_initialized();
	}
	ZEND_ASYNC_CURRENT_COROUTINE = NULL;
}
/* }}} */

/* As after fork(2) in a threaded program, only the caller exists in the child. What the others hold
 * belongs to the parent. */
void async_after_fork_in_child(void)
{
	async_coroutine_t *self = ASYNC_CURRENT();

	zend_async_state.forks++;
	/* First: whatever is let go below would take its descriptors off the parent's epoll. */
	async_reactor_after_fork_in_child();
	/* The coroutines are still the parent's: nothing may wait. */
	ZEND_ASYNC_NO_SWITCH_BEGIN();
	async_pool_after_fork_in_child();
	ZEND_ASYNC_NO_SWITCH_END();
	async_threads_after_fork_in_child();
	if (ASYNC_G(phase) == ASYNC_PHASE_OFF) {
		return;
	}
	abandon_all_but(self);
	async_coroutine_forget_failed();
	if (ASYNC_G(phase) != ASYNC_PHASE_RUNNING) {
		/* A finally block has forked while the others waited to be unwound, by the parent. */
		return;
	}
	if (self != ASYNC_G(main)) {
		async_coroutine_set_state(ASYNC_G(main), ZEND_COROUTINE_SUSPENDED);
		ASYNC_G(main_is_lost) = true;
	}
	ASYNC_G(pending_count) = self != ASYNC_G(main);
	ASYNC_G(main_waits_for_all) = false;
	async_pool_restart_healthchecks();
}
