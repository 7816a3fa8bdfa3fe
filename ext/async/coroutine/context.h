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

#ifndef ASYNC_CONTEXT_H
#define ASYNC_CONTEXT_H

#include "coroutine.h"

/* A C stack with a VM stack. It runs one coroutine after another. */
struct _async_context_t {
	zend_fiber_context fiber;

	/* What to run when it is switched to. */
	async_coroutine_t *coroutine;

	/* First page; all of it that is left between two coroutines. NULL: made when it is needed. */
	zend_vm_stack vm_stack;

	/* fiber.stack_size when it was made. */
	size_t stack_size;

	/* Where the C stack comes from; NULL: the engine mapped it. */
	async_stack_slab_t *slab;

	/* In ASYNC_G(contexts), and as a spare in ASYNC_G(free_contexts). */
	zend_async_list_node_t node;
	zend_async_list_node_t free_node;
};

/* A context that will run the coroutine when it is switched to; a spare one if there is
 * one. NULL: exception thrown. */
async_context_t *async_context_for(async_coroutine_t *coroutine);

/* Frees the spare one that was used longest ago. */
void async_context_free_spare(void);

/* Frees every stack, those of abandoned coroutines included. */
void async_contexts_free(void);

#endif /* ASYNC_CONTEXT_H */
