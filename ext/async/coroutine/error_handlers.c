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

/* See error_handlers.h. */

#include "error_handlers.h"
#include "coroutine.h"
#include "zend_ini.h"

/* {{{ Stacks of the engine */
static void copy_stack(zend_stack *to, const zend_stack *from)
{
	zend_stack_init(to, from->size);
	for (int i = 0; i < from->top; i++) {
		zend_stack_push(to, (char *) from->elements + i * from->size);
	}
}

static void copy_zval_stack(zend_stack *to, const zend_stack *from)
{
	copy_stack(to, from);
	for (int i = 0; i < to->top; i++) {
		Z_TRY_ADDREF(((zval *) to->elements)[i]);
	}
}

static void destroy_zval_stack(zend_stack *stack)
{
	for (int i = 0; i < stack->top; i++) {
		zval_ptr_dtor(&((zval *) stack->elements)[i]);
	}
	zend_stack_destroy(stack);
}
/* }}} */

/* {{{ Sets */
static void note_error_handler(void)
{
	ASYNC_G(has_error_handler) = Z_TYPE(EG(user_error_handler)) != IS_UNDEF;
}

/* Moves the values in use into the set. */
static void store(async_error_handlers_t *handlers)
{
	ZVAL_COPY_VALUE(&handlers->error_handler, &EG(user_error_handler));
	handlers->error_handler_level = EG(user_error_handler_error_reporting);
	handlers->error_handlers = EG(user_error_handlers);
	handlers->error_handler_levels = EG(user_error_handlers_error_reporting);
	ZVAL_COPY_VALUE(&handlers->exception_handler, &EG(user_exception_handler));
	handlers->exception_handlers = EG(user_exception_handlers);
}

/* The other way round. */
static void load(const async_error_handlers_t *handlers)
{
	ZVAL_COPY_VALUE(&EG(user_error_handler), &handlers->error_handler);
	EG(user_error_handler_error_reporting) = handlers->error_handler_level;
	EG(user_error_handlers) = handlers->error_handlers;
	EG(user_error_handlers_error_reporting) = handlers->error_handler_levels;
	ZVAL_COPY_VALUE(&EG(user_exception_handler), &handlers->exception_handler);
	EG(user_exception_handlers) = handlers->exception_handlers;
	note_error_handler();
}

/* Copies the values in use into the set. */
static void copy(async_error_handlers_t *handlers)
{
	ZVAL_COPY(&handlers->error_handler, &EG(user_error_handler));
	handlers->error_handler_level = EG(user_error_handler_error_reporting);
	copy_zval_stack(&handlers->error_handlers, &EG(user_error_handlers));
	copy_stack(&handlers->error_handler_levels, &EG(user_error_handlers_error_reporting));
	ZVAL_COPY(&handlers->exception_handler, &EG(user_exception_handler));
	copy_zval_stack(&handlers->exception_handlers, &EG(user_exception_handlers));
}

static async_error_handlers_t *new_set(int error_reporting)
{
	async_error_handlers_t *handlers = ecalloc(1, sizeof(*handlers));

	handlers->refs = 2;
	handlers->error_reporting = error_reporting;
	return handlers;
}

/* The setting tells what is in force without @, unless it was changed under one. */
static int error_reporting_of_request(void)
{
	zend_long error_reporting = INI_INT("error_reporting");

	if (!E_HAS_ONLY_FATAL_ERRORS(EG(error_reporting))) {
		return EG(error_reporting);
	}
	if (!error_reporting && !INI_STR("error_reporting")) {
		error_reporting = E_ALL;
	}
	return (int) error_reporting;
}

async_error_handlers_t *async_error_handlers_start(void)
{
	ASYNC_G(error_handlers) = new_set(error_reporting_of_request());
	return ASYNC_G(error_handlers);
}

void async_error_handlers_release(async_error_handlers_t *handlers)
{
	if (--handlers->refs) {
		return;
	}
	zval_ptr_dtor(&handlers->error_handler);
	destroy_zval_stack(&handlers->error_handlers);
	zend_stack_destroy(&handlers->error_handler_levels);
	zval_ptr_dtor(&handlers->exception_handler);
	destroy_zval_stack(&handlers->exception_handlers);
	efree(handlers);
}

void async_error_handlers_exchange(async_error_handlers_t *handlers)
{
	async_error_handlers_t *old = ASYNC_G(error_handlers);

	store(old);
	load(handlers);
	ASYNC_G(error_handlers) = async_error_handlers_addref(handlers);
	async_error_handlers_release(old);
}

void async_error_handlers_end(void)
{
	if (ASYNC_G(error_handlers)) {
		efree(ASYNC_G(error_handlers));
		ASYNC_G(error_handlers) = NULL;
	}
	ASYNC_G(has_error_handler) = false;
}

/* Before the running coroutine changes something: the others keep what they have. */
static void make_own(void)
{
	async_error_handlers_t *shared = ASYNC_G(error_handlers);
	async_coroutine_t *current = ASYNC_CURRENT();

	if (!shared || !current || current->error_handlers != shared || shared->refs <= 2) {
		return;
	}
	copy(shared);
	shared->refs -= 2;
	current->error_handlers = ASYNC_G(error_handlers) = new_set(shared->error_reporting);
}
/* }}} */

/* {{{ The functions */
static zif_handler stock_set_error_handler;
static zif_handler stock_restore_error_handler;
static zif_handler stock_set_exception_handler;
static zif_handler stock_restore_exception_handler;
static zif_handler stock_error_reporting;
static zif_handler stock_ini_set;

/* While the user's error handler runs, the engine has none: errors of other coroutines would pass
 * it by. Knowing that there is one, the scheduler does not switch away from it. */
static ZEND_NAMED_FUNCTION(set_error_handler_of_coroutine)
{
	make_own();
	stock_set_error_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	note_error_handler();
}

static ZEND_NAMED_FUNCTION(restore_error_handler_of_coroutine)
{
	make_own();
	stock_restore_error_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	note_error_handler();
}

static ZEND_NAMED_FUNCTION(set_exception_handler_of_coroutine)
{
	make_own();
	stock_set_exception_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static ZEND_NAMED_FUNCTION(restore_exception_handler_of_coroutine)
{
	make_own();
	stock_restore_exception_handler(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

/* The level that an @ of this frame will put back, or -1. */
static int silenced_level_of_frame(zend_execute_data *ex)
{
	const zend_op_array *op_array = &ex->func->op_array;
	uint32_t op_number = (uint32_t) (ex->opline - op_array->opcodes);

	for (int i = 0; i < op_array->last_live_range; i++) {
		const zend_live_range *range = &op_array->live_range[i];
		if ((range->var & ZEND_LIVE_MASK) == ZEND_LIVE_SILENCE
				&& op_number >= range->start && op_number < range->end) {
			int level = (int) Z_LVAL_P(ZEND_CALL_VAR(ex, range->var & ~ZEND_LIVE_MASK));
			return E_HAS_ONLY_FATAL_ERRORS(level) ? -1 : level;
		}
	}
	return -1;
}

/* The level without what @ has turned off. The end of an @ undoes a level that lets only fatal
 * errors pass, whoever has set it. */
static int level_without_silence(void)
{
	int level = -1;

	if (E_HAS_ONLY_FATAL_ERRORS(EG(error_reporting))) {
		for (zend_execute_data *ex = EG(current_execute_data); ex && level == -1;
				ex = ex->prev_execute_data) {
			if (ex->func && ZEND_USER_CODE(ex->func->type)) {
				level = silenced_level_of_frame(ex);
			}
		}
	}
	return level == -1 ? EG(error_reporting) : level;
}

static void note_error_reporting(int before)
{
	if (EG(error_reporting) != before && ASYNC_G(error_handlers)) {
		make_own();
		ASYNC_G(error_handlers)->error_reporting = level_without_silence();
	}
}

static ZEND_NAMED_FUNCTION(error_reporting_of_coroutine)
{
	int before = EG(error_reporting);

	stock_error_reporting(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	note_error_reporting(before);
}

static ZEND_NAMED_FUNCTION(ini_set_of_coroutine)
{
	int before = EG(error_reporting);

	stock_ini_set(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	note_error_reporting(before);
}

static const async_wrapped_function_t functions[] = {
	{"set_error_handler", set_error_handler_of_coroutine, &stock_set_error_handler},
	{"restore_error_handler", restore_error_handler_of_coroutine, &stock_restore_error_handler},
	{"set_exception_handler", set_exception_handler_of_coroutine, &stock_set_exception_handler},
	{"restore_exception_handler", restore_exception_handler_of_coroutine,
		&stock_restore_exception_handler},
	{"error_reporting", error_reporting_of_coroutine, &stock_error_reporting},
	{"ini_set", ini_set_of_coroutine, &stock_ini_set},
	{"ini_alter", ini_set_of_coroutine, &stock_ini_set},
};

void async_error_handlers_wrap_functions(bool wrap)
{
	async_wrap_functions(functions, sizeof(functions) / sizeof(*functions), wrap);
}
/* }}} */
