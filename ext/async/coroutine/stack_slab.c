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

/* Memory for stacks: one mapping for many of them.
 *
 * A mapping for each stack costs the kernel more than all that a short coroutine does. A slab is
 * mapped and unmapped as a whole; between that, a stack that was given back keeps its guard page,
 * and its memory until async_stack_slabs_clean(). Which stacks are kept as spares is decided in
 * context.c. Stacks of Fibers are the engine's business. */

#include "stack_slab.h"
#include "zend_fiber_stacks.h"
#include "zend_mmap.h"

#ifndef PHP_WIN32
# include <sys/mman.h>
# if defined(__linux__) && !defined(MADV_GUARD_INSTALL)
#  define MADV_GUARD_INSTALL 102
# endif
# ifndef MAP_STACK
#  define MAP_STACK 0
# endif

/* A few coroutines do not reserve address space for many. */
#define FIRST_SLAB 4
#define LARGEST_SLAB 64

struct _async_stack_slab_t {
	/* In ASYNC_G(stack_slabs): slabs with a free stack first. */
	zend_async_list_node_t node;
	char *memory;
	/* Of one stack, with its guard at the lower end. */
	size_t stack_size;
	uint32_t count;
	uint32_t used;
	/* A bit for each stack: it can be taken; it has its guard; it may have memory. */
	uint64_t free;
	uint64_t guarded;
	uint64_t soiled;
};

static char *stack_at(const async_stack_slab_t *slab, uint32_t index)
{
	return slab->memory + index * slab->stack_size;
}

/* {{{ Slabs */
static void *map(size_t size)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);

	if (memory == MAP_FAILED) {
		return NULL;
	}
#ifdef MADV_NOHUGEPAGE
	(void) madvise(memory, size, MADV_NOHUGEPAGE);
#endif
	zend_mmap_set_name(memory, size, "async_stacks");
	return memory;
}

/* NULL: no memory, not even for a single stack. */
static async_stack_slab_t *slab_new(size_t stack_size)
{
	uint32_t count = ASYNC_G(next_slab_size) ? ASYNC_G(next_slab_size) : FIRST_SLAB;
	void *memory = map(count * stack_size);

	if (!memory) {
		count = 1;
		memory = map(stack_size);
	}
	if (!memory) {
		return NULL;
	}
	ASYNC_G(next_slab_size) = MIN(2 * count, LARGEST_SLAB);
	async_stack_slab_t *slab = pecalloc(1, sizeof(*slab), true);
	slab->memory = memory;
	slab->stack_size = stack_size;
	slab->count = count;
	slab->free = UINT64_MAX >> (64 - count);
	zend_async_list_add_first(&ASYNC_G(stack_slabs), &slab->node);
	return slab;
}

static void slab_free(async_stack_slab_t *slab)
{
	zend_async_list_remove(&slab->node);
	munmap(slab->memory, slab->count * slab->stack_size);
	pefree(slab, true);
}

static async_stack_slab_t *slab_with_room(size_t stack_size)
{
	zend_async_list_node_t *node = zend_async_list_first(&ASYNC_G(stack_slabs));

	if (node) {
		async_stack_slab_t *slab = ZEND_CONTAINER_OF(node, async_stack_slab_t, node);
		if (slab->free && slab->stack_size == stack_size) {
			return slab;
		}
	}
	return slab_new(stack_size);
}
/* }}} */

/* {{{ Stacks */

/* The guards of Linux 6.13 do not split the mapping; memory checkers know mprotect() only. */
static zend_result install_guard(void *page, size_t size)
{
#ifdef MADV_GUARD_INSTALL
	if (is_zend_mm() && madvise(page, size, MADV_GUARD_INSTALL) == 0) {
		return SUCCESS;
	}
#endif
	return mprotect(page, size, PROT_NONE) == 0 ? SUCCESS : FAILURE;
}

static void move_to_end(async_stack_slab_t *slab)
{
	zend_async_list_remove(&slab->node);
	zend_async_list_add_last(&ASYNC_G(stack_slabs), &slab->node);
}

static uint32_t lowest_bit(uint64_t bits)
{
	return (uint32_t) __builtin_ctzll(bits);
}

/* NULL: the engine maps the stack itself, or says why it cannot. */
static void *take_stack(size_t size, size_t guard_size)
{
	async_stack_slab_t **taken = ASYNC_G(slab_to_take);

	if (!taken) {
		return NULL;
	}
	ASYNC_G(slab_to_take) = NULL;
	async_stack_slab_t *slab = slab_with_room(size);
	if (!slab) {
		return NULL;
	}
	uint32_t index = lowest_bit(slab->free);
	uint64_t bit = UINT64_C(1) << index;
	if (!(slab->guarded & bit) && install_guard(stack_at(slab, index), guard_size) == FAILURE) {
		return NULL;
	}
	slab->guarded |= bit;
	slab->free &= ~bit;
	slab->used++;
	if (!slab->free) {
		move_to_end(slab);
	}
	*taken = slab;
	return stack_at(slab, index);
}

/* false: not from a slab. */
static bool give_stack(void *stack, size_t size)
{
	async_stack_slab_t *slab = ASYNC_G(slab_to_give);

	if (!slab) {
		return false;
	}
	ASYNC_G(slab_to_give) = NULL;
	uint64_t bit = UINT64_C(1) << (((char *) stack - slab->memory) / slab->stack_size);
	ZEND_ASSERT(!(slab->free & bit) && slab->stack_size == size);
	slab->soiled |= bit;
	if (--slab->used == 0) {
		slab_free(slab);
		return true;
	}
	if (!slab->free) {
		zend_async_list_remove(&slab->node);
		zend_async_list_add_first(&ASYNC_G(stack_slabs), &slab->node);
	}
	slab->free |= bit;
	return true;
}

static void clean(async_stack_slab_t *slab)
{
	size_t page_size = zend_get_page_size();
	uint64_t soiled = slab->soiled & slab->free;

	slab->soiled = 0;
	while (soiled) {
		uint32_t index = lowest_bit(soiled);
		soiled &= soiled - 1;
		(void) madvise(stack_at(slab, index) + page_size, slab->stack_size - page_size,
			MADV_DONTNEED);
	}
}

/* Those without a free stack are at the end. */
void async_stack_slabs_clean(void)
{
	ZEND_ASYNC_LIST_FOREACH(&ASYNC_G(stack_slabs), async_stack_slab_t, node, slab) {
		if (!slab->free) {
			break;
		}
		clean(slab);
	} ZEND_ASYNC_LIST_FOREACH_END();
}
/* }}} */

void async_stack_slab_take_next(async_stack_slab_t **slab)
{
	ASYNC_G(slab_to_take) = slab;
}

void async_stack_slab_give_next(async_stack_slab_t *slab)
{
	ASYNC_G(slab_to_give) = slab;
}

void async_stack_slabs_startup(void)
{
	zend_fiber_take_stack = take_stack;
	zend_fiber_give_stack = give_stack;
}

void async_stack_slabs_shutdown(void)
{
	zend_fiber_take_stack = NULL;
	zend_fiber_give_stack = NULL;
}
#else
void async_stack_slab_take_next(async_stack_slab_t **slab)
{
}

void async_stack_slab_give_next(async_stack_slab_t *slab)
{
}

void async_stack_slabs_clean(void)
{
}

void async_stack_slabs_startup(void)
{
}

void async_stack_slabs_shutdown(void)
{
}
#endif
