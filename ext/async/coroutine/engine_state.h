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

/* Executor state that belongs to one coroutine and that the engine's own context switch does not
 * carry. zend_fiber_switch_context() takes care of the VM stack, frames, error_reporting and the
 * bail-out buffer; this adds the exception in flight, the error handling mode, and what is rarely
 * there at all: classes being autoloaded, output buffers, calls of functions that keep their state
 * in globals while they call back. */

#ifndef ASYNC_ENGINE_STATE_H
#define ASYNC_ENGINE_STATE_H

#include "coroutine.h"
#include "SAPI.h"
#include "php_output.h"
#include "ext/standard/basic_functions.h"
#include "ext/standard/file.h"
#include "ext/standard/php_array.h"

/* serialize(), unserialize(), usort() and its family, array_multisort(), user stream wrappers,
 * objects made by constant expressions. */
typedef struct _async_engine_calls_t {
	unsigned serialize_lock;
	unsigned serialize_level;
	unsigned unserialize_level;
	bool in_user_include;
	struct php_serialize_data *serialize_data;
	struct php_unserialize_data *unserialize_data;
	const char *wrapper_url;
	bucket_compare_func_t *multisort;
	zend_string *filename_override;
	zend_long lineno_override;
	zend_fcall_info compare;
	zend_fcall_info_cache compare_cache;
} async_engine_calls_t;

typedef struct _async_engine_rare_t {
	/* Classes that this coroutine is loading, or NULL. */
	HashTable *in_autoload;
	/* Output handlers that this coroutine started, NULL-terminated, or NULL. */
	php_output_handler **output_handlers;
	async_engine_calls_t calls;
} async_engine_rare_t;

typedef struct _async_engine_state_t {
	zend_object *exception;
	zend_object *prev_exception;
	const zend_op *opline_before_exception;
	zend_class_entry *exception_class;
	zend_error_handling_t error_handling;
	/* NULL when there is none of it. */
	async_engine_rare_t *rare;
} async_engine_state_t;

async_engine_rare_t *async_engine_take_rare(void);
void async_engine_put_back_rare(async_engine_rare_t *rare);

/* Closes the output buffers that the current coroutine has left open. */
void async_engine_end_output(void);

static zend_always_inline bool async_engine_has_output(void)
{
	return zend_stack_count(&OG(handlers)) > ASYNC_G(output_base_level);
}

static zend_always_inline bool async_engine_is_output_changed(void)
{
	return zend_stack_count(&OG(handlers)) != ASYNC_G(output_base_level);
}

static zend_always_inline bool async_engine_is_autoloading(void)
{
	return EG(in_autoload) && zend_hash_num_elements(EG(in_autoload));
}

/* Does a call on this stack keep its state in a global? One branch for all, because every switch
 * asks. */
static zend_always_inline bool async_engine_is_in_call(void)
{
	unsigned counts = BG(serialize_lock) | BG(serialize).level | BG(unserialize).level
		| (unsigned) BG(user_compare_fci).size | (unsigned) PG(in_user_include);
	uintptr_t pointers = (uintptr_t) FG(user_stream_current_filename)
		| (uintptr_t) ARRAYG(multisort_func) | (uintptr_t) EG(filename_override);

	return (counts | pointers) != 0;
}

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

	state->rare = NULL;
	if (UNEXPECTED(async_engine_is_in_call()) || UNEXPECTED(async_engine_is_autoloading())
			|| UNEXPECTED(async_engine_is_output_changed())) {
		state->rare = async_engine_take_rare();
	}
}

static zend_always_inline void async_engine_state_restore(async_engine_state_t *state)
{
	EG(exception) = state->exception;
	EG(prev_exception) = state->prev_exception;
	EG(opline_before_exception) = state->opline_before_exception;
	EG(exception_class) = state->exception_class;
	EG(error_handling) = state->error_handling;
	if (UNEXPECTED(state->rare)) {
		async_engine_put_back_rare(state->rare);
	}
}

#endif /* ASYNC_ENGINE_STATE_H */
