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

/* What users of a resource may do beside release(): discard it, or leave both ends to use(). */

#include "pool_call.h"
#include "pool_entry.h"
#include "exceptions.h"

/* {{{ discard() */
static void report_broken(async_pool_t *pool)
{
	zend_object *error = async_new_exception(async_ce_pool_exception,
		"The resource was discarded by its user");

	async_circuit_report_failure(pool, error);
	OBJ_RELEASE(error);
}

/* The entry is OUT. */
static void discard(async_pool_t *pool, async_pool_entry_t *entry)
{
	async_pool_entry_set_state(pool, entry, ASYNC_POOL_ENTRY_HELD);
	if (pool->base.strategy.object && !async_pool_is_closed(pool)) {
		report_broken(pool);
	}
	async_pool_discard(pool, entry,
		async_pool_is_closed(pool) ? ZEND_ASYNC_POOL_CLOSED : ZEND_ASYNC_POOL_DISCARDED);
	async_pool_give_back(pool, entry);
}

zend_result async_pool_discard_resource(zend_async_pool_t *base, zval *resource)
{
	async_pool_t *pool = async_pool_from_base(base);
	async_pool_entry_t *entry = async_pool_index_find(&pool->out, resource);
	async_pool_inflight_t inflight;
	bool has_thrown;

	if (!entry || entry->state != ASYNC_POOL_ENTRY_OUT) {
		return async_pool_release_entry(pool, entry);
	}
	async_pool_addref(pool);
	async_pool_inflight_begin(&inflight);
	discard(pool, entry);
	has_thrown = EG(exception) != NULL;
	async_pool_inflight_end(&inflight);
	async_pool_delref(pool);
	return has_thrown ? FAILURE : SUCCESS;
}
/* }}} */

/* {{{ use() */

/* The entry that this call of use() took, as long as it is out: not after the callable has released
 * or discarded it, even if another coroutine has the same resource now. */
static async_pool_entry_t *find_leased(async_pool_t *pool, const zval *resource, uint64_t lease)
{
	uint64_t key = async_pool_index_key(resource);
	async_pool_entry_t *entry =
		pool->out.buckets[async_pool_index_slot(&pool->out, key)];

	while (entry && !(entry->lease == lease && async_pool_entry_holds(entry, resource, key))) {
		entry = entry->index.next;
	}
	return entry;
}

/* An entry that was given out just now is the first one with its resource. */
static uint64_t lease_out(async_pool_t *pool, const zval *resource)
{
	async_pool_entry_t *entry = async_pool_index_find(&pool->out, resource);

	entry->lease = ++pool->last_lease;
	return entry->lease;
}

static void call_work(zend_fcall_info *fci, zend_fcall_info_cache *fcc, zval *resource,
	zval *result)
{
	fci->retval = result;
	fci->params = resource;
	fci->param_count = 1;
	zend_call_function(fci, fcc);
}

zend_result async_pool_use(async_pool_t *pool, zend_fcall_info *fci, zend_fcall_info_cache *fcc,
		zend_long timeout, zval *result)
{
	async_pool_entry_t *entry;
	uint64_t lease;
	zval resource;

	if (async_pool_acquire(&pool->base, &resource, timeout) == FAILURE) {
		return FAILURE;
	}
	async_pool_addref(pool);
	lease = lease_out(pool, &resource);
	call_work(fci, fcc, &resource, result);
	if (Z_ISREF_P(result)) {
		zend_unwrap_reference(result);
	}
	entry = find_leased(pool, &resource, lease);
	if (entry) {
		/* Both it and an exception in flight survive. */
		(void) async_pool_release_entry(pool, entry);
	}
	zval_ptr_dtor(&resource);
	async_pool_delref(pool);
	if (EG(exception)) {
		zval_ptr_dtor(result);
		ZVAL_NULL(result);
		return FAILURE;
	}
	return ZEND_ASYNC_SWITCH_POINT();
}
/* }}} */
