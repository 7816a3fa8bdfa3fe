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

#ifndef ZEND_ASYNC_TEST_H
#define ZEND_ASYNC_TEST_H

#include "php.h"

extern zend_module_entry zend_async_test_module_entry;
#define phpext_zend_async_test_ptr &zend_async_test_module_entry

void zend_async_test_connection_pool_startup(zend_class_entry *ce);
void zend_async_test_gate_startup(zend_class_entry *ce);

#if defined(ZTS) && defined(COMPILE_DL_ZEND_ASYNC_TEST)
ZEND_TSRMLS_CACHE_EXTERN()
#endif

#endif /* ZEND_ASYNC_TEST_H */
