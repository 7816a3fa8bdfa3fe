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

#ifndef ASYNC_COMPLETABLE_H
#define ASYNC_COMPLETABLE_H

#include "php.h"
#include "zend_async_API.h"

extern zend_class_entry *async_ce_awaitable;
extern zend_class_entry *async_ce_completable;

/* The event that tells when the object completes; ZEND_ASYNC_EVENT_CLOSED says whether it
 * already has. It lives as long as the object. */
zend_async_event_t *async_completable_event(zend_object *object);

/* How a completed object ended: with an exception? */
bool async_completable_has_failed(zend_object *object);

/* The outcome of a completed object, to be shown to the user: an exception
 * needs no report from then on. Returns the exception, owned by the caller, or NULL
 * and a copy of the result. */
zend_object *async_completable_take(zend_object *object, zval *result);

void async_completable_startup(void);

#endif /* ASYNC_COMPLETABLE_H */
