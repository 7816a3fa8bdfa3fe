PHP_ARG_ENABLE([async],
  [whether to enable coroutines and resource pools],
  [AS_HELP_STRING([--enable-async],
    [Enable coroutines, the libuv reactor and Async\Pool])])

if test "$PHP_ASYNC" != "no"; then
  PKG_CHECK_MODULES([LIBUV], [libuv >= 1.40.0])
  PHP_EVAL_INCLINE([$LIBUV_CFLAGS])
  PHP_EVAL_LIBLINE([$LIBUV_LIBS], [ASYNC_SHARED_LIBADD])
  PHP_SUBST([ASYNC_SHARED_LIBADD])

  PHP_NEW_EXTENSION([async], m4_normalize([
      async.c
      await.c
      circuit_breaker.c
      completable.c
      context.c
      coroutine.c
      coroutine_class.c
      engine_state.c
      exceptions.c
      fcall.c
      fd_watch.c
      functions.c
      poll_event.c
      pool.c
      pool_call.c
      pool_entry.c
      pool_health.c
      pool_index.c
      pool_life.c
      pool_object.c
      pool_ring.c
      reactor.c
      scheduler.c
      stack_limit.c
      thread_task.c
      timeout.c
      timer_event.c
      timer_heap.c
      wait.c
    ]),
    [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
  PHP_INSTALL_HEADERS([ext/async], [php_async.h])
fi
