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

/* Errors that come out of a connecter and are thrown in the coroutine that waits for it. */

#include "pool_aside.h"
#include "coroutine/coroutine.h"
#include "scheduler/scheduler.h"
#include "zend_builtin_functions.h"
#include "zend_exceptions.h"

static zend_class_entry *base_class(const zend_object *error)
{
	return instanceof_function(error->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
}

static bool is_of_the_moment(const zend_property_info *info)
{
	static const char *const names[] = {"file", "line", "trace", "previous", "string"};
	const char *name = zend_get_unmangled_property_name(info->name);

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strcmp(name, names[i]) == 0) {
			return true;
		}
	}
	return false;
}

/* With the trace of the current coroutine. */
static zend_object *copy_here(const zend_object *error)
{
	zend_class_entry *ce = error->ce;
	zval copy;

	object_init_ex(&copy, ce);
	for (int i = 0; i < ce->default_properties_count; i++) {
		const zend_property_info *info = ce->properties_info_table[i];
		zval *from = &((zend_object *) error)->properties_table[i];
		zval *to = &Z_OBJ(copy)->properties_table[i];

		if (info && !is_of_the_moment(info)) {
			zval_ptr_dtor(to);
			ZVAL_COPY_DEREF(to, from);
		}
	}
	return Z_OBJ(copy);
}

static void set_property(zend_object *error, zend_known_string_id name, zval *value)
{
	zend_update_property_ex(base_class(error), error, ZSTR_KNOWN(name), value);
	zval_ptr_dtor(value);
}

zend_object *async_pool_copy_error(const zend_object *error)
{
	zend_object *copy = copy_here(error);
	zval none;

	ZVAL_EMPTY_ARRAY(&none);
	set_property(copy, ZEND_STR_TRACE, &none);
	return copy;
}

void async_pool_throw_copy(const zend_object *error)
{
	async_scheduler_throw(copy_here(error));
}

/* Frames of a callback that the connecter has called stay in front of those of the caller. */
static void append_trace(zval *trace, zval *callers)
{
	zval *frame;

	SEPARATE_ARRAY(trace);
	ZEND_HASH_FOREACH_VAL(Z_ARRVAL_P(callers), frame) {
		Z_TRY_ADDREF_P(frame);
		zend_hash_next_index_insert(Z_ARRVAL_P(trace), frame);
	} ZEND_HASH_FOREACH_END();
}

static void set_place(zend_object *error)
{
	zval value;

	ZVAL_STR_COPY(&value, zend_get_executed_filename_ex()
		? zend_get_executed_filename_ex() : ZSTR_EMPTY_ALLOC());
	set_property(error, ZEND_STR_FILE, &value);
	ZVAL_LONG(&value, zend_get_executed_lineno());
	set_property(error, ZEND_STR_LINE, &value);
}

void async_pool_throw_here(zend_object *error)
{
	zval rv, trace, callers;
	zval *own = zend_read_property_ex(
		base_class(error), error, ZSTR_KNOWN(ZEND_STR_TRACE), true, &rv);

	zend_fetch_debug_backtrace(&callers, 0,
		EG(exception_ignore_args) ? DEBUG_BACKTRACE_IGNORE_ARGS : 0, 0);
	if (Z_TYPE_P(own) != IS_ARRAY || zend_hash_num_elements(Z_ARRVAL_P(own)) == 0) {
		set_place(error);
		ZVAL_COPY(&trace, &callers);
	} else {
		ZVAL_COPY(&trace, own);
		append_trace(&trace, &callers);
	}
	zval_ptr_dtor(&callers);
	set_property(error, ZEND_STR_TRACE, &trace);
	async_scheduler_throw(error);
}
