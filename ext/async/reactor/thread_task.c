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

/* Work that can only be done by blocking a thread: C client libraries, name resolution.
 *
 * A task is never freed while a thread has it. run_in_thread() waits for its thread even when it is
 * cancelled, because the argument lives on the caller's stack; a name being resolved owns all it
 * needs and is left to finish alone. Worker threads touch no Zend memory. */

#include "thread_task.h"
#include "coroutine/coroutine.h"
#include "exceptions.h"
#include "scheduler/scheduler.h"
#include "zend_exceptions.h"
#ifndef PHP_WIN32
# include <netdb.h>
#endif

typedef struct _async_task_t {
	uv_work_t request;
	zend_async_list_node_t node;
	async_reactor_t *reactor;

	void (*work)(void *arg);
	void (*interrupt)(void *arg);
	void *arg;

	/* The coroutine that waits, or NULL. */
	zend_coroutine_t *coroutine;
	bool is_done;
	bool has_run;
} async_task_t;

/* {{{ Tasks in flight */
static void task_work(uv_work_t *request)
{
	async_task_t *task = request->data;

	task->work(task->arg);
}

static void task_done(uv_work_t *request, int status)
{
	async_task_t *task = request->data;

	zend_async_list_remove(&task->node);
	task->is_done = true;
	task->has_run = status == 0;
	if (task->coroutine) {
		ZEND_ASYNC_RESUME(task->coroutine);
	}
}

/* One that no thread has taken yet is called back; one that runs is asked to hurry. Not for one
 * that is done: libuv would report a request again that it has called back. */
static void task_interrupt(async_task_t *task)
{
	ZEND_ASSERT(!task->is_done);
	if (uv_cancel((uv_req_t *) &task->request) != 0 && task->interrupt) {
		task->interrupt(task->arg);
		task->interrupt = NULL;
	}
}

void async_tasks_drain(async_reactor_t *reactor)
{
	ZEND_ASYNC_LIST_FOREACH(&reactor->tasks, async_task_t, node, task) {
		task->coroutine = NULL;
		task_interrupt(task);
	} ZEND_ASYNC_LIST_FOREACH_END();
	while (!zend_async_list_is_empty(&reactor->tasks)) {
		uv_run(&reactor->loop, UV_RUN_ONCE);
	}
}
/* }}} */

/* {{{ The threads of libuv */

/* libuv starts them with the first task, and joins them in a destructor of its own when the process
 * ends. In a forked child those are the parent's and do not exist, unless a task of the child has
 * had new ones started. Written by all threads of PHP, with one value. */
static enum {
	THREADS_NONE,
	THREADS_OURS,
	THREADS_OF_PARENT
} threads;

void async_threads_after_fork_in_child(void)
{
	if (threads == THREADS_OURS) {
		threads = THREADS_OF_PARENT;
	}
}

static void do_nothing(uv_work_t *request)
{
}

static void did_nothing(uv_work_t *request, int status)
{
}

static void start_threads_in_child(void)
{
	uv_loop_t loop;
	uv_work_t request;

	if (uv_loop_init(&loop) != 0) {
		return;
	}
	async_thread_pool_size_once(1);
	if (uv_queue_work(&loop, &request, do_nothing, did_nothing) == 0) {
		uv_run(&loop, UV_RUN_DEFAULT);
	}
	uv_loop_close(&loop);
	threads = THREADS_OURS;
}

/* Now, and not in libuv's destructor: by then libraries such as OpenSSL have been taken down, which
 * free what they keep for a thread when that ends. */
void async_threads_shutdown(void)
{
	if (threads == THREADS_OF_PARENT) {
		start_threads_in_child();
	}
#if UV_VERSION_HEX >= 0x012600
	if (threads == THREADS_OURS) {
		uv_library_shutdown();
		threads = THREADS_NONE;
	}
#endif
}
/* }}} */

static const char task_wait_phrase[] = "work on another thread";

static zend_string *task_wait_info(zend_async_event_t *event)
{
	return zend_string_init(task_wait_phrase, sizeof(task_wait_phrase) - 1, false);
}

static const zend_async_event_handlers_t task_wait_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.info = task_wait_info,
};

/* Where nothing can be suspended any more, the thread itself waits. */
static void block_until_done(async_task_t *task)
{
	ASYNC_G(in_reactor)++;
	while (!task->is_done) {
		uv_run(&task->reactor->loop, UV_RUN_ONCE);
	}
	ASYNC_G(in_reactor)--;
}

/* What the coroutine goes on with, of two things that woke it, both owned. The last cancellation is
 * what zend_async_is_cancelling() knows; a time limit changes nothing for a task that is cancelled;
 * nothing comes before the end of everything. */
static zend_object *weightier_of(zend_object *reason, zend_object *newcomer)
{
	if (async_is_exit(reason) || newcomer == ASYNC_CURRENT()->limit_exception) {
		OBJ_RELEASE(newcomer);
		return reason;
	}
	OBJ_RELEASE(reason);
	return newcomer;
}

/* Waits out the task. What woke the coroutine early is returned, owned. */
static zend_object *wait_for_task(async_task_t *task)
{
	zend_object *reason = NULL;
	zend_async_event_t event;

	zend_async_event_init(&event, &task_wait_handlers);
	while (!task->is_done) {
		if (!ZEND_ASYNC_CAN_SUSPEND()) {
			block_until_done(task);
			break;
		}
		task->coroutine->awaiting = &event;
		zend_object *woken_with = async_scheduler_park();
		if (!woken_with) {
			continue;
		}
		if (!task->is_done) {
			task_interrupt(task);
		}
		reason = reason ? weightier_of(reason, woken_with) : woken_with;
	}
	return reason;
}

zend_result async_run_in_thread(
		void (*work)(void *), void (*interrupt)(void *), void *arg, bool *ran)
{
	*ran = true;
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		work(arg);
		return SUCCESS;
	}
	async_task_t task = {
		.reactor = ASYNC_G(reactor), .work = work, .interrupt = interrupt, .arg = arg,
		.coroutine = ZEND_ASYNC_CURRENT_COROUTINE,
	};
	task.request.data = &task;
	int error = uv_queue_work(&task.reactor->loop, &task.request, task_work, task_done);
	threads = THREADS_OURS;
	if (error) {
		*ran = false;
		async_throw(async_ce_async_exception, "Cannot use a worker thread: %s", uv_strerror(error));
		return FAILURE;
	}
	async_reactor_expect_news(task.reactor);
	zend_async_list_add_first(&task.reactor->tasks, &task.node);
	zend_object *reason = wait_for_task(&task);
	*ran = task.has_run;
	return async_scheduler_throw(reason);
}

/* {{{ Names */

/* Owned by libuv's request until it is back, and by the waiting coroutine as long as it waits. */
typedef struct {
	uv_getaddrinfo_t request;
	zend_coroutine_t *coroutine;
	struct addrinfo *result;
	int error;
	bool is_done;
} resolution_t;

static void resolution_done(uv_getaddrinfo_t *request, int status, struct addrinfo *result)
{
	resolution_t *resolution = request->data;

	if (!resolution->coroutine) {
		uv_freeaddrinfo(result);
		pefree(resolution, true);
		return;
	}
	resolution->result = result;
	resolution->error = status;
	resolution->is_done = true;
	ZEND_ASYNC_RESUME(resolution->coroutine);
}

/* libuv has numbers of its own for what getaddrinfo(3) returns. */
static int eai_from_uv(int error)
{
	switch (error) {
		case 0: return 0;
		case UV_EAI_AGAIN: return EAI_AGAIN;
		case UV_EAI_BADFLAGS: return EAI_BADFLAGS;
		case UV_EAI_FAIL: return EAI_FAIL;
		case UV_EAI_FAMILY: return EAI_FAMILY;
		case UV_EAI_MEMORY: return EAI_MEMORY;
		case UV_EAI_SERVICE: return EAI_SERVICE;
		case UV_EAI_SOCKTYPE: return EAI_SOCKTYPE;
		default: return EAI_NONAME;
	}
}

static const char resolve_wait_phrase[] = "a name to be resolved";

static zend_string *resolve_wait_info(zend_async_event_t *event)
{
	return zend_string_init(resolve_wait_phrase, sizeof(resolve_wait_phrase) - 1, false);
}

static const zend_async_event_handlers_t resolve_wait_handlers = {
	.add_callback = zend_async_event_add_callback,
	.del_callback = zend_async_event_del_callback,
	.info = resolve_wait_info,
};

static zend_result wait_for_resolution(resolution_t *resolution)
{
	zend_async_event_t event;

	zend_async_event_init(&event, &resolve_wait_handlers);
	while (!resolution->is_done) {
		resolution->coroutine->awaiting = &event;
		if (ZEND_ASYNC_SUSPEND() == FAILURE) {
			return FAILURE;
		}
	}
	return SUCCESS;
}

zend_result async_resolve(const char *node, const char *service, const struct addrinfo *hints,
	struct addrinfo **result, int *error)
{
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		*error = getaddrinfo(node, service, hints, result);
		return SUCCESS;
	}
	resolution_t *resolution = pecalloc(1, sizeof(*resolution), true);
	resolution->request.data = resolution;
	resolution->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	int failed = uv_getaddrinfo(&ASYNC_G(reactor)->loop, &resolution->request, resolution_done,
		node, service, hints);
	threads = THREADS_OURS;
	if (failed) {
		*error = eai_from_uv(failed);
		pefree(resolution, true);
		return SUCCESS;
	}
	async_reactor_expect_news(ASYNC_G(reactor));
	if (wait_for_resolution(resolution) == FAILURE) {
		if (resolution->is_done) {
			uv_freeaddrinfo(resolution->result);
			pefree(resolution, true);
		} else {
			resolution->coroutine = NULL;
			uv_cancel((uv_req_t *) &resolution->request);
		}
		return FAILURE;
	}
	*result = resolution->result;
	*error = eai_from_uv(resolution->error);
	pefree(resolution, true);
	return SUCCESS;
}
/* }}} */

void async_thread_pool_size_once(zend_long size)
{
	char text[MAX_LENGTH_OF_LONG];

	snprintf(text, sizeof(text), ZEND_LONG_FMT, size);
	uv_os_setenv("UV_THREADPOOL_SIZE", text);
}
