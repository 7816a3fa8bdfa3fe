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

/* The module: start-up, settings, and the engine functions that it wraps. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "php_async.h"
#include "async_arginfo.h"
#include "await/completable.h"
#include "channel/channel.h"
#include "coroutine/error_handlers.h"
#include "coroutine/stack_slab.h"
#include "exceptions.h"
#include "functions.h"
#include "pool/pool.h"
#include "reactor/reactor.h"
#include "scheduler/scheduler.h"
#include "reactor/thread_task.h"
#include "ext/standard/info.h"
#include "php_ini.h"

ZEND_DECLARE_MODULE_GLOBALS(async)

/* {{{ Settings */
static PHP_INI_MH(on_update_threadpool_size)
{
	zend_long size = ZEND_STRTOL(ZSTR_VAL(new_value), NULL, 10);

	if (size < 1 || size > 1024) {
		zend_error(E_WARNING, "async.threadpool_size must be between 1 and 1024");
		return FAILURE;
	}
	return OnUpdateLong(entry, new_value, mh_arg1, mh_arg2, mh_arg3, stage);
}

PHP_INI_BEGIN()
	STD_PHP_INI_ENTRY("async.threadpool_size", "64", PHP_INI_SYSTEM, on_update_threadpool_size,
		threadpool_size, zend_async_globals, async_globals)
#if ZEND_DEBUG
	STD_PHP_INI_ENTRY("async.scheduler_seed", "0", PHP_INI_SYSTEM, OnUpdateLongGEZero,
		scheduler_seed, zend_async_globals, async_globals)
#endif
PHP_INI_END()
/* }}} */

/* {{{ Engine functions that are wrapped */

/* Destructors that the collector calls may not suspend: it is in the middle of its work. */
static int (*stock_gc_collect_cycles)(void);

static int gc_collect_cycles_without_switching(void)
{
	ZEND_ASYNC_NO_SWITCH_BEGIN();
	int collected = stock_gc_collect_cycles();
	ZEND_ASYNC_NO_SWITCH_END();
	return collected;
}

/* exit() unwinds only the stack it is called on: the scheduler must know that nothing else is
 * to run any more. */
static zif_handler stock_exit;

static ZEND_NAMED_FUNCTION(exit_ends_all)
{
	if (ASYNC_G(phase) == ASYNC_PHASE_RUNNING) {
		ASYNC_G(phase) = ASYNC_PHASE_EXITING;
	}
	stock_exit(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

static const async_wrapped_function_t wrapped_functions[] = {
	{"exit", exit_ends_all, &stock_exit},
	{"die", exit_ends_all, &stock_exit},
};

void async_wrap_functions(const async_wrapped_function_t *functions, size_t count, bool wrap)
{
	for (size_t i = 0; i < count; i++) {
		zend_function *function = zend_hash_str_find_ptr(CG(function_table),
			functions[i].name, strlen(functions[i].name));
		if (function && wrap) {
			*functions[i].stock = function->internal_function.handler;
			function->internal_function.handler = functions[i].wrapper;
		} else if (function) {
			function->internal_function.handler = *functions[i].stock;
		}
	}
}

static void wrap_functions(bool wrap)
{
	async_wrap_functions(wrapped_functions,
		sizeof(wrapped_functions) / sizeof(*wrapped_functions), wrap);
	async_error_handlers_wrap_functions(wrap);
}
/* }}} */

/* {{{ Module */
static PHP_GINIT_FUNCTION(async)
{
#if defined(COMPILE_DL_ASYNC) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	memset(async_globals, 0, sizeof(*async_globals));
	zend_async_list_init(&async_globals->ready);
	zend_async_list_init(&async_globals->alive);
	zend_async_list_init(&async_globals->failed);
	zend_async_list_init(&async_globals->contexts);
	zend_async_list_init(&async_globals->free_contexts);
	zend_async_list_init(&async_globals->stack_slabs);
	zend_async_list_init(&async_globals->lost_stacks);
	zend_async_list_init(&async_globals->pools);
}

static PHP_MINIT_FUNCTION(async)
{
	REGISTER_INI_ENTRIES();
	async_exceptions_startup();
	async_userland_startup();
	async_coroutine_class_startup();
	async_channel_startup();
	if (async_scheduler_startup() == FAILURE || async_reactor_startup() == FAILURE
	 || async_pool_startup() == FAILURE) {
		return FAILURE;
	}
	stock_gc_collect_cycles = gc_collect_cycles;
	gc_collect_cycles = gc_collect_cycles_without_switching;
	wrap_functions(true);
	async_stack_slabs_startup();
	return SUCCESS;
}

static PHP_MSHUTDOWN_FUNCTION(async)
{
	async_stack_slabs_shutdown();
	wrap_functions(false);
	gc_collect_cycles = stock_gc_collect_cycles;
	zend_async_unregister();
	async_threads_shutdown();
	UNREGISTER_INI_ENTRIES();
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(async)
{
#if defined(COMPILE_DL_ASYNC) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	return SUCCESS;
}

static PHP_RSHUTDOWN_FUNCTION(async)
{
	async_pool_request_shutdown();
	async_reactor_drain();
	return SUCCESS;
}

/* After all objects are gone; see async_scheduler_request_end(). */
static ZEND_MODULE_POST_ZEND_DEACTIVATE_D(async)
{
	async_scheduler_request_end();
	return SUCCESS;
}

static PHP_MINFO_FUNCTION(async)
{
	char text[32];

	php_info_print_table_start();
	php_info_print_table_row(2, "Coroutines and resource pools", "enabled");
	php_info_print_table_row(2, "Version", PHP_ASYNC_VERSION);
	snprintf(text, sizeof(text), "%d", ZEND_ASYNC_API_VERSION);
	php_info_print_table_row(2, "Async API version", text);
	php_info_print_table_row(2, "libuv version", uv_version_string());
	php_info_print_table_end();
	DISPLAY_INI_ENTRIES();
}

zend_module_entry async_module_entry = {
	STANDARD_MODULE_HEADER,
	"async",
	ext_functions,
	PHP_MINIT(async),
	PHP_MSHUTDOWN(async),
	PHP_RINIT(async),
	PHP_RSHUTDOWN(async),
	PHP_MINFO(async),
	PHP_ASYNC_VERSION,
	PHP_MODULE_GLOBALS(async),
	PHP_GINIT(async),
	NULL,
	ZEND_MODULE_POST_ZEND_DEACTIVATE_N(async),
	STANDARD_MODULE_PROPERTIES_EX
};

#ifdef COMPILE_DL_ASYNC
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(async)
#endif
/* }}} */
