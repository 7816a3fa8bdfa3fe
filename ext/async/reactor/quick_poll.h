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

#ifndef ASYNC_QUICK_POLL_H
#define ASYNC_QUICK_POLL_H

#include "reactor.h"

/* Asks the kernel for news of watched descriptors, without a round of the loop, and waits for them
 * at most until deadline (of async_reactor_now(); UINT64_MAX: without a limit). false: a round of
 * the loop is needed, instead of this or because something has happened that only the loop can
 * handle. */
bool async_quick_poll(async_reactor_t *reactor, uint64_t now, uint64_t deadline);

/* The calling coroutine, which can suspend, waits for a watched descriptor. When no other one could
 * run meanwhile, it need not suspend. true: *triggered are ZEND_ASYNC_* bits of events, or 0 when
 * the time is over. false: it has to suspend, within what is left in *timeout_ms. */
bool async_quick_wait(int fd, uint32_t events, zend_long *timeout_ms, uint32_t *triggered);

#endif /* ASYNC_QUICK_POLL_H */
