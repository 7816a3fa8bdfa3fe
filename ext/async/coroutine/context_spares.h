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

#ifndef ASYNC_CONTEXT_SPARES_H
#define ASYNC_CONTEXT_SPARES_H

#include "php_async.h"

/* However quiet it is; each may have pages of a deep recursion. */
#define ASYNC_SPARES_ALWAYS_KEPT 32

/* How many contexts run a coroutine. */
static zend_always_inline uint32_t async_contexts_in_use(void)
{
	return ASYNC_G(context_count) - ASYNC_G(free_context_count);
}

static zend_always_inline void async_spares_note_use(void)
{
	if (async_contexts_in_use() > ASYNC_G(spares).peak) {
		ASYNC_G(spares).peak = async_contexts_in_use();
	}
}

/* Before the loop sleeps: frees some of the spare contexts that recent bursts did not need. true:
 * it did, and there may be more of them. false: the loop may sleep, and will be woken when it is
 * time to look again. */
bool async_spares_trim(void);

#endif /* ASYNC_CONTEXT_SPARES_H */
