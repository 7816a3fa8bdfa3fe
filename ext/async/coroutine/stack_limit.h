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

#ifndef ASYNC_STACK_LIMIT_H
#define ASYNC_STACK_LIMIT_H

#include "php.h"

/* How many stacks of coroutines a process may have at once. */
uint32_t async_stack_limit(void);

#endif /* ASYNC_STACK_LIMIT_H */
