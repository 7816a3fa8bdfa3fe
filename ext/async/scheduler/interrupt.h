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

#ifndef ASYNC_INTERRUPT_H
#define ASYNC_INTERRUPT_H

#include "coroutine/coroutine.h"

/* A signal or a time limit has set EG(vm_interrupt) while every coroutine is suspended: what the VM
 * would do between two opcodes happens in a coroutine of its own. */
void async_interrupt_spawn(void);

/* Can a signal handler still wake a coroutine? */
bool async_interrupt_is_expected(void);

#endif /* ASYNC_INTERRUPT_H */
