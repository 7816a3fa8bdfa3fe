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

#ifndef ASYNC_ENDS_H
#define ASYNC_ENDS_H

#include "coroutine/coroutine.h"

/* exit() in a coroutine: the main script is unwound next. */
void async_exit(void);

/* The same after a fatal error in another coroutine than the main script's. false: there was no
 * memory for it. */
bool async_exit_after_bailout(void);

/* For the scheduler's table. */
void async_run_to_completion(void);
void async_shutdown(void);
void async_after_fork_in_child(void);

/* Frees the stacks of Fibers that abandoned coroutines were suspended in. */
void async_lost_stacks_free(void);

#endif /* ASYNC_ENDS_H */
