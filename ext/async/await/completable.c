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

/* The interfaces Awaitable and Completable, and what C code may ask any object that implements
 * them. It does not wait for anything: that is wait.c. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "coroutine/coroutine.h"
#include "timeout.h"
#include "completable.h"
#include "completable_arginfo.h"

zend_class_entry *async_ce_awaitable;
zend_class_entry *async_ce_completable;

zend_async_event_t *async_completable_event(zend_object *object)
{
	if (object->ce == async_ce_coroutine) {
		return &async_coroutine_from_obj(object)->base.event;
	}
	ZEND_ASSERT(object->ce == async_ce_timeout
		&& "Completable has two implementations, both final");
	return async_timeout_event(object);
}

bool async_completable_has_failed(zend_object *object)
{
	if (object->ce == async_ce_coroutine) {
		return async_coroutine_from_obj(object)->base.exception != NULL;
	}
	/* A timeout ends by running out or by being cancelled: never well. */
	return true;
}

static zend_object *take_from_coroutine(zend_coroutine_t *coroutine, zval *result)
{
	if (coroutine->exception) {
		coroutine->flags |= ZEND_COROUTINE_F_EXCEPTION_SEEN;
		GC_ADDREF(coroutine->exception);
		return coroutine->exception;
	}
	if (Z_ISUNDEF(coroutine->result)) {
		ZVAL_NULL(result);
	} else {
		ZVAL_COPY(result, &coroutine->result);
	}
	return NULL;
}

zend_object *async_completable_take(zend_object *object, zval *result)
{
	ZEND_ASSERT((async_completable_event(object)->flags & ZEND_ASYNC_EVENT_CLOSED)
		&& "It must have completed");
	if (object->ce == async_ce_coroutine) {
		return take_from_coroutine(&async_coroutine_from_obj(object)->base, result);
	}
	return async_timeout_new_exception(object);
}

/* Waiting needs an event in C, which a class written in PHP cannot have. */
static int refuse_user_class(zend_class_entry *interface, zend_class_entry *class_type)
{
	if (class_type->type == ZEND_INTERNAL_CLASS) {
		return SUCCESS;
	}
	zend_error_noreturn(E_ERROR,
		"%s %s cannot implement interface %s: only classes of extensions can be awaited",
		zend_get_object_type_uc(class_type), ZSTR_VAL(class_type->name), ZSTR_VAL(interface->name));
	return FAILURE;
}

void async_completable_startup(void)
{
	async_ce_awaitable = register_class_Async_Awaitable();
	async_ce_awaitable->interface_gets_implemented = refuse_user_class;
	async_ce_completable = register_class_Async_Completable(async_ce_awaitable);
	async_ce_completable->interface_gets_implemented = refuse_user_class;
}
