PHP_ARG_ENABLE([zend-async-test],
  [whether to enable the zend_async_test extension],
  [AS_HELP_STRING([--enable-zend-async-test],
    [Enable zend_async_test extension, for the tests of the async API])])

if test "$PHP_ZEND_ASYNC_TEST" != "no"; then
  PHP_NEW_EXTENSION([zend_async_test], m4_normalize([
      allocations.c
      connection_pool.c
      gate.c
      zend_async_test.c
    ]),
    [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
fi
