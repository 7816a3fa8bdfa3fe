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

#ifndef ASYNC_TIMER_EVENT_H
#define ASYNC_TIMER_EVENT_H

#include "reactor.h"

zend_async_timer_event_t *async_new_timer_event(zend_ulong timeout_ms, bool periodic);

/* Is it the timer of such an event, or one on the stack of a waiting coroutine? */
bool async_timer_is_event(const async_timer_t *timer);

#endif /* ASYNC_TIMER_EVENT_H */
