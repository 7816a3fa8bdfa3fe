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

/* Executor state that belongs to one coroutine and that the engine's own context switch
 * does not carry. zend_fiber_switch_context() takes care of the VM stack, frames,
 * error_reporting and the bail-out buffer; this adds the exception in flight, the error
 * handling mode, the classes being autoloaded and the output handlers. */

#ifndef ASYNC_ENGINE_STATE_H
#define ASYNC_ENGINE_STATE_H

#include "coroutine.h"
#include "php_output.h"

typedef struct _async_engine_state_t {
	zend_object *exception;
	zend_object *prev_exception;
	const zend_op *opline_before_exception;
	zend_class_entry *exception_class;
	zend_error_handling_t error_handling;
	/* Classes that this coroutine is loading, or NULL. */
	HashTable *in_autoload;
	/* Output handlers that this coroutine started, NULL-terminated, or NULL. */
	php_output_handler **output_handlers;
} async_engine_state_t;

HashTable *async_engine_take_autoload(void);
void async_engine_put_back_autoload(HashTable *in_autoload);

php_output_handler **async_engine_take_output(void);
void async_engine_put_back_output(php_output_handler **handlers);

/* Closes the output buffers that the current coroutine has left open. */
void async_engine_end_output(void);

/* Moves the running coroutine's state into *state and leaves a clean one behind. */
static zend_always_inline void async_engine_state_save(async_engine_state_t *state)
{
	state->exception = EG(exception);
	state->prev_exception = EG(prev_exception);
	state->opline_before_exception = EG(opline_before_exception);
	state->exception_class = EG(exception_class);
	state->error_handling = EG(error_handling);
	EG(exception) = EG(prev_exception) = NULL;
	EG(exception_class) = NULL;
	EG(error_handling) = EH_NORMAL;

	state->in_autoload = NULL;
	if (UNEXPECTED(EG(in_autoload) && zend_hash_num_elements(EG(in_autoload)))) {
		state->in_autoload = async_engine_take_autoload();
	}
	state->output_handlers = NULL;
	if (UNEXPECTED(zend_stack_count(&OG(handlers)) != ASYNC_G(output_base_level))) {
		state->output_handlers = async_engine_take_output();
	}
}

static zend_always_inline void async_engine_state_restore(async_engine_state_t *state)
{
	EG(exception) = state->exception;
	EG(prev_exception) = state->prev_exception;
	EG(opline_before_exception) = state->opline_before_exception;
	EG(exception_class) = state->exception_class;
	EG(error_handling) = state->error_handling;
	if (UNEXPECTED(state->in_autoload)) {
		async_engine_put_back_autoload(state->in_autoload);
	}
	if (UNEXPECTED(state->output_handlers)) {
		async_engine_put_back_output(state->output_handlers);
	}
}

#endif /* ASYNC_ENGINE_STATE_H */
