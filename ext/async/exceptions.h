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

#ifndef ASYNC_EXCEPTIONS_H
#define ASYNC_EXCEPTIONS_H

#include "php.h"
#include "zend_exceptions.h"

extern zend_class_entry *async_ce_async_exception;
extern zend_class_entry *async_ce_channel_exception;
extern zend_class_entry *async_ce_pool_exception;
extern zend_class_entry *async_ce_pool_timeout_exception;
extern zend_class_entry *async_ce_service_unavailable_exception;
extern zend_class_entry *async_ce_timeout_exception;
extern zend_class_entry *async_ce_cancellation;
extern zend_class_entry *async_ce_operation_canceled;
extern zend_class_entry *async_ce_deadlock_error;
extern zend_class_entry *async_ce_composite_exception;

/* A new exception that is not thrown; the caller owns it. EG(exception) is neither read
 * nor changed. */
zend_object *async_new_exception(zend_class_entry *ce, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* An E_WARNING through the ordinary error handling, for an exception that nothing can catch. Takes
 * over a reference. The user's error handler may throw. */
void async_warn_uncaught(zend_object *exception);

/* Not an error: exit() unwinds the code, or what is left of a coroutine or a fiber. */
static zend_always_inline bool async_is_exit(const zend_object *exception)
{
	return zend_is_unwind_exit(exception) || zend_is_graceful_exit(exception);
}

/* Throws one; an exception in flight becomes its previous one. */
void async_throw(zend_class_entry *ce, const char *format, ...)
	ZEND_ATTRIBUTE_FORMAT(printf, 2, 3);

/* Throws an exception that exists already and stays with its owner, too. */
void async_rethrow(zend_object *exception);

/* Adds to a CompositeException; takes the reference to exception over. */
void async_composite_exception_add(zend_object *composite, zend_object *exception);

void async_exceptions_startup(void);

#endif /* ASYNC_EXCEPTIONS_H */
