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

/* Stacks for coroutines: making, reusing and freeing them, and the loop that each of
 * them runs. Which coroutine comes next is the scheduler's business. */

#include "context.h"
#include "context_spares.h"
#include "engine_state.h"
#include "scheduler/ends.h"
#include "scheduler/scheduler.h"
#include "exceptions.h"
#include "stack_limit.h"
#include "stack_slab.h"
#include "zend_vm.h"

/* Half of what the engine gives to a Fiber: most coroutines are shallow, and there may be
 * many of them within memory_limit. Further pages are of the engine's size. */
#define FIRST_VM_PAGE_SIZE (512 * sizeof(zval))
#define MORE_VM_PAGE_SIZE (1024 * sizeof(zval))

/* So many spare contexts keep their VM stacks, which count as memory used. */
#define VM_STACKS_KEPT 1024

/* Tells our contexts from those of Fibers. */
static int context_kind;

/* The frame at the bottom of every VM stack, so that the engine never sees a missing one. */
static zend_function root_function = { ZEND_INTERNAL_FUNCTION };

static async_context_t *context_from_fiber(zend_fiber_context *fiber)
{
	ZEND_ASSERT(fiber->kind == &context_kind && "Not a context of this extension");
	return ZEND_CONTAINER_OF(fiber, async_context_t, fiber);
}

static void context_link(async_context_t *context)
{
	zend_async_list_add_first(&ASYNC_G(contexts), &context->node);
	ASYNC_G(context_count)++;
}

static void context_unlink(async_context_t *context)
{
	ASYNC_G(context_count)--;
	zend_async_list_remove(&context->node);
}

static void vm_stack_free(zend_vm_stack stack)
{
	while (stack) {
		zend_vm_stack prev = stack->prev;
		efree(stack);
		stack = prev;
	}
}

static void free_dead_context(void)
{
	if (ASYNC_G(dead_context)) {
		efree(ASYNC_G(dead_context));
		ASYNC_G(dead_context) = NULL;
	}
}

/* Called by the engine when a context has been left for good. The engine
 * still needs the struct when this returns: it is freed with the next one. */
static void context_cleanup(zend_fiber_context *fiber)
{
	async_context_t *context = context_from_fiber(fiber);

	vm_stack_free(context->vm_stack);
	context->vm_stack = NULL;
	context_unlink(context);
	free_dead_context();
	ASYNC_G(dead_context) = context;
	/* The engine frees the stack next. */
	async_stack_slab_give_next(context->slab);
}

/* {{{ The loop of a context */

/* Gives the executor an empty VM stack with the root frame. */
static void context_enter(async_context_t *context)
{
	if (UNEXPECTED(!context->vm_stack)) {
		context->vm_stack = zend_vm_stack_new_page(FIRST_VM_PAGE_SIZE, NULL);
	}
	zend_vm_stack stack = context->vm_stack;
	zend_execute_data *root = (zend_execute_data *) ZEND_VM_STACK_ELEMENTS(stack);

	stack->top = (zval *) root;
	EG(vm_stack) = stack;
	EG(vm_stack_top) = (zval *) root + ZEND_CALL_FRAME_SLOT;
	EG(vm_stack_end) = stack->end;
	EG(vm_stack_page_size) = MORE_VM_PAGE_SIZE;

	memset(root, 0, sizeof(*root));
	/* A warning of C code that runs in a coroutine of C code asks for the name. */
	root_function.common.function_name = ZSTR_EMPTY_ALLOC();
	root->func = &root_function;
	EG(current_execute_data) = root;
	EG(active_fiber) = NULL;
	EG(jit_trace_num) = 0;
#ifdef ZEND_CHECK_STACK_LIMIT
	EG(stack_base) = zend_fiber_stack_base(context->fiber.stack);
	EG(stack_limit) = zend_fiber_stack_limit(context->fiber.stack);
#endif
}

/* The engine must not find what is gone, should there be no memory for another one. */
static void context_drop_vm_stack(async_context_t *context)
{
	EG(current_execute_data) = NULL;
	EG(vm_stack) = NULL;
	EG(vm_stack_top) = EG(vm_stack_end) = NULL;
	vm_stack_free(context->vm_stack);
	context->vm_stack = NULL;
}

/* Keeps the context that runs for later. */
static void context_make_spare(async_context_t *context)
{
	context->coroutine = NULL;
	if (ASYNC_G(free_context_count) >= VM_STACKS_KEPT) {
		context_drop_vm_stack(context);
	}
	zend_async_list_add_first(&ASYNC_G(free_contexts), &context->free_node);
	ASYNC_G(free_context_count)++;
}

/* Tools that hand all settings to a process that they start, as PHPUnit, hand on an empty
 * fiber.stack_size. It parses as 0, which no stack has, and means what it meant to them. */
static size_t stack_size_wanted(void)
{
	return EG(fiber_stack_size) ? EG(fiber_stack_size) : ZEND_FIBER_DEFAULT_C_STACK_SIZE;
}

static bool has_stack_size(const async_context_t *context)
{
	return context->stack_size == stack_size_wanted();
}

/* Where the next coroutine runs, if not here: where it was suspended, or on a stack of the size
 * that fiber.stack_size asks for by now. NULL: here. */
static zend_fiber_context *context_elsewhere(async_context_t *context, async_coroutine_t *next)
{
	if (next->resume_context) {
		return next->resume_context;
	}
	if (UNEXPECTED(!has_stack_size(context))) {
		async_context_t *other = async_context_for(next);
		if (other) {
			return &other->fiber;
		}
		/* The stack that is there serves, too. */
		zend_clear_exception();
	}
	return NULL;
}

/* Runs coroutines one after another on this stack. An unstarted one follows without any
 * switch; for one that has to go on elsewhere this context waits as a spare. Returns where
 * to go when it is to end. */
static zend_fiber_context *context_loop(async_context_t *context)
{
	for (;;) {
		async_coroutine_run(context->coroutine);

		if (ASYNC_G(destroyer)) {
			return ASYNC_G(destroyer);
		}
		async_coroutine_t *next = async_scheduler_next();
		zend_fiber_context *elsewhere = context_elsewhere(context, next);
		if (!elsewhere) {
			context->coroutine = next;
		} else {
			context_make_spare(context);
			async_coroutine_set_state(next, ZEND_COROUTINE_RUNNING);
			async_scheduler_switch(elsewhere);
		}
		context_enter(context);
	}
}

/* Entry of every context. longjmp() may not cross stacks: after a bail-out the main script is
 * unwound as by exit(), but with CG(unclean_shutdown) set. */
static ZEND_STACK_ALIGNED void context_main(zend_fiber_transfer *transfer)
{
	async_context_t *context = context_from_fiber(EG(current_fiber_context));
	zend_fiber_context *go_on = NULL;

	EG(vm_stack) = NULL;
	zend_first_try {
		context_enter(context);
		go_on = context_loop(context);
	} zend_catch {
		async_engine_state_reset();
		if (!async_exit_after_bailout()) {
			transfer->flags = ZEND_FIBER_TRANSFER_FLAG_BAILOUT;
		}
		go_on = ASYNC_G(destroyer) ? ASYNC_G(destroyer) : ASYNC_G(main)->resume_context;
		async_coroutine_set_state(ASYNC_G(main), ZEND_COROUTINE_RUNNING);
	} zend_end_try();

	context->fiber.cleanup = context_cleanup;
	transfer->context = go_on;
}
/* }}} */

static async_context_t *context_new(void)
{
	async_context_t *context;

	if (ASYNC_G(context_count) >= async_stack_limit()) {
		async_throw(async_ce_async_exception, "The kernel allows for %u stacks (vm.max_map_count)",
			async_stack_limit());
		return NULL;
	}
	context = ecalloc(1, sizeof(async_context_t));
	context->stack_size = stack_size_wanted();
	async_stack_slab_take_next(&context->slab);
	zend_result made = zend_fiber_init_context(&context->fiber, &context_kind, context_main,
		context->stack_size);
	async_stack_slab_take_next(NULL);
	if (made == FAILURE) {
		efree(context);
		return NULL;
	}
	context_link(context);
	return context;
}

static void context_free(async_context_t *context)
{
	context->fiber.cleanup = context_cleanup;
	zend_fiber_destroy_context(&context->fiber);
}

static async_context_t *take_spare(zend_async_list_node_t *node)
{
	zend_async_list_remove(node);
	ASYNC_G(free_context_count)--;
	return ZEND_CONTAINER_OF(node, async_context_t, free_node);
}

/* Those of another size than fiber.stack_size asks for by now are freed. NULL: none is left. */
static async_context_t *take_fitting_spare(void)
{
	zend_async_list_node_t *node;

	while ((node = zend_async_list_first(&ASYNC_G(free_contexts)))) {
		async_context_t *context = take_spare(node);
		if (EXPECTED(has_stack_size(context))) {
			return context;
		}
		context_free(context);
	}
	return NULL;
}

async_context_t *async_context_for(async_coroutine_t *coroutine)
{
	async_context_t *context = take_fitting_spare();

	if (!context && !(context = context_new())) {
		return NULL;
	}
	async_spares_note_use();
	context->coroutine = coroutine;
	return context;
}

void async_context_free_spare(void)
{
	context_free(take_spare(ASYNC_G(free_contexts).head.prev));
}

void async_contexts_free(void)
{
	zend_async_list_node_t *node;

	while ((node = zend_async_list_first(&ASYNC_G(contexts)))) {
		context_free(ZEND_CONTAINER_OF(node, async_context_t, node));
	}
	free_dead_context();
	zend_async_list_init(&ASYNC_G(free_contexts));
	ASYNC_G(free_context_count) = 0;
	ASYNC_G(spares) = (async_spares_t) {0};
	ASYNC_G(next_slab_size) = 0;
}
