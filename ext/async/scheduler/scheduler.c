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

/* Which coroutine runs next.
 *
 * There is no scheduler fiber: a coroutine that suspends takes the next ready one and switches
 * straight to it, and runs the reactor itself when there is none. Reactor callbacks only
 * make coroutines ready. This file owns no stacks (context.c) and no event sources (reactor.c); how
 * everything ends is in ends.c. */

#include "scheduler.h"
#include "deadlock.h"
#include "ends.h"
#include "interrupt.h"
#include "limit.h"
#include "coroutine/context.h"
#include "coroutine/context_spares.h"
#include "coroutine/engine_state.h"
#include "coroutine/error_handlers.h"
#include "coroutine/protect.h"
#include "exceptions.h"
#include "pool/pool.h"
#include "reactor/reactor.h"
#include "zend_exceptions.h"

/* {{{ State and ready queue */

static zend_always_inline bool is_in_queue(const async_coroutine_t *coroutine)
{
	return coroutine->base.state == ZEND_COROUTINE_QUEUED
		|| coroutine->base.state == ZEND_COROUTINE_READY;
}

/* Inlined where a switch is made: the state is known there, and little of this is left. */
static zend_always_inline void set_state(async_coroutine_t *coroutine, zend_coroutine_state state)
{
	if (is_in_queue(coroutine)) {
		zend_async_list_remove(&coroutine->queue_node);
	}
	coroutine->base.state = state;
	if (is_in_queue(coroutine)) {
		zend_async_list_add_last(&ASYNC_G(ready), &coroutine->queue_node);
	} else if (state == ZEND_COROUTINE_RUNNING) {
		ZEND_ASYNC_CURRENT_COROUTINE = &coroutine->base;
	}
}

void async_coroutine_set_state(async_coroutine_t *coroutine, zend_coroutine_state state)
{
	set_state(coroutine, state);
}
/* }}} */

/* {{{ Choosing the next coroutine */

/* What keeps timers and sockets from starving behind a hot ready queue: every 8 switches the clock
 * is read (no system call), more often where that many would take longer than 100 us. Then timers
 * that are due are fired, and the reactor decides whether to poll (poll_pace.h). */
#define SWITCHES_PER_LOOK 8
#define LOOK_INTERVAL_NS (100 * 1000)

static zend_never_inline void look_at_clock(void)
{
	uint64_t now = async_reactor_now();
	uint64_t elapsed = now - ASYNC_G(last_look_ns);
	uint64_t switches = ASYNC_G(look_interval);

	if (UNEXPECTED(elapsed > LOOK_INTERVAL_NS)) {
		switches = MAX(1, switches * LOOK_INTERVAL_NS / elapsed);
	} else {
		switches = MIN(2 * switches, SWITCHES_PER_LOOK);
	}
	ASYNC_G(last_look_ns) = now;
	ASYNC_G(look_interval) = ASYNC_G(switches_to_look) = (uint32_t) switches;
	async_reactor_look(now);
}

static zend_never_inline void wait_for_ready(void)
{
	while (zend_async_list_is_empty(&ASYNC_G(ready))) {
		if (UNEXPECTED(zend_atomic_bool_load_ex(&EG(vm_interrupt)))) {
			async_interrupt_spawn();
		} else if (async_reactor_is_alive()) {
			if (async_spares_trim()) {
				async_reactor_look(async_reactor_now());
			} else {
				async_reactor_run();
			}
			ASYNC_G(last_look_ns) = ASYNC_G(reactor)->pace.polled_at_ns;
		} else if (async_interrupt_is_expected()) {
			async_reactor_wait_for_wakeup();
		} else if (!async_limits_end_late() && !async_pool_collect_before_deadlock()) {
			async_deadlock_raise();
		}
	}
}

#if ZEND_DEBUG
/* async.scheduler_seed, for tests: a random ready coroutine goes first instead of the oldest, and
 * calls that need not wait now and then suspend all the same. The generator is a small one of its
 * own, so that the same seed gives the same run. */
static void seed_random(void)
{
	/* Neighbouring seeds begin far apart; no seed but 0 becomes 0. */
	ASYNC_G(random_state) = (uint32_t) ASYNC_G(scheduler_seed) * 2654435761u;
}

static uint32_t next_random(void)
{
	uint32_t state = ASYNC_G(random_state);

	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	ASYNC_G(random_state) = state;
	return state >> 8;
}

/* One of the oldest few, so that a long queue does not make every switch slow. */
#define CHOICES 64

static void put_random_first(void)
{
	async_coroutine_t *choices[CHOICES], *chosen;
	uint32_t count = 0;

	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(ready), async_coroutine_t, queue_node, coroutine) {
		ZEND_ASSERT(is_in_queue(coroutine));
		choices[count++] = coroutine;
		if (count == CHOICES) {
			break;
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	chosen = choices[next_random() % count];
	zend_async_list_remove(&chosen->queue_node);
	zend_async_list_add_first(&ASYNC_G(ready), &chosen->queue_node);
}
#endif

/* Of thousands of ready coroutines none is in the processor's caches. What the next ones will touch
 * is fetched while others run: of the third after this one the object, of the second what the
 * object points to, of the first its stack. With two that take turns nothing is done. */
static zend_always_inline void prefetch_followers(const zend_async_list_node_t *node)
{
	const zend_async_list_node_t *head = &ASYNC_G(ready).head;
	const zend_async_list_node_t *first = node->next, *second = first->next;

	if (EXPECTED(first == head) || EXPECTED(second == head)) {
		return;
	}
	const zend_fiber_context *context =
		ZEND_CONTAINER_OF(first, async_coroutine_t, queue_node)->resume_context;
	if (context) {
		ASYNC_PREFETCH(context->handle);
		ASYNC_PREFETCH((const char *) context->handle + 64);
	}
	ASYNC_PREFETCH(ZEND_CONTAINER_OF(second, async_coroutine_t, queue_node)->resume_context);
	ASYNC_PREFETCH(ZEND_CONTAINER_OF(second, async_coroutine_t, queue_node)->suspended_at);
	ASYNC_PREFETCH(ZEND_CONTAINER_OF(second->next, async_coroutine_t, queue_node));
	ASYNC_PREFETCH(&ZEND_CONTAINER_OF(second->next, async_coroutine_t, queue_node)->queue_node);
	ASYNC_PREFETCH(&ZEND_CONTAINER_OF(second->next, async_coroutine_t, queue_node)->suspended_at);
}

async_coroutine_t *async_scheduler_next(void)
{
	if (zend_async_list_is_empty(&ASYNC_G(ready))) {
		wait_for_ready();
	} else if (--ASYNC_G(switches_to_look) == 0) {
		look_at_clock();
	}
#if ZEND_DEBUG
	/* After exit() the main script is first. */
	if (ASYNC_G(random_state) && ASYNC_G(phase) == ASYNC_PHASE_RUNNING) {
		put_random_first();
	}
#endif
	prefetch_followers(ASYNC_G(ready).head.next);
	return ZEND_CONTAINER_OF(ASYNC_G(ready).head.next, async_coroutine_t, queue_node);
}
/* }}} */

/* {{{ Switching */

void async_scheduler_switch(zend_fiber_context *target)
{
	zend_fiber_transfer transfer = { .context = target };

	ZVAL_NULL(&transfer.value);
	zend_fiber_switch_context(&transfer);
	if (UNEXPECTED(transfer.flags & ZEND_FIBER_TRANSFER_FLAG_BAILOUT)) {
		/* A worker thread may use what lies on this stack. */
		async_reactor_drain();
		zend_bailout();
	}
}

/* No stack for a coroutine: it ends before it began, with the reason. */
static void fail_to_start(async_coroutine_t *coroutine)
{
	zend_object *reason = EG(exception);
	zend_object *error = async_new_exception(async_ce_async_exception,
		"Cannot start another coroutine: no stack to run it on while %u others are alive",
			ASYNC_G(pending_count));

	EG(exception) = NULL;
	zend_exception_set_previous(error, reason);
	coroutine->base.exception = error;
	async_coroutine_complete(coroutine);
}

/* Runs the others until the current coroutine is ready again. */
static zend_always_inline void run_others(async_coroutine_t *self)
{
	for (;;) {
		async_coroutine_t *next = async_scheduler_next();
		zend_fiber_context *target = next->resume_context;

		ZEND_ASSERT(is_in_queue(next));
		if (next == self) {
			set_state(self, ZEND_COROUTINE_RUNNING);
			return;
		}
		if (!target) {
			async_context_t *context = async_context_for(next);
			if (UNEXPECTED(!context)) {
				fail_to_start(next);
				continue;
			}
			target = &context->fiber;
		}
		set_state(next, ZEND_COROUTINE_RUNNING);
		async_scheduler_switch(target);
		return;
	}
}

static zend_always_inline zend_object *park_until_running(
		async_coroutine_t *self, zend_coroutine_state until_then)
{
	async_engine_state_t *state = async_engine_state_save();

	/* Assertions about states leave little of set_state(): the compiler believes them. */
	ZEND_ASSERT(self->base.state == ZEND_COROUTINE_RUNNING);
	set_state(self, until_then);
	self->resume_context = EG(current_fiber_context);
	self->suspended_at = EG(current_execute_data);
	run_others(self);
	async_engine_state_restore(state);
	async_error_handlers_use(self->error_handlers);

	ZEND_ASSERT(ASYNC_CURRENT() == self && self->base.state == ZEND_COROUTINE_RUNNING);
	self->suspended_at = NULL;
	self->base.awaiting = NULL;

	zend_object *exception = self->wake_exception;
	self->wake_exception = NULL;
	if (UNEXPECTED(ASYNC_G(deadlock_message)) && self == ASYNC_G(main) && !exception) {
		exception = async_deadlock_take_error();
	}
	return exception;
}

/* Cancelled while it ran, or under a protection that has ended meanwhile: it does not suspend. If
 * it does, its time limits count from now on. */
static zend_never_inline zend_object *take_news(async_coroutine_t *self)
{
	zend_object *exception = self->wake_exception;

	async_limits_arm(self);

	if (exception) {
		self->wake_exception = NULL;
	} else if (self->deferred_cancellation && !async_is_protected(self)) {
		exception = async_take_deferred_cancellation(self);
	}
	self->has_news = self->deferred_cancellation != NULL;
	return exception;
}

zend_object *async_scheduler_park(void)
{
	async_coroutine_t *self = ASYNC_CURRENT();

	if (UNEXPECTED(self->has_news)) {
		zend_object *exception = take_news(self);
		if (exception) {
			self->base.awaiting = NULL;
			return exception;
		}
	}
	return park_until_running(self, ZEND_COROUTINE_SUSPENDED);
}

zend_result async_scheduler_throw(zend_object *exception)
{
	if (EXPECTED(!exception)) {
		return SUCCESS;
	}
	if (EG(current_execute_data)) {
		zend_throw_exception_internal(exception);
	} else {
		zend_exception_set_previous(exception, EG(exception));
		EG(exception) = exception;
	}
	return FAILURE;
}
/* }}} */

/* {{{ The scheduler's table */

/* While a class is linked, an autoloader may be called for the types of its methods. The engine
 * keeps what is left to do in globals, and ends the process when the autoloader throws. */
static zend_always_inline bool is_linking_class(void)
{
	return CG(delayed_variance_obligations)
		&& zend_hash_num_elements(CG(delayed_variance_obligations));
}

static zend_always_inline bool is_error_handler_running(void)
{
	return ASYNC_G(has_error_handler) && Z_TYPE(EG(user_error_handler)) == IS_UNDEF;
}

static bool scheduler_can_suspend(void)
{
	uint32_t blocks = ASYNC_G(in_reactor) | zend_async_state.no_switch
		| (uint32_t) CG(in_compilation);

	return EXPECTED(ASYNC_G(phase) == ASYNC_PHASE_RUNNING)
		&& blocks == 0
		&& !OG(running)
		&& !is_linking_class()
		&& !is_error_handler_running()
		&& !zend_fiber_switch_blocked();
}

static void alive_append(async_coroutine_t *coroutine)
{
	zend_async_list_add_last(&ASYNC_G(alive), &coroutine->list_node);
}

static bool is_shutting_down(void)
{
	return (ASYNC_G(phase) != ASYNC_PHASE_OFF && ASYNC_G(phase) != ASYNC_PHASE_RUNNING)
		|| (EG(flags) & EG_FLAGS_IN_RESOURCE_SHUTDOWN);
}

static zend_result scheduler_start(void)
{
	if (EXPECTED(ASYNC_G(phase) == ASYNC_PHASE_RUNNING)) {
		return SUCCESS;
	}
	if (is_shutting_down()) {
		zend_throw_error(NULL, "Coroutines cannot be used while the request shuts down");
		return FAILURE;
	}
	if (async_reactor_start() == FAILURE) {
		return FAILURE;
	}
	async_coroutine_t *main = async_coroutine_new();
	main->base.flags |= ZEND_COROUTINE_F_MAIN;
	main->has_started = true;
	main->error_handlers = async_error_handlers_start();
	alive_append(main);
	ASYNC_G(main) = main;
	ASYNC_G(output_base_level) = zend_stack_count(&OG(handlers));
	ASYNC_G(switches_to_look) = ASYNC_G(look_interval) = SWITCHES_PER_LOOK;
	ASYNC_G(phase) = ASYNC_PHASE_RUNNING;
#if ZEND_DEBUG
	seed_random();
#endif
	set_state(main, ZEND_COROUTINE_RUNNING);
	return SUCCESS;
}

static zend_result scheduler_suspend(void)
{
	return async_scheduler_throw(async_scheduler_park());
}

/* A limit on a suspension: lives on the stack of the coroutine that waits. */
typedef struct {
	async_timer_t timer;
	async_coroutine_t *coroutine;
	bool fired;
} suspend_limit_t;

static void suspend_limit_fire(async_timer_t *timer)
{
	suspend_limit_t *limit = (suspend_limit_t *) timer;

	/* Already resumed for another reason: the limit did not end the wait. */
	if (limit->coroutine->base.state == ZEND_COROUTINE_SUSPENDED) {
		limit->fired = true;
		set_state(limit->coroutine, ZEND_COROUTINE_READY);
	}
}

static zend_result scheduler_suspend_for(zend_long timeout_ms, bool *timed_out)
{
	*timed_out = false;
	if (timeout_ms < 0) {
		return scheduler_suspend();
	}
	suspend_limit_t limit = { .timer.fire = suspend_limit_fire, .coroutine = ASYNC_CURRENT() };

	async_timer_arm(&limit.timer, (zend_ulong) timeout_ms);
	zend_result result = scheduler_suspend();
	async_timer_disarm(&limit.timer);
	*timed_out = limit.fired && result == SUCCESS;
	return result;
}

static zend_result scheduler_yield(void)
{
	async_coroutine_t *self = ASYNC_CURRENT();

	if (UNEXPECTED(self->has_news)) {
		zend_object *exception = take_news(self);
		if (exception) {
			return async_scheduler_throw(exception);
		}
	}
	return async_scheduler_throw(park_until_running(self, ZEND_COROUTINE_READY));
}

#if ZEND_DEBUG
/* A cancellation that has come already is left to the next call that has to wait. */
static bool scheduler_switches_here(void)
{
	return ASYNC_G(random_state) && scheduler_can_suspend() && !EG(exception)
		&& !ASYNC_CURRENT()->wake_exception && !ASYNC_CURRENT()->deferred_cancellation
		&& next_random() % 2;
}
#endif

static void scheduler_resume(zend_coroutine_t *base, zend_object *exception)
{
	async_coroutine_t *coroutine = async_coroutine_from_base(base);

	if (coroutine->base.state != ZEND_COROUTINE_SUSPENDED) {
		if (exception) {
			OBJ_RELEASE(exception);
		}
		return;
	}
	coroutine->wake_exception = exception;
	coroutine->wake_is_cancellation = false;
	ASYNC_PREFETCH(coroutine->resume_context);
	ASYNC_PREFETCH(coroutine->suspended_at);
	async_coroutine_set_state(coroutine, ZEND_COROUTINE_READY);
}

/* The first cancellation counts, and the end of everything; one that has ended needs none. */
static bool needs_no_cancellation(const async_coroutine_t *coroutine)
{
	const zend_object *pending = coroutine->wake_exception;

	return coroutine->base.state == ZEND_COROUTINE_FINISHED
		|| coroutine->deferred_cancellation
		|| (pending && (coroutine->wake_is_cancellation || async_is_exit(pending)));
}

void async_scheduler_cancel(zend_coroutine_t *base, zend_object *exception)
{
	async_coroutine_t *coroutine = async_coroutine_from_base(base);

	if (needs_no_cancellation(coroutine)) {
		if (exception) {
			OBJ_RELEASE(exception);
		}
		return;
	}
	if (!exception) {
		exception = async_new_exception(async_ce_cancellation, "The coroutine was cancelled");
	}
	coroutine->base.flags |= ZEND_COROUTINE_F_CANCEL_REQUESTED;
	if (async_is_protected(coroutine)) {
		coroutine->deferred_cancellation = exception;
		coroutine->has_news = true;
		return;
	}
	/* What it was about to be woken with is not lost. */
	zend_exception_set_previous(exception, coroutine->wake_exception);
	coroutine->wake_exception = exception;
	coroutine->wake_is_cancellation = true;
	coroutine->has_news = true;
	async_coroutine_set_cancellation(coroutine, exception);
	if (coroutine->base.state == ZEND_COROUTINE_SUSPENDED) {
		async_coroutine_set_state(coroutine, ZEND_COROUTINE_READY);
	}
}

static zend_coroutine_t *enqueue_new(async_coroutine_t *coroutine)
{
	zend_string *file = zend_get_executed_filename_ex();

	coroutine->spawn_file = file ? zend_string_copy(file) : NULL;
	coroutine->spawn_line = file ? zend_get_executed_lineno() : 0;
	coroutine->error_handlers = async_error_handlers_addref(coroutine->base.fcall
		? ASYNC_CURRENT()->error_handlers : ASYNC_G(main)->error_handlers);
	alive_append(coroutine);
	if (!(coroutine->base.flags & ZEND_COROUTINE_F_BACKGROUND)) {
		ASYNC_G(pending_count)++;
	}
	async_coroutine_set_state(coroutine, ZEND_COROUTINE_QUEUED);
	return &coroutine->base;
}

static zend_coroutine_t *spawn_internal(zend_coroutine_entry_t entry, void *data, uint32_t flags)
{
	/* Housekeeping is often asked for where no PHP code runs, and an exception would be fatal. */
	if ((flags & ZEND_COROUTINE_F_BACKGROUND) && is_shutting_down()) {
		return NULL;
	}
	if (scheduler_start() == FAILURE) {
		return NULL;
	}
	async_coroutine_t *coroutine = async_coroutine_new();
	coroutine->base.internal_entry = entry;
	coroutine->base.internal_data = data;
	coroutine->base.flags |= flags & ZEND_COROUTINE_F_BACKGROUND;
	return enqueue_new(coroutine);
}

static zend_coroutine_t *scheduler_spawn(zend_fcall_t *fcall)
{
	if (scheduler_start() == FAILURE) {
		zend_fcall_release(fcall);
		return NULL;
	}
	async_coroutine_t *coroutine = async_coroutine_new();
	coroutine->base.fcall = fcall;
	return enqueue_new(coroutine);
}

static zend_object *scheduler_coroutine_object(zend_coroutine_t *coroutine)
{
	return &async_coroutine_from_base(coroutine)->std;
}
/* }}} */

/* {{{ Registration */

static bool scheduler_is_cancellation(const zend_object *exception)
{
	const async_coroutine_t *current = ASYNC_CURRENT();

	return async_is_exit(exception)
		|| (current && (current->base.flags & ZEND_COROUTINE_F_CANCEL_REQUESTED)
			&& current->cancellation == exception)
		|| (current && current->limit_exception == exception);
}

static const zend_async_scheduler_api_t scheduler_api = {
	.api_version = ZEND_ASYNC_API_VERSION,
	.module = "async",
	.can_suspend = scheduler_can_suspend,
	.start = scheduler_start,
	.suspend = scheduler_suspend,
	.suspend_for = scheduler_suspend_for,
	.yield = scheduler_yield,
	.resume = scheduler_resume,
	.cancel = async_scheduler_cancel,
	.spawn = scheduler_spawn,
	.spawn_internal = spawn_internal,
	.is_cancellation = scheduler_is_cancellation,
	.coroutine_object = scheduler_coroutine_object,
	.protect = async_protect,
	.unprotect = async_unprotect,
	.limit_begin = async_limit_begin,
	.limit_end = async_limit_end,
	.run_to_completion = async_run_to_completion,
	.shutdown = async_shutdown,
	.after_fork_in_child = async_after_fork_in_child,
#if ZEND_DEBUG
	.switches_here = scheduler_switches_here,
#endif
};

zend_result async_scheduler_startup(void)
{
	return zend_async_scheduler_register(&scheduler_api);
}

void async_scheduler_request_end(void)
{
	ZEND_ASYNC_CURRENT_COROUTINE = NULL;
	if (ASYNC_G(deadlock_message)) {
		zend_string_release(ASYNC_G(deadlock_message));
		ASYNC_G(deadlock_message) = NULL;
	}
	if (ASYNC_G(protected_fibers)) {
		zend_hash_destroy(ASYNC_G(protected_fibers));
		FREE_HASHTABLE(ASYNC_G(protected_fibers));
		ASYNC_G(protected_fibers) = NULL;
	}
	async_contexts_free();
	async_lost_stacks_free();
	async_reactor_end();
	ASYNC_G(phase) = ASYNC_PHASE_OFF;
	zend_async_list_init(&ASYNC_G(ready));
	zend_async_list_init(&ASYNC_G(alive));
	zend_async_list_init(&ASYNC_G(failed));
	ASYNC_G(main) = NULL;
	ASYNC_G(destroyer) = NULL;
	ASYNC_G(pending_count) = 0;
	zend_async_state.no_switch = ASYNC_G(in_reactor) = 0;
	ASYNC_G(main_waits_for_all) = ASYNC_G(main_is_lost) = false;
	ASYNC_G(last_id) = 0;
	async_error_handlers_end();
}
/* }}} */
