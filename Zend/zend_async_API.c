/*
   +----------------------------------------------------------------------+
   | Zend Engine                                                          |
   +----------------------------------------------------------------------+
   | Copyright (c) Zend Technologies Ltd. (http://www.zend.com)           |
   +----------------------------------------------------------------------+
   | This source file is subject to version 2.00 of the Zend license,     |
   | that is bundled with this package in the file LICENSE, and is        |
   | available through the world-wide-web at the following url:           |
   | http://www.zend.com/license/2_00.txt.                                |
   | If you did not receive a copy of the Zend license and are unable to  |
   | obtain it through the world-wide-web, please send a note to          |
   | license@zend.com so we can mail you a copy immediately.              |
   +----------------------------------------------------------------------+
*/

/* Registration of the implementations, the answers given while there is none, and the
 * listener list that all events share. Nothing here waits, schedules or knows an event
 * loop. */

#include "zend.h"
#include "zend_API.h"
#include "zend_async_API.h"
#include "zend_fiber_stacks.h"

#ifdef ZTS
ZEND_API TSRM_TLS zend_async_state_t zend_async_state;
#else
ZEND_API zend_async_state_t zend_async_state;
#endif

/* {{{ Listeners */
ZEND_API void zend_async_event_init(
		zend_async_event_t *event, const zend_async_event_handlers_t *handlers)
{
	event->handlers = handlers;
	zend_async_list_init(&event->callbacks);
	event->flags = 0;
}

ZEND_API void zend_async_event_add_callback(
		zend_async_event_t *event, zend_async_callback_t *callback)
{
	zend_async_list_add_last(&event->callbacks, &callback->node);
}

ZEND_API void zend_async_event_del_callback(
		zend_async_event_t *event, zend_async_callback_t *callback)
{
	if (zend_async_callback_is_linked(callback)) {
		zend_async_list_remove(&callback->node);
	}
}

/* The listeners are moved to a list of our own first, so that one that adds itself again is
 * not called in the same round and the event itself may go away meanwhile. */
ZEND_API void zend_async_event_notify(
		zend_async_event_t *event, zval *result, zend_object *exception)
{
	zend_async_list_t round;

	if (zend_async_list_is_empty(&event->callbacks)) {
		return;
	}
	zend_async_list_move(&event->callbacks, &round);
	while (!zend_async_list_is_empty(&round)) {
		zend_async_callback_t *callback =
			ZEND_CONTAINER_OF(round.head.next, zend_async_callback_t, node);
		zend_async_list_remove(&callback->node);
		callback->notify(event, callback, result, exception);
	}
}

ZEND_API void zend_async_event_drop_callbacks(zend_async_event_t *event)
{
	zend_async_list_clear(&event->callbacks);
}
/* }}} */

ZEND_API void zend_fcall_release(zend_fcall_t *fcall)
{
	if (fcall->fci.params) {
		zend_fcall_info_args_clear(&fcall->fci, true);
	}
	if (fcall->fci.named_params) {
		zend_array_release(fcall->fci.named_params);
	}
	zval_ptr_dtor(&fcall->fci.function_name);
	efree(fcall);
}

/* {{{ Answers while no implementation is loaded. can_suspend() is false, so that
 * none of the waiting functions can be reached by a correct caller; those that make
 * things say what is missing. */
static void throw_unavailable(void)
{
	zend_throw_error(NULL, "This needs the \"async\" extension, which is not loaded");
}

static bool none_can_suspend(void)
{
	return false;
}

static zend_result none_start(void)
{
	throw_unavailable();
	return FAILURE;
}

static zend_result none_suspend_for(zend_long timeout_ms, bool *timed_out)
{
	*timed_out = false;
	return none_start();
}

static void none_resume(zend_coroutine_t *coroutine, zend_object *exception)
{
	if (exception) {
		OBJ_RELEASE(exception);
	}
}

static zend_coroutine_t *none_spawn(zend_fcall_t *fcall)
{
	zend_fcall_release(fcall);
	throw_unavailable();
	return NULL;
}

static zend_coroutine_t *none_spawn_internal(
		zend_coroutine_entry_t entry, void *data, uint32_t flags)
{
	throw_unavailable();
	return NULL;
}

static bool none_is_cancellation(const zend_object *exception)
{
	return false;
}

static zend_object *none_coroutine_object(zend_coroutine_t *coroutine)
{
	return NULL;
}

static void none_nothing(void)
{
}

ZEND_API const uint32_t zend_async_time_bounds[ZEND_ASYNC_TIME_BUCKETS - 1] = {
	1, 5, 10, 50, 100, 500, 1000, 5000, 10000};

ZEND_API size_t zend_async_time_bucket(uint64_t ns)
{
	size_t bucket = 0;

	while (bucket < ZEND_ASYNC_TIME_BUCKETS - 1
			&& ns > (uint64_t) zend_async_time_bounds[bucket] * 1000000) {
		bucket++;
	}
	return bucket;
}

static void none_limit_begin(zend_async_limit_t *limit)
{
	limit->coroutine = NULL;
	limit->exception = NULL;
}

static bool none_limit_end(zend_async_limit_t *limit)
{
	return false;
}

static zend_result none_unprotect(void)
{
	return SUCCESS;
}

static zend_async_timer_event_t *none_new_timer_event(zend_ulong timeout_ms, bool periodic)
{
	throw_unavailable();
	return NULL;
}

static zend_async_poll_event_t *none_new_poll_event(zend_async_socket_t fd, uint32_t events)
{
	throw_unavailable();
	return NULL;
}

static int none_poll_wait(zend_async_poll_event_t *poll, uint32_t events, zend_long timeout_ms)
{
	throw_unavailable();
	return -1;
}

static int none_wait_fds(
		zend_async_pollfd_t *fds, unsigned int nfds, zend_long timeout_ms, bool keep)
{
	throw_unavailable();
	return -1;
}

static void none_fd_closing(zend_async_socket_t fd)
{
}

static zend_result none_run_in_thread(
		void (*work)(void *), void (*interrupt)(void *), void *arg, bool *ran)
{
	work(arg);
	*ran = true;
	return SUCCESS;
}

static zend_result none_resolve(const char *node, const char *service, const struct addrinfo *hints,
	struct addrinfo **result, int *error)
{
	return none_start();
}

static zend_async_pool_t *none_pool_create(const zend_async_pool_callables_t *callables,
	const zend_async_pool_options_t *options, void *user_data)
{
	zend_fcall_t *const owned[] = {
		callables->factory,
		callables->destructor,
		callables->healthcheck,
		callables->before_acquire,
		callables->before_release,
	};

	for (size_t i = 0; i < sizeof(owned) / sizeof(owned[0]); i++) {
		if (owned[i]) {
			zend_fcall_release(owned[i]);
		}
	}
	throw_unavailable();
	return NULL;
}

static zend_async_pool_t *none_pool_create_internal(const zend_async_pool_handlers_t *handlers,
	const zend_async_pool_options_t *options, void *user_data)
{
	throw_unavailable();
	return NULL;
}

static const zend_async_scheduler_api_t no_scheduler = {
	.api_version = ZEND_ASYNC_API_VERSION,
	.module = NULL,
	.can_suspend = none_can_suspend,
	.start = none_start,
	.suspend = none_start,
	.suspend_for = none_suspend_for,
	.yield = none_start,
	.resume = none_resume,
	.cancel = none_resume,
	.spawn = none_spawn,
	.spawn_internal = none_spawn_internal,
	.is_cancellation = none_is_cancellation,
	.coroutine_object = none_coroutine_object,
	.protect = none_nothing,
	.unprotect = none_unprotect,
	.limit_begin = none_limit_begin,
	.limit_end = none_limit_end,
	.run_to_completion = none_nothing,
	.shutdown = none_nothing,
	.after_fork_in_child = none_nothing,
#if ZEND_DEBUG
	.switches_here = none_can_suspend,
#endif
};

static const zend_async_reactor_api_t no_reactor = {
	.api_version = ZEND_ASYNC_API_VERSION,
	.module = NULL,
	.new_timer_event = none_new_timer_event,
	.new_poll_event = none_new_poll_event,
	.poll_wait = none_poll_wait,
	.wait_fds = none_wait_fds,
	.fd_closing = none_fd_closing,
	.run_in_thread = none_run_in_thread,
	.resolve = none_resolve,
	.wakeup = none_nothing,
};

/* Without a pool there is nothing to call the other functions with. */
static const zend_async_pool_api_t no_pool = {
	.api_version = ZEND_ASYNC_API_VERSION,
	.module = NULL,
	.create = none_pool_create,
	.create_internal = none_pool_create_internal,
};
/* }}} */

ZEND_API const zend_async_scheduler_api_t *zend_async_scheduler = &no_scheduler;
ZEND_API const zend_async_reactor_api_t *zend_async_reactor = &no_reactor;
ZEND_API const zend_async_pool_api_t *zend_async_pool = &no_pool;
ZEND_API bool (*zend_async_expects_signal)(void) = NULL;

/* Here, because the code of fibers is the engine's own. */
ZEND_API void *(*zend_fiber_take_stack)(size_t size, size_t guard_size) = NULL;
ZEND_API bool (*zend_fiber_give_stack)(void *pointer, size_t size) = NULL;

/* {{{ Registration */
static zend_result check_registration(
		const char *what, const char *present, const char *module, uint32_t version)
{
	if (version != ZEND_ASYNC_API_VERSION) {
		zend_error(E_CORE_WARNING, "%s: async %s has API version %u, this PHP has %u",
			module, what, version, (unsigned) ZEND_ASYNC_API_VERSION);
		return FAILURE;
	}
	if (present) {
		zend_error(E_CORE_WARNING, "%s: an async %s is already registered by \"%s\"", module, what,
			present);
		return FAILURE;
	}
	return SUCCESS;
}

ZEND_API zend_result zend_async_scheduler_register(const zend_async_scheduler_api_t *api)
{
	zend_result ok = check_registration("scheduler", zend_async_scheduler->module, api->module,
		api->api_version);
	if (ok == SUCCESS) {
		zend_async_scheduler = api;
	}
	return ok;
}

ZEND_API zend_result zend_async_reactor_register(const zend_async_reactor_api_t *api)
{
	zend_result ok = check_registration("reactor", zend_async_reactor->module, api->module,
		api->api_version);
	if (ok == SUCCESS) {
		zend_async_reactor = api;
	}
	return ok;
}

ZEND_API zend_result zend_async_pool_register(const zend_async_pool_api_t *api)
{
	zend_result ok = check_registration("pool", zend_async_pool->module, api->module,
		api->api_version);
	if (ok == SUCCESS) {
		zend_async_pool = api;
	}
	return ok;
}

ZEND_API void zend_async_unregister(void)
{
	zend_async_pool = &no_pool;
	zend_async_scheduler = &no_scheduler;
	zend_async_reactor = &no_reactor;
}

ZEND_API bool zend_async_is_available(void)
{
	return zend_async_scheduler != &no_scheduler && zend_async_reactor != &no_reactor;
}
/* }}} */

ZEND_API zend_async_pool_t *zend_async_pool_create(const zend_async_pool_callables_t *callables,
	const zend_async_pool_options_t *options, void *user_data)
{
	return zend_async_pool->create(callables, options, user_data);
}

ZEND_API zend_async_pool_t *zend_async_pool_create_internal(
	const zend_async_pool_handlers_t *handlers,
	const zend_async_pool_options_t *options, void *user_data)
{
	return zend_async_pool->create_internal(handlers, options, user_data);
}
