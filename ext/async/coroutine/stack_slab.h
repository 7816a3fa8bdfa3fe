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

#ifndef ASYNC_STACK_SLAB_H
#define ASYNC_STACK_SLAB_H

#include "php_async.h"

/* Called around the engine's own functions. The next stack that is allocated comes from a slab,
 * and *slab is set; the next one that is freed goes back to its slab, if slab is not NULL. */
void async_stack_slab_take_next(async_stack_slab_t **slab);
void async_stack_slab_give_next(async_stack_slab_t *slab);

/* The memory of stacks that were given back goes to the system. */
void async_stack_slabs_clean(void);

void async_stack_slabs_startup(void);
void async_stack_slabs_shutdown(void);

#endif /* ASYNC_STACK_SLAB_H */
