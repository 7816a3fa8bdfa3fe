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
      exceptions.c
      fcall.c
      functions.c
      await/await.c
      await/completable.c
      await/timeout.c
      await/wait.c
      channel/channel.c
      channel/channel_object.c
      channel/channel_ring.c
      coroutine/context.c
      coroutine/context_spares.c
      coroutine/coroutine.c
      coroutine/coroutine_class.c
      coroutine/engine_state.c
      coroutine/error_handlers.c
      coroutine/protect.c
      coroutine/stack_limit.c
      coroutine/stack_slab.c
      pool/circuit_breaker.c
      pool/pool.c
      pool/pool_aside.c
      pool/pool_backoff.c
      pool/pool_call.c
      pool/pool_entry.c
      pool/pool_failure.c
      pool/pool_garbage.c
      pool/pool_health.c
      pool/pool_index.c
      pool/pool_life.c
      pool/pool_object.c
      pool/pool_places.c
      pool/pool_ring.c
      pool/pool_size.c
      pool/pool_use.c
      pool/pool_wait.c
      reactor/fd_watch.c
      reactor/poll_event.c
      reactor/quick_poll.c
      reactor/reactor.c
      reactor/thread_task.c
      reactor/timer_event.c
      reactor/timer_heap.c
      scheduler/deadlock.c
      scheduler/ends.c
      scheduler/interrupt.c
      scheduler/limit.c
      scheduler/scheduler.c
    ]),
    [$ext_shared],,
    [-DZEND_ENABLE_STATIC_TSRMLS_CACHE=1])
  PHP_ADD_BUILD_DIR([
    $ext_builddir/await
    $ext_builddir/channel
    $ext_builddir/coroutine
    $ext_builddir/pool
    $ext_builddir/reactor
    $ext_builddir/scheduler
  ])
  PHP_INSTALL_HEADERS([ext/async], [php_async.h php_async_version.h])
fi
