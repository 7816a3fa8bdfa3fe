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

/* How many stacks the kernel allows.
 *
 * Linux limits the mappings of a process (vm.max_map_count). A guard page made by mprotect() splits
 * its stack in two; the guards of Linux 6.13 do not, and then memory alone is the limit. When
 * mappings run out, not only the next stack cannot be had: malloc() fails as well, anywhere. So
 * some are left for others. */

#include "stack_limit.h"
#ifdef __linux__
# include <stdio.h>
# include <sys/mman.h>
# include <unistd.h>
# ifndef MADV_GUARD_INSTALL
#  define MADV_GUARD_INSTALL 102
# endif

#define MAPPINGS_PER_STACK 2
#define MAPPINGS_FOR_OTHERS 4096

/* The question that Zend/zend_fibers.c asks for each stack. */
static bool guards_split_mappings(void)
{
	size_t size = (size_t) sysconf(_SC_PAGESIZE);
	void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	bool guarded;

	if (page == MAP_FAILED) {
		return true;
	}
	guarded = is_zend_mm() && madvise(page, size, MADV_GUARD_INSTALL) == 0;
	munmap(page, size);
	return !guarded;
}

static unsigned long mappings_allowed(void)
{
	FILE *file = fopen("/proc/sys/vm/max_map_count", "r");
	unsigned long count = 65530;

	if (file) {
		if (fscanf(file, "%lu", &count) != 1) {
			count = 65530;
		}
		fclose(file);
	}
	return count;
}

static uint32_t find_limit(void)
{
	unsigned long count;

	if (!guards_split_mappings()) {
		return UINT32_MAX;
	}
	count = mappings_allowed();
	/* Also where hardly any are allowed, a few coroutines may try. */
	count = count > 2 * MAPPINGS_FOR_OTHERS ? count - MAPPINGS_FOR_OTHERS : count / 2;
	return (uint32_t) MIN(UINT32_MAX, count / MAPPINGS_PER_STACK);
}
#else
static uint32_t find_limit(void)
{
	return UINT32_MAX;
}
#endif

/* Threads that ask at the same time find the same. */
uint32_t async_stack_limit(void)
{
	static uint32_t limit;

	if (!limit) {
		limit = find_limit();
	}
	return limit;
}
