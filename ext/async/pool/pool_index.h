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

/* The resources that are out of a pool, found by identity in constant time: a chained hash
 * table whose links are in the entries.
 *
 * Identity: objects, resources, arrays and C pointers are the same when they are the same in
 * memory; an array that was changed after acquire() is another one. Strings, numbers and
 * booleans have no identity but their value: of several equal ones any is as good as
 * another. */

#ifndef ASYNC_POOL_INDEX_H
#define ASYNC_POOL_INDEX_H

#include "pool_ring.h"

typedef struct _async_pool_index_t {
	async_pool_entry_t **buckets;
	/* 64 - log2 of the number of buckets. */
	uint32_t shift;
} async_pool_index_t;

/* The part of an entry that the index uses. key is 0 for a type without a value; link is the
 * pointer that points here. */
typedef struct _async_pool_index_node_t {
	async_pool_entry_t *next;
	uint64_t key;
	async_pool_entry_t **link;
} async_pool_index_node_t;

void async_pool_index_init(async_pool_index_t *index);
void async_pool_index_free(async_pool_index_t *index);

/* Makes room for count entries in all; entries that are in the index stay in it. */
void async_pool_index_reserve(async_pool_index_t *index, uint32_t count);

/* The key of a value that is no pointer. */
uint64_t async_pool_index_key_of_value(const zval *resource);

/* Objects, arrays, resources and C pointers: one comparison tells them from values. */
static zend_always_inline bool async_pool_index_is_pointer(const zval *resource)
{
	return Z_TYPE_P(resource) > IS_STRING;
}

static zend_always_inline uint64_t async_pool_index_key(const zval *resource)
{
	return async_pool_index_is_pointer(resource)
		? (uint64_t) (uintptr_t) Z_PTR_P(resource) : async_pool_index_key_of_value(resource);
}

/* Multiplication moves the information of all bits to the upper ones. */
static zend_always_inline size_t async_pool_index_slot(
		const async_pool_index_t *index, uint64_t key)
{
	return (size_t) ((key * UINT64_C(0x9E3779B97F4A7C15)) >> index->shift);
}

#endif /* ASYNC_POOL_INDEX_H */
