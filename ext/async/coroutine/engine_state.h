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
 * bail-out buffer; this adds what is rarely there at all: an exception in flight, an error handling
 * mode, classes being autoloaded, output buffers, calls of functions that keep their state in
 * globals while they call back.
 *
 * Whoever leaves the processor leaves all of it at rest, so that a switch between two coroutines
 * that have none of it costs one test. */

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
	async_engine_calls_t calls;
} async_engine_state_t;

async_engine_state_t *async_engine_state_take(void);
void async_engine_state_put_back(async_engine_state_t *state);

/* After a bail-out, which leaves things as they are. */
void async_engine_state_reset(void);

/* Closes the output buffers that the current coroutine has left open. */
void async_engine_end_output(void);

/* zend_stack_count() is a call, which every switch would pay for. */
static zend_always_inline int async_engine_output_level(void)
{
	return OG(handlers).top;
}

static zend_always_inline bool async_engine_has_output(void)
{
	return async_engine_output_level() > ASYNC_G(output_base_level);
}

static zend_always_inline bool async_engine_is_output_changed(void)
{
	return async_engine_output_level() != ASYNC_G(output_base_level);
}

static zend_always_inline bool async_engine_is_autoloading(void)
{
	return EG(in_autoload) && zend_hash_num_elements(EG(in_autoload));
}

/* One branch for nearly all of it, because every switch asks. */
static zend_always_inline bool async_engine_is_at_rest(void)
{
	unsigned counts = (unsigned) EG(error_handling)
		| BG(serialize_lock) | BG(serialize).level | BG(unserialize).level
		| (unsigned) BG(user_compare_fci).size | (unsigned) PG(in_user_include)
		| (unsigned) (async_engine_output_level() ^ ASYNC_G(output_base_level));
	uintptr_t pointers = (uintptr_t) EG(exception) | (uintptr_t) EG(prev_exception)
		| (uintptr_t) FG(user_stream_current_filename)
		| (uintptr_t) ARRAYG(multisort_func) | (uintptr_t) EG(filename_override);

	return (counts | pointers) == 0 && !async_engine_is_autoloading();
}

/* Takes the running coroutine's state away and leaves everything at rest; NULL when it is. */
static zend_always_inline async_engine_state_t *async_engine_state_save(void)
{
	return EXPECTED(async_engine_is_at_rest()) ? NULL : async_engine_state_take();
}

static zend_always_inline void async_engine_state_restore(async_engine_state_t *state)
{
	ZEND_ASSERT(!EG(exception) && EG(error_handling) == EH_NORMAL && "Left at rest");
	if (UNEXPECTED(state)) {
		async_engine_state_put_back(state);
	}
}

#endif /* ASYNC_ENGINE_STATE_H */
