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

#ifndef ASYNC_DEADLOCK_H
#define ASYNC_DEADLOCK_H

#include "coroutine/coroutine.h"

/* Makes the main coroutine ready, to learn of the deadlock. */
void async_deadlock_raise(void);

/* The exception for it; called by the main coroutine while ASYNC_G(deadlock_message) is set. */
zend_object *async_deadlock_take_error(void);

#endif /* ASYNC_DEADLOCK_H */
