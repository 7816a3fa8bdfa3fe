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

#ifndef ASYNC_TIMEOUT_H
#define ASYNC_TIMEOUT_H

#include "php.h"
#include "zend_async_API.h"

extern zend_class_entry *async_ce_timeout;

zend_object *async_timeout_new(zend_ulong ms);

/* As async_completable_event(). Listeners call ZEND_ASYNC_EVENT_START() after adding themselves. */
zend_async_event_t *async_timeout_event(zend_object *object);

/* Why it completed: a new TimeoutException, or the cancellation. The caller owns it. */
zend_object *async_timeout_new_exception(zend_object *object);

void async_timeout_startup(void);

#endif /* ASYNC_TIMEOUT_H */
