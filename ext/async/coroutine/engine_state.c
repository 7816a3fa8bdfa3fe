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

/* Taking away and putting back what engine_state.h describes: a coroutine suspends with an
 * exception in flight, inside an autoloader, inside a function of PHP that keeps its state in
 * globals, or with output buffers of its own. Switches nothing itself. */

#include "engine_state.h"
#include "SAPI.h"

/* {{{ Autoloading
 * Another coroutine may need a class that this one is loading; to the engine it would
 * look like a recursion. The table is shared while it is empty. */
static HashTable *take_autoload(void)
{
	HashTable *taken = EG(in_autoload);
	EG(in_autoload) = NULL;
	return taken;
}

static void put_back_autoload(HashTable *in_autoload)
{
	if (EG(in_autoload)) {
		ZEND_ASSERT(zend_hash_num_elements(EG(in_autoload)) == 0
			&& "The coroutine that suspended took its own");
		zend_hash_destroy(EG(in_autoload));
		FREE_HASHTABLE(EG(in_autoload));
	}
	EG(in_autoload) = in_autoload;
}
/* }}} */

/* {{{ Output handlers
 * Those of the main script are shared: what a coroutine prints goes through them. Those
 * that a coroutine starts itself lie on top of them only while it runs. */
static php_output_handler *output_top(void)
{
	php_output_handler **top = zend_stack_top(&OG(handlers));
	return top ? *top : NULL;
}

static void drop_output_top(void)
{
	php_output_handler *handler = output_top();

	zend_stack_del_top(&OG(handlers));
	OG(active) = output_top();
	php_output_handler_free(&handler);
}

static php_output_handler **take_output(void)
{
	int own = async_engine_output_level() - ASYNC_G(output_base_level);

	if (own < 0 || ASYNC_CURRENT() == ASYNC_G(main)) {
		ASYNC_G(output_base_level) = async_engine_output_level();
		return NULL;
	}
	php_output_handler **taken = safe_emalloc(own + 1, sizeof(*taken), 0);
	taken[own] = NULL;
	while (own > 0) {
		taken[--own] = output_top();
		zend_stack_del_top(&OG(handlers));
	}
	OG(active) = output_top();
	return taken;
}

static void put_back_output(php_output_handler **handlers)
{
	for (php_output_handler **handler = handlers; *handler; handler++) {
		(*handler)->level = zend_stack_push(&OG(handlers), handler);
		OG(active) = *handler;
	}
	efree(handlers);
}

/* A buffer that may not be removed by the script is removed all the same: its coroutine is gone. */
void async_engine_end_output(void)
{
	while (async_engine_has_output()) {
		int level = async_engine_output_level();
		OG(active)->flags |= PHP_OUTPUT_HANDLER_REMOVABLE;
		php_output_end();
		if (async_engine_output_level() >= level) {
			drop_output_top();
		}
	}
}
/* }}} */

/* {{{ Calls of functions that keep their state in globals */
static void take_calls(async_engine_calls_t *calls)
{
	calls->serialize_lock = BG(serialize_lock);
	calls->serialize_data = BG(serialize).data;
	calls->serialize_level = BG(serialize).level;
	calls->unserialize_data = BG(unserialize).data;
	calls->unserialize_level = BG(unserialize).level;
	calls->compare = BG(user_compare_fci);
	calls->compare_cache = BG(user_compare_fci_cache);
	calls->wrapper_url = FG(user_stream_current_filename);
	calls->in_user_include = PG(in_user_include);
	calls->multisort = ARRAYG(multisort_func);
	calls->filename_override = EG(filename_override);
	calls->lineno_override = EG(lineno_override);

	BG(serialize_lock) = 0;
	BG(serialize).data = NULL;
	BG(serialize).level = 0;
	BG(unserialize).data = NULL;
	BG(unserialize).level = 0;
	BG(user_compare_fci) = empty_fcall_info;
	BG(user_compare_fci_cache) = empty_fcall_info_cache;
	FG(user_stream_current_filename) = NULL;
	PG(in_user_include) = false;
	ARRAYG(multisort_func) = NULL;
	EG(filename_override) = NULL;
	EG(lineno_override) = -1;
}

static void put_back_calls(const async_engine_calls_t *calls)
{
	BG(serialize_lock) = calls->serialize_lock;
	BG(serialize).data = calls->serialize_data;
	BG(serialize).level = calls->serialize_level;
	BG(unserialize).data = calls->unserialize_data;
	BG(unserialize).level = calls->unserialize_level;
	BG(user_compare_fci) = calls->compare;
	BG(user_compare_fci_cache) = calls->compare_cache;
	FG(user_stream_current_filename) = calls->wrapper_url;
	PG(in_user_include) = calls->in_user_include;
	ARRAYG(multisort_func) = calls->multisort;
	EG(filename_override) = calls->filename_override;
	EG(lineno_override) = calls->lineno_override;
}
/* }}} */

/* {{{ Exceptions and the error handling mode */
static void reset_errors(void)
{
	EG(exception) = EG(prev_exception) = NULL;
	EG(exception_class) = NULL;
	EG(error_handling) = EH_NORMAL;
}

static void take_errors(async_engine_state_t *state)
{
	state->exception = EG(exception);
	state->prev_exception = EG(prev_exception);
	state->opline_before_exception = EG(opline_before_exception);
	state->exception_class = EG(exception_class);
	state->error_handling = EG(error_handling);
	reset_errors();
}

static void put_back_errors(const async_engine_state_t *state)
{
	EG(exception) = state->exception;
	EG(prev_exception) = state->prev_exception;
	EG(opline_before_exception) = state->opline_before_exception;
	EG(exception_class) = state->exception_class;
	EG(error_handling) = state->error_handling;
}
/* }}} */

async_engine_state_t *async_engine_state_take(void)
{
	async_engine_state_t *state = emalloc(sizeof(*state));

	take_errors(state);
	state->in_autoload = async_engine_is_autoloading() ? take_autoload() : NULL;
	state->output_handlers = async_engine_is_output_changed() ? take_output() : NULL;
	take_calls(&state->calls);
	return state;
}

void async_engine_state_put_back(async_engine_state_t *state)
{
	put_back_errors(state);
	if (state->in_autoload) {
		put_back_autoload(state->in_autoload);
	}
	if (state->output_handlers) {
		put_back_output(state->output_handlers);
	}
	put_back_calls(&state->calls);
	efree(state);
}

void async_engine_state_reset(void)
{
	async_engine_calls_t calls;

	reset_errors();
	take_calls(&calls);
}
