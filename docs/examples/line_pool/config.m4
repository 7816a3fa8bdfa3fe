PHP_ARG_ENABLE([line_pool],
  [whether to enable line_pool],
  [AS_HELP_STRING([--enable-line_pool], [Enable line_pool, an example of the async API])])

if test "$PHP_LINE_POOL" != "no"; then
  PHP_NEW_EXTENSION([line_pool], [line_pool.c], [$ext_shared])
fi
