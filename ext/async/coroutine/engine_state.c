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

/* The rare parts of engine_state.h: a coroutine that suspends inside an autoloader, or with
 * output buffers of its own. Switches nothing itself. */

#include "engine_state.h"
#include "SAPI.h"

/* {{{ Autoloading
 * Another coroutine may need a class that this one is loading; to the engine it would
 * look like a recursion. The table is shared while it is empty. */
HashTable *async_engine_take_autoload(void)
{
	HashTable *taken = EG(in_autoload);
	EG(in_autoload) = NULL;
	return taken;
}

void async_engine_put_back_autoload(HashTable *in_autoload)
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

php_output_handler **async_engine_take_output(void)
{
	int own = zend_stack_count(&OG(handlers)) - ASYNC_G(output_base_level);

	if (own < 0 || ASYNC_CURRENT() == ASYNC_G(main)) {
		ASYNC_G(output_base_level) = zend_stack_count(&OG(handlers));
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

void async_engine_put_back_output(php_output_handler **handlers)
{
	for (php_output_handler **handler = handlers; *handler; handler++) {
		(*handler)->level = zend_stack_push(&OG(handlers), handler);
		OG(active) = *handler;
	}
	efree(handlers);
}

void async_engine_end_output(void)
{
	while (zend_stack_count(&OG(handlers)) > ASYNC_G(output_base_level)) {
		if (php_output_end() == FAILURE) {
			return;
		}
	}
}
/* }}} */
