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


#ifndef ASYNC_LIMIT_H
#define ASYNC_LIMIT_H

#include "coroutine/coroutine.h"

/* See zend_async_scheduler_api_t. */
void async_limit_begin(zend_async_limit_t *limit);
bool async_limit_end(zend_async_limit_t *limit);

/* The coroutine is about to suspend. */
void async_limits_arm(async_coroutine_t *coroutine);

/* Nothing else can wake a coroutine: does a limit whose time is over, and that could not end its
 * call before, do so now? */
bool async_limits_end_late(void);

#endif /* ASYNC_LIMIT_H */
