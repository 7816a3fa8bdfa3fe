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

/* Counts the blocks that Zend's allocator gives out, by a heap that passes everything on to the one
 * that was there before. Memory that libraries allocate is not seen. */

#include "zend_async_test.h"
#include "zend_alloc.h"
#include "zend_exceptions.h"

#ifdef ZTS
# define PER_THREAD TSRM_TLS
#else
# define PER_THREAD
#endif

static PER_THREAD zend_mm_heap *original_heap;
static PER_THREAD zend_mm_heap *counting_heap;
static PER_THREAD zend_long allocation_count;

/* USE_ZEND_ALLOC=0 puts its own handlers into the original heap. */
static void *count_malloc(size_t size ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC)
{
	void *ptr;

	allocation_count++;
	zend_mm_set_heap(original_heap);
	ptr = _emalloc(size ZEND_FILE_LINE_RELAY_CC ZEND_FILE_LINE_ORIG_RELAY_CC);
	zend_mm_set_heap(counting_heap);
	return ptr;
}

static void count_free(void *ptr ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC)
{
	zend_mm_set_heap(original_heap);
	_efree(ptr ZEND_FILE_LINE_RELAY_CC ZEND_FILE_LINE_ORIG_RELAY_CC);
	zend_mm_set_heap(counting_heap);
}

static void *count_realloc(void *ptr, size_t size ZEND_FILE_LINE_DC ZEND_FILE_LINE_ORIG_DC)
{
	allocation_count++;
	zend_mm_set_heap(original_heap);
	ptr = _erealloc(ptr, size ZEND_FILE_LINE_RELAY_CC ZEND_FILE_LINE_ORIG_RELAY_CC);
	zend_mm_set_heap(counting_heap);
	return ptr;
}

static void end_counting(void)
{
	zend_mm_set_heap(original_heap);
	zend_mm_set_custom_handlers(counting_heap, NULL, NULL, NULL);
	zend_mm_shutdown(counting_heap, true, true);
	counting_heap = NULL;
}

ZEND_FUNCTION(ZendAsyncTest_start_counting_allocations)
{
	ZEND_PARSE_PARAMETERS_NONE();

	if (counting_heap) {
		zend_throw_error(NULL, "Allocations are being counted already");
		RETURN_THROWS();
	}
	allocation_count = 0;
	original_heap = zend_mm_get_heap();
	counting_heap = zend_mm_startup();
	zend_mm_set_custom_handlers(counting_heap, count_malloc, count_free, count_realloc);
	zend_mm_set_heap(counting_heap);
}

ZEND_FUNCTION(ZendAsyncTest_stop_counting_allocations)
{
	zend_long count = allocation_count;

	ZEND_PARSE_PARAMETERS_NONE();

	if (!counting_heap) {
		zend_throw_error(NULL, "Allocations are not being counted");
		RETURN_THROWS();
	}
	end_counting();
	RETURN_LONG(count);
}
