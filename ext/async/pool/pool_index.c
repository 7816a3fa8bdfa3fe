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

/* Growth of the index of resources that are out, and the keys of values. Lookup and links are in
 * the headers, to be inlined. */

#include "pool_entry.h"

#define MIN_BUCKETS_LOG2 3

static void allocate(async_pool_index_t *index, uint32_t log2)
{
	index->buckets = ecalloc((size_t) 1 << log2, sizeof(async_pool_entry_t *));
	index->shift = 64 - log2;
}

void async_pool_index_init(async_pool_index_t *index)
{
	allocate(index, MIN_BUCKETS_LOG2);
}

void async_pool_index_free(async_pool_index_t *index)
{
	efree(index->buckets);
	index->buckets = NULL;
}

static void rehash(async_pool_index_t *index, uint32_t log2)
{
	async_pool_entry_t **old = index->buckets;
	size_t old_count = (size_t) 1 << (64 - index->shift);

	allocate(index, log2);
	for (size_t i = 0; i < old_count; i++) {
		async_pool_entry_t *entry = old[i];
		while (entry) {
			async_pool_entry_t *next = entry->index.next;
			async_pool_index_insert(index, entry);
			entry = next;
		}
	}
	efree(old);
}

void async_pool_index_reserve(async_pool_index_t *index, uint32_t count)
{
	uint32_t log2 = 64 - index->shift;

	if (count > ((uint64_t) 1 << log2)) {
		rehash(index, log2 + 1);
	}
}

uint64_t async_pool_index_key_of_value(const zval *resource)
{
	switch (Z_TYPE_P(resource)) {
		case IS_LONG:
			return (uint64_t) Z_LVAL_P(resource);
		case IS_STRING:
			return (uint64_t) zend_string_hash_val(Z_STR_P(resource));
		case IS_DOUBLE: {
			uint64_t bits;
			memcpy(&bits, &Z_DVAL_P(resource), sizeof(bits));
			return bits;
		}
		default:
			return 0;
	}
}
