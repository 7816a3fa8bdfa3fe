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

/* The functions await() and await_*(): from the arguments of the user to a wait, and from its
 * outcome to arrays, results and exceptions. Waiting itself is in wait.c. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"
#include "ext/spl/spl_iterators.h"
#include "channel/channel.h"
#include "completable.h"
#include "exceptions.h"
#include "wait.h"

/* {{{ Arguments */
static zend_result check_not_current(zend_object *object)
{
	zend_coroutine_t *current = ZEND_ASYNC_CURRENT_COROUTINE;

	if (object && current && async_completable_event(object) == &current->event) {
		zend_throw_error(NULL, "A coroutine cannot await itself");
		return FAILURE;
	}
	return SUCCESS;
}

static zend_result check_trigger(zval *value, uint32_t arg_num)
{
	ZVAL_DEREF(value);
	if (Z_TYPE_P(value) != IS_OBJECT
			|| !instanceof_function(Z_OBJCE_P(value), async_ce_completable)) {
		zend_argument_type_error(arg_num, "must contain only Async\\Completable objects, %s given",
			zend_zval_value_name(value));
		return FAILURE;
	}
	return check_not_current(Z_OBJ_P(value));
}

/* Takes the reference to value over. */
static zend_result add_trigger(HashTable *triggers, zval *key, zval *value, uint32_t arg_num)
{
	zend_ulong index;
	zval *added = NULL;

	if (Z_TYPE_P(key) != IS_LONG && Z_TYPE_P(key) != IS_STRING) {
		zend_argument_type_error(arg_num, "must have keys of type int|string, %s given",
			zend_zval_value_name(key));
	} else {
		if (Z_TYPE_P(key) == IS_LONG) {
			added = zend_hash_index_add(triggers, Z_LVAL_P(key), value);
		} else if (ZEND_HANDLE_NUMERIC_STR(Z_STRVAL_P(key), Z_STRLEN_P(key), index)) {
			added = zend_hash_index_add(triggers, index, value);
		} else {
			added = zend_hash_add(triggers, Z_STR_P(key), value);
		}
		if (!added) {
			zend_argument_value_error(arg_num, "must not have the same key twice");
		}
	}
	if (!added) {
		zval_ptr_dtor(value);
	}
	return added ? SUCCESS : FAILURE;
}

typedef struct _collection_t {
	HashTable *triggers;
	uint32_t arg_num;
	/* Or NULL. */
	zend_object *token;
} collection_t;

/* true: exception thrown. */
static bool is_canceled(const collection_t *collection)
{
	if (collection->token
			&& (async_completable_event(collection->token)->flags & ZEND_ASYNC_EVENT_CLOSED)) {
		async_throw_canceled_by(collection->token);
		return true;
	}
	return false;
}

static void current_key(zend_object_iterator *iterator, collection_t *collection, zval *key)
{
	if (iterator->funcs->get_current_key) {
		iterator->funcs->get_current_key(iterator, key);
	} else {
		ZVAL_LONG(key, zend_hash_num_elements(collection->triggers));
	}
}

static int collect_trigger(zend_object_iterator *iterator, void *arg)
{
	collection_t *collection = arg;
	zval *current = iterator->funcs->get_current_data(iterator);
	zval key, value;

	if (EG(exception) || !current || is_canceled(collection)
			|| check_trigger(current, collection->arg_num) == FAILURE) {
		return ZEND_HASH_APPLY_STOP;
	}
	/* key() of the user may do away with what current() gave. */
	ZVAL_COPY_DEREF(&value, current);
	ZVAL_UNDEF(&key);
	current_key(iterator, collection, &key);
	if (EG(exception)) {
		zval_ptr_dtor(&value);
		return ZEND_HASH_APPLY_STOP;
	}
	zend_result added = add_trigger(collection->triggers, &key, &value, collection->arg_num);
	zval_ptr_dtor(&key);
	return added == SUCCESS ? ZEND_HASH_APPLY_KEEP : ZEND_HASH_APPLY_STOP;
}

static HashTable *triggers_of_array(HashTable *array, uint32_t arg_num)
{
	zval *value;

	ZEND_HASH_FOREACH_VAL(array, value) {
		if (check_trigger(value, arg_num) == FAILURE) {
			return NULL;
		}
	} ZEND_HASH_FOREACH_END();
	GC_TRY_ADDREF(array);
	return array;
}

/* Until the channel is closed and empty. The token ends the wait for the next value. FAILURE:
 * exception thrown. may suspend */
static zend_result collect_from_channel(async_channel_t *channel, collection_t *collection)
{
	zval key, value;

	if (!channel) {
		return FAILURE;
	}
	while (!is_canceled(collection)
			&& async_channel_next(channel, &value, collection->token) == SUCCESS) {
		if (Z_ISUNDEF(value)) {
			return SUCCESS;
		}
		if (check_trigger(&value, collection->arg_num) == FAILURE) {
			zval_ptr_dtor(&value);
			break;
		}
		ZVAL_LONG(&key, zend_hash_num_elements(collection->triggers));
		add_trigger(collection->triggers, &key, &value, collection->arg_num);
	}
	return FAILURE;
}

/* All objects of the iterable by key, owned by the caller; NULL: exception thrown. The code of
 * an iterator may do anything, wait included: that is over before the first object is awaited.
 * The token is asked before each object. may suspend */
static HashTable *triggers_of(zval *iterable, uint32_t arg_num, zend_object *token)
{
	if (Z_TYPE_P(iterable) == IS_ARRAY) {
		return triggers_of_array(Z_ARRVAL_P(iterable), arg_num);
	}

	collection_t collection =
		{ .triggers = zend_new_array(0), .arg_num = arg_num, .token = token };
	zend_result collected = Z_OBJCE_P(iterable) == async_ce_channel
		? collect_from_channel(async_channel_of(Z_OBJ_P(iterable)), &collection)
		: spl_iterator_apply(iterable, collect_trigger, &collection);
	if (collected == FAILURE) {
		zend_array_release(collection.triggers);
		return NULL;
	}
	return collection.triggers;
}
/* }}} */

/* {{{ A wait for the objects of an iterable */
typedef struct _many_t {
	async_wait_t wait;
	/* Owns the keys that the waiters point to. */
	HashTable *triggers;
} many_t;

static async_waiter_t *waiters_of(HashTable *triggers)
{
	async_waiter_t *waiters =
		safe_emalloc(zend_hash_num_elements(triggers), sizeof(async_waiter_t), 0);
	async_waiter_t *waiter = waiters;
	zend_string *name;
	zend_ulong index;
	zval *value;

	ZEND_HASH_FOREACH_KEY_VAL(triggers, index, name, value) {
		ZVAL_DEREF(value);
		GC_ADDREF(Z_OBJ_P(value));
		waiter->object = Z_OBJ_P(value);
		waiter->name = name;
		waiter->index = index;
		waiter++;
	} ZEND_HASH_FOREACH_END();
	return waiters;
}

static void many_end(many_t *many)
{
	async_wait_release(&many->wait);
	efree(many->wait.waiters);
	zend_array_release(many->triggers);
}

/* Waits until wanted objects have succeeded, or all have ended. After SUCCESS the caller takes what
 * it needs and calls many_end(). may suspend */
static zend_result many_await(many_t *many, zval *iterable, uint32_t arg_num, zend_object *token,
	zend_ulong wanted, bool fail_fast)
{
	if (check_not_current(token) == FAILURE) {
		return FAILURE;
	}
	many->triggers = triggers_of(iterable, arg_num, token);
	if (!many->triggers) {
		return FAILURE;
	}

	uint32_t count = zend_hash_num_elements(many->triggers);
	async_wait_init(&many->wait, waiters_of(many->triggers), count, token);
	many->wait.wanted = (uint32_t) MIN(wanted, count);
	many->wait.fail_fast = fail_fast;

	zend_result ended = async_wait_run(&many->wait);
	if (ended == FAILURE) {
		many_end(many);
	}
	return ended;
}

/* "The first one" of none never comes. */
static zend_result check_not_empty(many_t *many, uint32_t arg_num)
{
	if (many->wait.count == 0) {
		zend_argument_value_error(arg_num, "must not be empty");
		return FAILURE;
	}
	return SUCCESS;
}
/* }}} */

/* {{{ Outcomes */
static void store(HashTable *array, const async_waiter_t *waiter, zval *value)
{
	if (waiter->name) {
		zend_hash_update(array, waiter->name, value);
	} else {
		zend_hash_index_update(array, waiter->index, value);
	}
}

static void store_outcome(HashTable *results, HashTable *errors, const async_waiter_t *waiter)
{
	zval value;
	zend_object *exception = async_completable_take(waiter->object, &value);

	if (!exception) {
		store(results, waiter, &value);
	} else {
		ZVAL_OBJ(&value, exception);
		store(errors, waiter, &value);
	}
}

static bool has_result(const async_waiter_t *waiter)
{
	return waiter->is_done && !async_completable_has_failed(waiter->object);
}

static void store_null_if_missing(HashTable *results, const async_waiter_t *waiter)
{
	zval null;

	if (!has_result(waiter)) {
		ZVAL_NULL(&null);
		store(results, waiter, &null);
	}
}

static void store_in_order_of_keys(
		const async_wait_t *wait, HashTable *results, HashTable *errors, bool fill_null)
{
	for (uint32_t i = 0; i < wait->count; i++) {
		const async_waiter_t *waiter = &wait->waiters[i];
		if (waiter->is_done) {
			store_outcome(results, errors, waiter);
		}
		if (fill_null) {
			store_null_if_missing(results, waiter);
		}
	}
}

static void store_in_order_of_completion(
		const async_wait_t *wait, HashTable *results, HashTable *errors, bool fill_null)
{
	for (const async_waiter_t *waiter = wait->first_done; waiter; waiter = waiter->next_done) {
		store_outcome(results, errors, waiter);
	}
	for (uint32_t i = 0; fill_null && i < wait->count; i++) {
		store_null_if_missing(results, &wait->waiters[i]);
	}
}

static void store_outcomes(const async_wait_t *wait, HashTable *results, HashTable *errors,
	bool preserve_key_order, bool fill_null)
{
	if (preserve_key_order) {
		store_in_order_of_keys(wait, results, errors, fill_null);
	} else {
		store_in_order_of_completion(wait, results, errors, fill_null);
	}
}

/* The result of a completed object, or its exception, thrown. */
static void deliver(zend_object *object, zval *return_value)
{
	zend_object *exception = async_completable_take(object, return_value);

	if (exception) {
		zend_throw_exception_internal(exception);
	}
}

/* [first, second]; takes both over. */
static void return_pair(zval *return_value, zval *first, zval *second)
{
	array_init_size(return_value, 2);
	zend_hash_next_index_insert(Z_ARRVAL_P(return_value), first);
	zend_hash_next_index_insert(Z_ARRVAL_P(return_value), second);
}

static void return_results_and_errors(
		many_t *many, zval *return_value, bool preserve_key_order, bool fill_null)
{
	zval results, errors;

	array_init(&results);
	array_init(&errors);
	store_outcomes(&many->wait, Z_ARRVAL(results), Z_ARRVAL(errors), preserve_key_order, fill_null);
	return_pair(return_value, &results, &errors);
}

/* Of a fail_fast wait: the first failure is the last one that completed. */
static void return_results_or_throw(
		many_t *many, zval *return_value, bool preserve_key_order, bool fill_null)
{
	if (many->wait.failed > 0) {
		deliver(many->wait.last_done->object, return_value);
		return;
	}
	array_init(return_value);
	store_outcomes(&many->wait, Z_ARRVAL_P(return_value), NULL, preserve_key_order, fill_null);
}

static void throw_composite(HashTable *errors)
{
	zend_object *composite = async_new_exception(async_ce_composite_exception,
		"None of the %u awaited objects succeeded", zend_hash_num_elements(errors));
	zval *error;

	ZEND_HASH_FOREACH_VAL(errors, error) {
		GC_ADDREF(Z_OBJ_P(error));
		async_composite_exception_add(composite, Z_OBJ_P(error));
	} ZEND_HASH_FOREACH_END();
	zend_throw_exception_internal(composite);
}

static void return_success_or_throw_all(many_t *many, zval *return_value)
{
	zval results, errors;

	array_init(&results);
	array_init(&errors);
	store_outcomes(&many->wait, Z_ARRVAL(results), Z_ARRVAL(errors), true, false);
	if (many->wait.failed == many->wait.done) {
		throw_composite(Z_ARRVAL(errors));
		zval_ptr_dtor(&errors);
	} else {
		zval result;
		async_completable_take(many->wait.last_done->object, &result);
		return_pair(return_value, &result, &errors);
	}
	zval_ptr_dtor(&results);
}
/* }}} */

/* {{{ Functions */
ZEND_FUNCTION(Async_await)
{
	zend_object *awaitable;
	zend_object *token = NULL;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_OBJ_OF_CLASS(awaitable, async_ce_completable)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
	ZEND_PARSE_PARAMETERS_END();

	if (check_not_current(awaitable) == FAILURE || check_not_current(token) == FAILURE) {
		RETURN_THROWS();
	}

	async_waiter_t waiter = { .object = awaitable };
	async_wait_t wait;
	GC_ADDREF(awaitable);
	async_wait_init(&wait, &waiter, 1, token);
	wait.wanted = 1;
	if (async_wait_run(&wait) == SUCCESS) {
		deliver(awaitable, return_value);
	}
	async_wait_release(&wait);
}

ZEND_FUNCTION(Async_await_all)
{
	zval *triggers;
	zend_object *token = NULL;
	bool preserve_key_order = true, fill_null = false;
	many_t many;

	ZEND_PARSE_PARAMETERS_START(1, 4)
		Z_PARAM_ITERABLE(triggers)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
		Z_PARAM_BOOL(preserve_key_order)
		Z_PARAM_BOOL(fill_null)
	ZEND_PARSE_PARAMETERS_END();

	if (many_await(&many, triggers, 1, token, UINT32_MAX, false) == FAILURE) {
		RETURN_THROWS();
	}
	return_results_and_errors(&many, return_value, preserve_key_order, fill_null);
	many_end(&many);
}

ZEND_FUNCTION(Async_await_all_or_fail)
{
	zval *triggers;
	zend_object *token = NULL;
	bool preserve_key_order = true;
	many_t many;

	ZEND_PARSE_PARAMETERS_START(1, 3)
		Z_PARAM_ITERABLE(triggers)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
		Z_PARAM_BOOL(preserve_key_order)
	ZEND_PARSE_PARAMETERS_END();

	if (many_await(&many, triggers, 1, token, UINT32_MAX, true) == FAILURE) {
		RETURN_THROWS();
	}
	return_results_or_throw(&many, return_value, preserve_key_order, false);
	many_end(&many);
}

ZEND_FUNCTION(Async_await_any_or_fail)
{
	zval *triggers;
	zend_object *token = NULL;
	many_t many;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ITERABLE(triggers)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
	ZEND_PARSE_PARAMETERS_END();

	if (many_await(&many, triggers, 1, token, 1, true) == FAILURE) {
		RETURN_THROWS();
	}
	if (check_not_empty(&many, 1) == SUCCESS) {
		deliver(many.wait.first_done->object, return_value);
	}
	many_end(&many);
}

ZEND_FUNCTION(Async_await_first_success)
{
	zval *triggers;
	zend_object *token = NULL;
	many_t many;

	ZEND_PARSE_PARAMETERS_START(1, 2)
		Z_PARAM_ITERABLE(triggers)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
	ZEND_PARSE_PARAMETERS_END();

	if (many_await(&many, triggers, 1, token, 1, false) == FAILURE) {
		RETURN_THROWS();
	}
	if (check_not_empty(&many, 1) == SUCCESS) {
		return_success_or_throw_all(&many, return_value);
	}
	many_end(&many);
}

static void await_any_of(INTERNAL_FUNCTION_PARAMETERS, bool fail_fast)
{
	zend_long count;
	zval *triggers;
	zend_object *token = NULL;
	bool preserve_key_order = true, fill_null = false;
	many_t many;

	ZEND_PARSE_PARAMETERS_START(2, 5)
		Z_PARAM_LONG(count)
		Z_PARAM_ITERABLE(triggers)
		Z_PARAM_OPTIONAL
		Z_PARAM_OBJ_OF_CLASS_OR_NULL(token, async_ce_completable)
		Z_PARAM_BOOL(preserve_key_order)
		Z_PARAM_BOOL(fill_null)
	ZEND_PARSE_PARAMETERS_END();

	if (count < 0) {
		zend_argument_value_error(1, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (many_await(&many, triggers, 2, token, (zend_ulong) count, fail_fast) == FAILURE) {
		RETURN_THROWS();
	}
	if (fail_fast) {
		return_results_or_throw(&many, return_value, preserve_key_order, fill_null);
	} else {
		return_results_and_errors(&many, return_value, preserve_key_order, fill_null);
	}
	many_end(&many);
}

ZEND_FUNCTION(Async_await_any_of)
{
	await_any_of(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

ZEND_FUNCTION(Async_await_any_of_or_fail)
{
	await_any_of(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}
/* }}} */
