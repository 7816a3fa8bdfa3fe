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

/* What the files of the extension share: the module's globals and the objects that the
 * scheduler moves around. Other extensions use Zend/zend_async_API.h, never this. */

#ifndef PHP_ASYNC_H
#define PHP_ASYNC_H

#include "php.h"
#include "zend_async_API.h"
#include "zend_fibers.h"
#include "php_async_version.h"

extern zend_module_entry async_module_entry;
#define phpext_async_ptr &async_module_entry

typedef struct _async_coroutine_t async_coroutine_t;
typedef struct _async_context_t async_context_t;
typedef struct _async_timer_t async_timer_t;
typedef struct _async_error_handlers_t async_error_handlers_t;
typedef struct _async_reactor_t async_reactor_t;
typedef struct _async_stack_slab_t async_stack_slab_t;

/* What recent bursts needed; see context_spares.c. */
typedef struct _async_spares_t {
	/* The most contexts that ran coroutines at once: in this period, and in the one before. */
	uint32_t peak;
	uint32_t peak_before;
	uint64_t period_began_ns;
} async_spares_t;

typedef enum _async_phase {
	ASYNC_PHASE_OFF,      /* no coroutine was ever started in this request */
	ASYNC_PHASE_RUNNING,
	ASYNC_PHASE_EXITING,  /* exit() was called: the main script unwinds, nothing else starts */
	ASYNC_PHASE_OVER      /* objects are being destroyed: nothing suspends any more */
} async_phase;

ZEND_BEGIN_MODULE_GLOBALS(async)
	async_phase phase;

	/* Coroutines that can run, in the order in which they became so. */
	zend_async_list_t ready;

	/* All that have not finished, oldest first, the main one included. */
	zend_async_list_t alive;

	/* Finished with an exception that was not seen. */
	zend_async_list_t failed;

	async_coroutine_t *main;

	/* How many unfinished ones the end of the script waits for. */
	uint32_t pending_count;
	/* The main coroutine has reached its end and waits for pending_count to drop to 0. */
	bool main_waits_for_all;

	/* In a forked child: the main script went on in the parent only. */
	bool main_is_lost;

	/* Set when the main coroutine is to learn of a deadlock. */
	zend_string *deadlock_message;

	uint64_t last_id;

	/* Stacks that run nothing at the moment, most recently used first, and all there are (lists
	 * of async_context_t). */
	zend_async_list_t free_contexts;
	uint32_t free_context_count;
	/* How many spare ones are worth keeping; see context_spares.c. */
	async_spares_t spares;
	/* Their memory; see stack_slab.c. */
	zend_async_list_t stack_slabs;
	async_stack_slab_t **slab_to_take;
	async_stack_slab_t *slab_to_give;
	uint32_t next_slab_size;
	zend_async_list_t contexts;
	uint32_t context_count;
	async_context_t *dead_context;
	/* Of Fibers that abandoned coroutines are in; see ends.c. */
	zend_async_list_t lost_stacks;

	/* Where a coroutine that is being destroyed returns to, instead of to the next ready one. */
	zend_fiber_context *destroyer;

	/* Contexts of Fibers => depth of protection, or NULL; see protect.c. */
	HashTable *protected_fibers;

	/* Nesting of reactor callbacks. */
	uint32_t in_reactor;
	/* Whose values are in the executor's globals; see error_handlers.h. */
	async_error_handlers_t *error_handlers;
	/* set_error_handler() is in effect; while it runs, EG(user_error_handler) is unset. */
	bool has_error_handler;

	/* Handlers of the main coroutine that all share; see engine_state.c. */
	int output_base_level;

	/* When the clock was looked at last, and how many switches until it is again. */
	uint64_t last_look_ns;
	uint32_t switches_to_look;
	uint32_t look_interval;

	async_reactor_t *reactor;

	/* All pools of the thread. */
	zend_async_list_t pools;

	/* While somebody waits in line; see pool_garbage.c. */
	zend_async_timer_event_t *garbage_timer;
	zend_async_callback_t on_garbage_timer;
	/* A collector was started before a deadlock is reported, and has found nothing yet. */
	bool garbage_was_none;

	zend_long threadpool_size;

#if ZEND_DEBUG
	/* For tests; see scheduler.c. */
	zend_long scheduler_seed;
	uint32_t random_state;
#endif
ZEND_END_MODULE_GLOBALS(async)

ZEND_EXTERN_MODULE_GLOBALS(async)

#define ASYNC_G(v) ZEND_MODULE_GLOBALS_ACCESSOR(async, v)

#if defined(ZTS) && defined(COMPILE_DL_ASYNC)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

/* Something that will be needed soon is fetched into the processor's caches. */
#if defined(__GNUC__) || defined(__clang__)
# define ASYNC_PREFETCH(address) __builtin_prefetch(address)
#else
# define ASYNC_PREFETCH(address) (void) (address)
#endif

/* A function of PHP whose handler is replaced as long as the module is loaded. */
typedef struct _async_wrapped_function_t {
	const char *name;
	zif_handler wrapper;
	zif_handler *stock;
} async_wrapped_function_t;

void async_wrap_functions(const async_wrapped_function_t *functions, size_t count, bool wrap);

#endif /* PHP_ASYNC_H */
