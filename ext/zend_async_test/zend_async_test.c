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

/* The module zend_async_test: things that tests and benchmarks of the async API need and PHP code
 * cannot do. It uses Zend/zend_async_API.h and nothing of ext/async. */

#ifdef HAVE_CONFIG_H
# include "config.h"
#endif

#include "zend_async_test.h"
#include "zend_async_API.h"
#include "zend_async_test_arginfo.h"

PHP_METHOD(ZendAsyncTest_EmptyMethods, nothing)
{
	ZEND_PARSE_PARAMETERS_NONE();
}

PHP_METHOD(ZendAsyncTest_EmptyMethods, echo)
{
	zval *value;

	ZEND_PARSE_PARAMETERS_START(1, 1)
		Z_PARAM_ZVAL(value)
	ZEND_PARSE_PARAMETERS_END();
}

/* NULL: exception. */
static zend_async_pool_t *pool_argument(INTERNAL_FUNCTION_PARAMETERS)
{
	zend_async_pool_t *pool = NULL;
	zval *object;

	if (zend_parse_parameters(ZEND_NUM_ARGS(), "o", &object) == FAILURE) {
		return NULL;
	}
	pool = ZEND_ASYNC_POOL_FROM_OBJ(Z_OBJ_P(object));
	if (!pool) {
		zend_argument_type_error(1, "must be a pool that has been constructed");
	}
	return pool;
}

ZEND_FUNCTION(ZendAsyncTest_check_health)
{
	zend_async_pool_t *pool = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU);

	if (pool) {
		ZEND_ASYNC_POOL_CHECK_HEALTH(pool);
	}
}

ZEND_FUNCTION(ZendAsyncTest_connect_aside)
{
	zend_async_pool_t *pool = pool_argument(INTERNAL_FUNCTION_PARAM_PASSTHRU);

	if (pool) {
		pool->handler_flags |= ZEND_ASYNC_POOL_F_CONNECT_ASIDE;
	}
}

static PHP_MINIT_FUNCTION(zend_async_test)
{
	register_class_ZendAsyncTest_EmptyMethods();
	zend_async_test_gate_startup(register_class_ZendAsyncTest_Gate());
	zend_async_test_connection_pool_startup(register_class_ZendAsyncTest_ConnectionPool());
	return SUCCESS;
}

static PHP_RINIT_FUNCTION(zend_async_test)
{
#if defined(COMPILE_DL_ZEND_ASYNC_TEST) && defined(ZTS)
	ZEND_TSRMLS_CACHE_UPDATE();
#endif
	return SUCCESS;
}

static const zend_module_dep zend_async_test_deps[] = {
	ZEND_MOD_REQUIRED("async")
	ZEND_MOD_END
};

zend_module_entry zend_async_test_module_entry = {
	STANDARD_MODULE_HEADER_EX,
	NULL,
	zend_async_test_deps,
	"zend_async_test",
	ext_functions,
	PHP_MINIT(zend_async_test),
	NULL,
	PHP_RINIT(zend_async_test),
	NULL,
	NULL,
	PHP_VERSION,
	STANDARD_MODULE_PROPERTIES
};

#ifdef COMPILE_DL_ZEND_ASYNC_TEST
# ifdef ZTS
ZEND_TSRMLS_CACHE_DEFINE()
# endif
ZEND_GET_MODULE(zend_async_test)
#endif
