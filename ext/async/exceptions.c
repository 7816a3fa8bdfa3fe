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

/* The exception classes of the namespace Async, and ways to make them in C.
 *
 * What is thrown when, and with which message, is decided by the code that throws. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_exceptions.h"
#include "exceptions.h"
#include "exceptions_arginfo.h"

zend_class_entry *async_ce_async_exception;
zend_class_entry *async_ce_channel_exception;
zend_class_entry *async_ce_pool_exception;
zend_class_entry *async_ce_pool_timeout_exception;
zend_class_entry *async_ce_service_unavailable_exception;
zend_class_entry *async_ce_timeout_exception;
zend_class_entry *async_ce_cancellation;
zend_class_entry *async_ce_operation_canceled;
zend_class_entry *async_ce_deadlock_error;
zend_class_entry *async_ce_composite_exception;

/* {{{ Making and throwing */
static zend_object *new_exception(zend_class_entry *ce, const char *format, va_list args)
{
	zend_object *in_flight = EG(exception);
	zval object, message;

	/* Neither creating an object nor writing a property is meant to be done while an exception
	 * is in flight. */
	EG(exception) = NULL;
	object_init_ex(&object, ce);
	ZVAL_STR(&message, zend_vstrpprintf(0, format, args));
	zend_update_property_ex(ce, Z_OBJ(object), ZSTR_KNOWN(ZEND_STR_MESSAGE), &message);
	zval_ptr_dtor_str(&message);
	EG(exception) = in_flight;

	return Z_OBJ(object);
}

zend_object *async_new_exception(zend_class_entry *ce, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	zend_object *exception = new_exception(ce, format, args);
	va_end(args);

	return exception;
}

void async_throw(zend_class_entry *ce, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	zend_object *exception = new_exception(ce, format, args);
	va_end(args);

	zend_throw_exception_internal(exception);
}

void async_rethrow(zend_object *exception)
{
	GC_ADDREF(exception);
	zend_throw_exception_internal(exception);
}
/* }}} */

/* {{{ CompositeException */
static zval *composite_list(zend_object *composite)
{
	zend_property_info *info = zend_hash_str_find_ptr(
		&composite->ce->properties_info, "exceptions", sizeof("exceptions") - 1);

	return OBJ_PROP(composite, info->offset);
}

void async_warn_uncaught(zend_object *exception)
{
	zval text, copy, *file, *line;

	if (!instanceof_function(exception->ce, zend_ce_throwable)) {
		OBJ_RELEASE(exception);
		return;
	}
	ZVAL_UNDEF(&text);
	zend_call_known_instance_method_with_0_params(exception->ce->__tostring, exception, &text);
	zend_class_entry *ce = zend_get_exception_base(exception);
	file = zend_read_property_ex(ce, exception, ZSTR_KNOWN(ZEND_STR_FILE), true, &copy);
	zend_string *name = zval_get_string(file);
	line = zend_read_property_ex(ce, exception, ZSTR_KNOWN(ZEND_STR_LINE), true, &copy);
	if (!EG(exception)) {
		zend_error_at(E_WARNING, name, (uint32_t) zval_get_long(line), "Uncaught %s\n  thrown",
			Z_TYPE(text) == IS_STRING ? Z_STRVAL(text) : ZSTR_VAL(exception->ce->name));
	}
	zend_string_release(name);
	zval_ptr_dtor(&text);
	OBJ_RELEASE(exception);
}

/* An uncaught composite is printed with its chain of previous exceptions: linking the first one in
 * shows at least that. */
static void composite_link_first(zend_object *composite, zend_object *exception)
{
	if (exception != composite) {
		GC_ADDREF(exception);
		zend_exception_set_previous(composite, exception);
	}
}

void async_composite_exception_add(zend_object *composite, zend_object *exception)
{
	zval *list = composite_list(composite);
	zval entry;

	if (zend_hash_num_elements(Z_ARRVAL_P(list)) == 0) {
		composite_link_first(composite, exception);
	}
	ZVAL_OBJ(&entry, exception);
	SEPARATE_ARRAY(list);
	zend_hash_next_index_insert(Z_ARRVAL_P(list), &entry);
}

ZEND_METHOD(Async_CompositeException, addException)
{
	zend_object *exception;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_OBJ_OF_CLASS(exception, zend_ce_throwable)
	ZEND_PARSE_PARAMETERS_END();

	GC_ADDREF(exception);
	async_composite_exception_add(Z_OBJ_P(ZEND_THIS), exception);
}

ZEND_METHOD(Async_CompositeException, getExceptions)
{
	ZEND_PARSE_PARAMETERS_NONE();

	RETURN_COPY(composite_list(Z_OBJ_P(ZEND_THIS)));
}
/* }}} */

void async_exceptions_startup(void)
{
	async_ce_async_exception = register_class_Async_AsyncException(zend_ce_exception);
	async_ce_pool_exception = register_class_Async_PoolException(async_ce_async_exception);
	async_ce_channel_exception = register_class_Async_ChannelException(async_ce_async_exception);
	async_ce_pool_timeout_exception =
		register_class_Async_PoolTimeoutException(async_ce_pool_exception);
	async_ce_service_unavailable_exception =
		register_class_Async_ServiceUnavailableException(async_ce_async_exception);
	async_ce_timeout_exception = register_class_Async_TimeoutException(zend_ce_exception);
	async_ce_cancellation = register_class_Async_AsyncCancellation(zend_ce_error);
	async_ce_operation_canceled =
		register_class_Async_OperationCanceledException(async_ce_cancellation);
	async_ce_deadlock_error = register_class_Async_DeadlockError(zend_ce_error);
	async_ce_composite_exception = register_class_Async_CompositeException(zend_ce_exception);
}
