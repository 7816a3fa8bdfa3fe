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

#ifndef ASYNC_PROTECT_H
#define ASYNC_PROTECT_H

#include "coroutine.h"

/* For the scheduler's table. */
void async_protect(void);
zend_result async_unprotect(void);

/* Is the code that the coroutine runs, or is suspended in, under protection? */
bool async_is_protected(const async_coroutine_t *coroutine);

/* The cancellation that arrived under protection, which is over; owned by the caller. */
zend_object *async_take_deferred_cancellation(async_coroutine_t *coroutine);

/* Has the coroutine suspended in this context, or in a Fiber that was started from it, be it ready
 * to go on or not? */
bool async_is_suspended_inside(
		const async_coroutine_t *coroutine, const zend_fiber_context *context);

#endif /* ASYNC_PROTECT_H */
