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

/* ZendAsyncTest\Gate: one coroutine waits, another opens. Lets a test decide in which order
 * things happen, without timers. */

#include "zend_async_test.h"
#include "zend_async_API.h"

typedef struct _gate {
	/* The coroutine that waits, or NULL. Its call of wait() holds the object. */
	zend_coroutine_t *waiting;
	zend_object std;
} gate;

static zend_object_handlers gate_handlers;

static gate *gate_of(zval *object)
{
	return ZEND_CONTAINER_OF(Z_OBJ_P(object), gate, std);
}

PHP_METHOD(ZendAsyncTest_Gate, wait)
{
	gate *self = gate_of(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_NONE();

	if (self->waiting || !ZEND_ASYNC_CAN_SUSPEND()) {
		zend_throw_error(NULL,
			self->waiting ? "A coroutine waits at this gate already" : "Cannot wait here");
		RETURN_THROWS();
	}
	self->waiting = ZEND_ASYNC_CURRENT_COROUTINE;
	ZEND_ASYNC_SUSPEND();
	self->waiting = NULL;
}

PHP_METHOD(ZendAsyncTest_Gate, open)
{
	gate *self = gate_of(ZEND_THIS);

	ZEND_PARSE_PARAMETERS_NONE();

	if (!self->waiting) {
		RETURN_FALSE;
	}
	ZEND_ASYNC_RESUME(self->waiting);
	RETURN_TRUE;
}

static zend_object *create_object(zend_class_entry *ce)
{
	gate *self = zend_object_alloc(sizeof(*self), ce);

	zend_object_std_init(&self->std, ce);
	object_properties_init(&self->std, ce);
	return &self->std;
}

void zend_async_test_gate_startup(zend_class_entry *ce)
{
	ce->create_object = create_object;
	ce->default_object_handlers = &gate_handlers;
	gate_handlers = std_object_handlers;
	gate_handlers.offset = XtOffsetOf(gate, std);
	gate_handlers.clone_obj = NULL;
}
