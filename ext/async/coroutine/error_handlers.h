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

/* The handlers of set_error_handler() and set_exception_handler() and the level of
 * error_reporting() belong to a coroutine, which starts with those of its spawner. Coroutines share
 * a set of them until one of them changes something; switching between coroutines of one set costs
 * a comparison. The set in use is in the executor's globals. */

#ifndef ASYNC_ERROR_HANDLERS_H
#define ASYNC_ERROR_HANDLERS_H

#include "php_async.h"

/* While the set is in use only error_reporting holds. */
struct _async_error_handlers_t {
	/* The coroutines that have it, and one more while it is in use. */
	uint32_t refs;
	/* Without what @ has turned off. */
	int error_reporting;

	zval error_handler;
	int error_handler_level;
	zend_stack error_handlers;
	zend_stack error_handler_levels;

	zval exception_handler;
	zend_stack exception_handlers;
};

/* Makes the set that the main script has when the scheduler starts; for two owners. */
async_error_handlers_t *async_error_handlers_start(void);

static zend_always_inline async_error_handlers_t *async_error_handlers_addref(
		async_error_handlers_t *handlers)
{
	handlers->refs++;
	return handlers;
}

/* May run PHP destructors with the last reference. */
void async_error_handlers_release(async_error_handlers_t *handlers);

void async_error_handlers_exchange(async_error_handlers_t *handlers);

/* Puts the set in use. */
static zend_always_inline void async_error_handlers_use(async_error_handlers_t *handlers)
{
	if (UNEXPECTED(handlers != ASYNC_G(error_handlers))) {
		async_error_handlers_exchange(handlers);
	}
}

/* At the end of the request: the values in use stay with the executor. */
void async_error_handlers_end(void);

/* Called by the module: wraps the functions that change handlers. */
void async_error_handlers_wrap_functions(bool wrap);

#endif /* ASYNC_ERROR_HANDLERS_H */
