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

/* The contract between code that has to wait (streams, PDO, extensions) and the
 * extension that knows how to let other coroutines run meanwhile.
 *
 * This header holds structs, function tables and macros only: no policy, no event
 * loop, no PDO. An implementation registers its tables when it loads; without one
 * the tables answer "not possible here" and every caller does what stock PHP does.
 *
 * Words used below:
 *   may suspend   other coroutines can run before the call returns: read all state
 *                 again afterwards, and hold a reference on what must live
 *   may throw     EG(exception) can be set when the call reports failure
 */

#ifndef ZEND_ASYNC_API_H
#define ZEND_ASYNC_API_H

#include "zend.h"
#include "zend_API.h"
#include "zend_gc.h"
#include "zend_hrtime.h"
#include "zend_async_list.h"

/* Raised whenever a struct or table below changes. Checked at registration. */
#define ZEND_ASYNC_API_VERSION 6

BEGIN_EXTERN_C()

typedef struct _zend_async_event_t zend_async_event_t;
typedef struct _zend_async_callback_t zend_async_callback_t;
typedef struct _zend_coroutine_t zend_coroutine_t;
typedef struct _zend_async_timer_event_t zend_async_timer_event_t;
typedef struct _zend_async_poll_event_t zend_async_poll_event_t;

#ifdef PHP_WIN32
typedef SOCKET zend_async_socket_t;
#else
typedef int zend_async_socket_t;
#endif

/* A PHP callable to be called later: owns function_name, parameters and named
 * parameters. */
typedef struct _zend_fcall_t {
	zend_fcall_info fci;
	zend_fcall_info_cache fci_cache;
} zend_fcall_t;

/* {{{ Events: things that happen, and the callbacks that want to know */

/* A listener. The node belongs to the code that adds it and often lives on the C stack of
 * a waiting coroutine. It is taken off the list before notify() is called: a listener
 * hears of an event once, and adds itself again to hear of the next one. */
struct _zend_async_callback_t {
	/* All zero while the callback is on no list. */
	zend_async_list_node_t node;

	/* May not suspend, may not throw. result and exception are borrowed, and either
	 * may be NULL. */
	void (*notify)(zend_async_event_t *event, zend_async_callback_t *callback,
		zval *result, zend_object *exception);
};

typedef struct _zend_async_event_handlers_t {
	/* Puts the callback at the end of the list. May not suspend or throw. */
	void (*add_callback)(zend_async_event_t *event, zend_async_callback_t *callback);

	/* Takes the callback off; one that is on no list is left alone. */
	void (*del_callback)(zend_async_event_t *event, zend_async_callback_t *callback);

	/* Arms and disarms the source of the event. Both are idempotent: a second start or
	 * stop changes nothing. FAILURE of start means that an exception was thrown. */
	zend_result (*start)(zend_async_event_t *event);
	void (*stop)(zend_async_event_t *event);

	/* Ends the owner's use of the event: listeners still on it are dropped without being
	 * called. Called once. May not throw. */
	void (*dispose)(zend_async_event_t *event);

	/* One short phrase for people that says what a coroutine waits for here ("descriptor 7
	 * to become readable"). The caller owns the string. May be NULL. */
	zend_string *(*info)(zend_async_event_t *event);
} zend_async_event_handlers_t;

struct _zend_async_event_t {
	const zend_async_event_handlers_t *handlers;

	/* The listeners, oldest first. */
	zend_async_list_t callbacks;

	/* ZEND_ASYNC_EVENT_* and, above bit 16, bits of the implementation. */
	uint32_t flags;
};

/* The event has happened for good (a coroutine has ended): waiting for it is over. */
#define ZEND_ASYNC_EVENT_CLOSED (1u << 0)
/* The source is armed. */
#define ZEND_ASYNC_EVENT_STARTED (1u << 1)
/* Does not keep the process alive and does not count against a deadlock. */
#define ZEND_ASYNC_EVENT_UNREF (1u << 2)

ZEND_API void zend_async_event_init(
		zend_async_event_t *event, const zend_async_event_handlers_t *handlers);

/* What add_callback and del_callback do for a plain event. */
ZEND_API void zend_async_event_add_callback(
		zend_async_event_t *event, zend_async_callback_t *callback);
ZEND_API void zend_async_event_del_callback(
		zend_async_event_t *event, zend_async_callback_t *callback);

/* Calls every listener that was there at the time of the call, oldest first. Listeners
 * may add and remove listeners, themselves included. */
ZEND_API void zend_async_event_notify(
		zend_async_event_t *event, zval *result, zend_object *exception);

/* Takes all listeners off without calling them. */
ZEND_API void zend_async_event_drop_callbacks(zend_async_event_t *event);

static zend_always_inline bool zend_async_callback_is_linked(const zend_async_callback_t *callback)
{
	return zend_async_list_is_linked(&callback->node);
}
/* }}} */

/* {{{ Coroutines */

typedef enum _zend_coroutine_state {
	ZEND_COROUTINE_QUEUED,    /* in the ready queue, never ran */
	ZEND_COROUTINE_READY,     /* in the ready queue, ran before */
	ZEND_COROUTINE_RUNNING,   /* its code executes now */
	ZEND_COROUTINE_SUSPENDED, /* in no queue until it is resumed or cancelled */
	ZEND_COROUTINE_FINISHED
} zend_coroutine_state;

/* Body of a coroutine written in C. May suspend, may throw: an exception left in
 * EG(exception) becomes the coroutine's. */
typedef void (*zend_coroutine_entry_t)(zend_coroutine_t *coroutine, void *data);

struct _zend_coroutine_t {
	/* Notified once, when the coroutine has ended in whatever way, with its result or
	 * its exception. ZEND_ASYNC_EVENT_CLOSED is set from then on. */
	zend_async_event_t event;

	zend_coroutine_state state;

	/* ZEND_COROUTINE_F_* */
	uint32_t flags;

	/* Body: one of the two. fcall is owned and freed at the end. */
	zend_coroutine_entry_t internal_entry;
	void *internal_data;
	zend_fcall_t *fcall;

	/* What a suspended coroutine waits for, or NULL. Borrowed: set by the waiting code just
	 * before it suspends, cleared by the scheduler when the wait is over. */
	zend_async_event_t *awaiting;

	zval result;
	zend_object *exception;
};

/* cancel() was called. */
#define ZEND_COROUTINE_F_CANCEL_REQUESTED (1u << 0)
/* Ended by its cancellation. */
#define ZEND_COROUTINE_F_CANCELLED (1u << 1)
/* The coroutine of the main script. */
#define ZEND_COROUTINE_F_MAIN (1u << 2)
/* The exception has reached a caller: it needs no report. */
#define ZEND_COROUTINE_F_EXCEPTION_SEEN (1u << 3)
/* Made by C code for its own housekeeping; not listed by Async\get_coroutines(), does not
 * keep the process alive. */
#define ZEND_COROUTINE_F_BACKGROUND (1u << 4)

/* A time limit on a call that may suspend, however often it does. It belongs to the call: when it
 * is over, and the coroutine waits inside of the call, the coroutine wakes with an exception, which
 * is for whoever began the limit; code that runs after a Fiber::suspend() out of the call is not
 * hit. The memory is the caller's, and stays where it is from begin to end. Limits may nest. */
typedef struct _zend_async_limit_t zend_async_limit_t;
struct _zend_async_limit_t {
	/* When it is over, in zend_hrtime(); 0: timeout_ms after the call first suspends. Such a limit
	 * costs next to nothing in a call that does not. */
	zend_hrtime_t deadline;
	zend_ulong timeout_ms;
	/* Of the exception; borrowed. */
	const char *message;

	/* The implementation's. NULL: the limit has not begun, or has no effect here. */
	zend_coroutine_t *coroutine;
	/* Only compared: a Fiber in the call may outlive the one that has begun it. */
	const zend_fiber_context *context;
	zend_async_limit_t *next;
	bool is_in_fiber;
	bool is_armed;
	bool was_protected;
	bool has_fired;
	/* What a coroutine was woken with; from then on deadline says when that was due. */
	zend_object *exception;
	void *timer[8];
};

/* The scheduler's table. Owner of every coroutine it returns is the scheduler; hold its
 * object (coroutine_object) to keep one beyond its end. */
typedef struct _zend_async_scheduler_api_t {
	uint32_t api_version;
	const char *module;

	/* Is a suspension possible right here? False outside of coroutines, inside reactor
	 * callbacks, while fiber switching is blocked, inside the garbage collector, a compilation
	 * or an output handler, and during engine shutdown. When false, wait as stock PHP does. */
	bool (*can_suspend)(void);

	/* Makes the main script a coroutine when it is not one yet. FAILURE: exception thrown
	 * (the engine shuts down). */
	zend_result (*start)(void);

	/* Suspends the current coroutine until it is resumed or cancelled. Requires can_suspend().
	 * May suspend, may throw. FAILURE: woken by a cancellation or an error, now in
	 * EG(exception). */
	zend_result (*suspend)(void);

	/* The same, with a limit in milliseconds (< 0: none). *timed_out says whether it was the
	 * limit that ended the wait; then the result is SUCCESS. Allocates nothing. */
	zend_result (*suspend_for)(zend_long timeout_ms, bool *timed_out);

	/* Puts the current coroutine at the end of the ready queue and lets all others run. */
	zend_result (*yield)(void);

	/* Moves a suspended coroutine to the end of the ready queue. In any other state nothing
	 * happens. exception may be NULL; a reference to it is taken over in every case. Callable from
	 * reactor callbacks. May not suspend. */
	void (*resume)(zend_coroutine_t *coroutine, zend_object *exception);

	/* Asks the coroutine to end: see Async\Coroutine::cancel(). exception may be NULL (an
	 * AsyncCancellation is made); a reference to it is taken over. */
	void (*cancel)(zend_coroutine_t *coroutine, zend_object *exception);

	/* Queue a new coroutine. NULL: exception thrown, but none for a background coroutine while the
	 * request shuts down. flags: ZEND_COROUTINE_F_BACKGROUND or 0. fcall is taken over, in case of
	 * failure too. */
	zend_coroutine_t *(*spawn)(zend_fcall_t *fcall);
	zend_coroutine_t *(*spawn_internal)(zend_coroutine_entry_t entry, void *data, uint32_t flags);

	/* Does this exception end the current coroutine, or a call in it: its cancellation (an
	 * Async\AsyncCancellation), a time limit, or the unwinding after exit()? */
	bool (*is_cancellation)(const zend_object *exception);

	/* The PHP object of a coroutine; borrowed. */
	zend_object *(*coroutine_object)(zend_coroutine_t *coroutine);

	/* Cancellation that arrives between these two takes effect at the last unprotect(), as an
	 * exception. Nest. FAILURE of unprotect: EG(exception) is set. */
	void (*protect)(void);
	zend_result (*unprotect)(void);

	/* From here on the limit, whose first three fields are set, counts. No effect outside of
	 * coroutines. While its exception is in flight is_cancellation() is true for it. A limit that
	 * begins under protection is not held up by it. May not suspend or throw. */
	void (*limit_begin)(zend_async_limit_t *limit);
	/* Every begin is followed by an end, but after a bail-out. true: it has woken the coroutine;
	 * the exception is cleared if it is still in flight; one that was in flight before it goes
	 * on. Without effect when there is none. */
	bool (*limit_end)(zend_async_limit_t *limit);

	/* Runs the remaining coroutines to their end; called by the engine after the main script
	 * and after shutdown functions. Reports exceptions that were not awaited. */
	void (*run_to_completion)(void);

	/* From here on nothing suspends any more; called by the engine before it destroys objects. */
	void (*shutdown)(void);

	/* In a forked child: only the calling coroutine goes on. */
	void (*after_fork_in_child)(void);

#if ZEND_DEBUG
	/* For tests: shall a call that need not wait suspend all the same? True now and then when
	 * async.scheduler_seed is set and suspending is possible. */
	bool (*switches_here)(void);
#endif
} zend_async_scheduler_api_t;
/* }}} */

/* {{{ Reactor: time, descriptors, threads, names */

/* A clock. Owned by the code that made it. */
struct _zend_async_timer_event_t {
	zend_async_event_t event;
	zend_ulong timeout_ms;
	bool periodic;
};

#define ZEND_ASYNC_READABLE   (1u << 0)
#define ZEND_ASYNC_WRITABLE   (1u << 1)
#define ZEND_ASYNC_DISCONNECT (1u << 2)
#define ZEND_ASYNC_PRIORITY   (1u << 3)

/* Interest in a descriptor whose registration in the kernel is kept between waits. Owned by the
 * code that made it, and disposed before the descriptor is closed. Several may exist for one
 * descriptor. */
struct _zend_async_poll_event_t {
	zend_async_event_t event;
	zend_async_socket_t fd;
	/* What start() listens for: ZEND_ASYNC_* bits. */
	uint32_t events;
	/* What happened last. Errors and hang-ups set all of the awaited bits and
	 * ZEND_ASYNC_DISCONNECT. */
	uint32_t triggered;
};

/* One entry of wait_fds(); the layout of struct pollfd is not assumed. */
typedef struct _zend_async_pollfd_t {
	zend_async_socket_t fd;
	uint32_t events;
	uint32_t revents;
} zend_async_pollfd_t;

struct addrinfo;

typedef struct _zend_async_reactor_api_t {
	uint32_t api_version;
	const char *module;

	/* Not started. start() arms, a one-shot timer disarms itself before its listeners are
	 * called. NULL: exception. */
	zend_async_timer_event_t *(*new_timer_event)(zend_ulong timeout_ms, bool periodic);

	/* Not started. NULL: exception. */
	zend_async_poll_event_t *(*new_poll_event)(zend_async_socket_t fd, uint32_t events);

	/* Suspends until one of the events, the limit (< 0: none) or an exception. Returns the bits
	 * that are ready, 0 for the time-out, -1 with EG(exception) set. Requires can_suspend(). The
	 * kernel registration stays. May suspend, may throw. */
	int (*poll_wait)(zend_async_poll_event_t *poll, uint32_t events, zend_long timeout_ms);

	/* The same for descriptors that are not registered: an asynchronous poll(2). Returns the number
	 * of entries with revents, 0 for the time-out, -1 with EG(exception) set. With keep, a single
	 * descriptor's registration is kept until fd_closing() is called for it, which the caller
	 * promises to do. */
	int (*wait_fds)(zend_async_pollfd_t *fds, unsigned int nfds, zend_long timeout_ms, bool keep);

	/* The descriptor is about to be closed: coroutines parked on it wake with
	 * ZEND_ASYNC_DISCONNECT, and its registration goes. Harmless for unknown ones. */
	void (*fd_closing)(zend_async_socket_t fd);

	/* Runs work(arg) on a worker thread while the current coroutine waits; arg may live on its
	 * stack, because the call returns only after work has. work may not touch Zend memory. When the
	 * coroutine is cancelled, interrupt(arg), if given, is called once (in the PHP thread, while
	 * work runs) to make work return early. FAILURE: EG(exception) set; ran says whether work was
	 * executed at all. Without a coroutine to suspend, work runs right here. May suspend, may
	 * throw. */
	zend_result (*run_in_thread)(void (*work)(void *arg), void (*interrupt)(void *arg), void *arg,
		bool *ran);

	/* getaddrinfo(3) on a worker thread; *error gets its return value. On SUCCESS with *error 0 the
	 * caller frees *result with freeaddrinfo(). FAILURE: EG(exception) set. May suspend, may
	 * throw. */
	zend_result (*resolve)(const char *node, const char *service, const struct addrinfo *hints,
		struct addrinfo **result, int *error);

	/* Makes a sleeping reactor look at EG(vm_interrupt). Safe in signal handlers and from
	 * any thread of the same request. */
	void (*wakeup)(void);

	/* When the kernel was last asked what has happened, in zend_hrtime(): events that were there
	 * before have been reported. */
	uint64_t (*last_poll)(void);
} zend_async_reactor_api_t;
/* }}} */

/* {{{ Pools: resources that many coroutines share */

typedef struct _zend_async_pool_t zend_async_pool_t;
typedef struct _zend_async_pool_waiter_t zend_async_pool_waiter_t;

typedef enum _zend_async_circuit_state {
	ZEND_ASYNC_CIRCUIT_ACTIVE,
	/* No acquire gets through. */
	ZEND_ASYNC_CIRCUIT_INACTIVE,
	/* One acquire at a time gets through; the others wait in line. */
	ZEND_ASYNC_CIRCUIT_RECOVERING
} zend_async_circuit_state;

/* Why a resource was destroyed. */
typedef enum _zend_async_pool_reason {
	ZEND_ASYNC_POOL_CLOSED,          /* the pool was */
	ZEND_ASYNC_POOL_REFUSED_ACQUIRE, /* by before_acquire */
	ZEND_ASYNC_POOL_REFUSED_RELEASE, /* by before_release */
	ZEND_ASYNC_POOL_UNHEALTHY,       /* says the healthcheck, or the owner of the pool */
	ZEND_ASYNC_POOL_RETIRED,         /* by retire_all, or because the maximum is smaller now */
	ZEND_ASYNC_POOL_DISCARDED,       /* by its user, instead of a release */
	ZEND_ASYNC_POOL_REASON_COUNT
} zend_async_pool_reason;

/* Handlers written in C. All of them may suspend and may throw, and all of them run with a
 * reference held on the pool, which may have been closed meanwhile.
 *
 * factory         SUCCESS: *result holds the new resource, which the pool owns from then on. It
 *                 may be of any type but null; IS_PTR is for resources that PHP code never sees.
 *                 FAILURE: EG(exception) goes to the caller of acquire.
 * destructor      The last call for a resource, borrowed: the pool drops its reference afterwards.
 *                 An exception is reported as a warning.
 * healthcheck, before_acquire, before_release
 *                 false, or an exception: the resource is destroyed. It is borrowed. */
typedef zend_result (*zend_async_pool_factory_t)(zend_async_pool_t *pool, zval *result);
typedef void (*zend_async_pool_destructor_t)(
	zend_async_pool_t *pool, zval *resource, zend_async_pool_reason reason);
typedef bool (*zend_async_pool_check_t)(zend_async_pool_t *pool, zval *resource);

/* In a forked child, once for each resource that the parent had made, when no user of the child
 * holds it: forget it and free its memory, but tell the peer nothing. May not suspend or throw. */
typedef void (*zend_async_pool_abandon_t)(zend_async_pool_t *pool, zval *resource);

/* No handler will be called any more: a call that was inside of the pool when it was disposed may
 * still have needed user_data. Not called when the creation of the pool fails. May not suspend or
 * throw. */
typedef void (*zend_async_pool_free_user_data_t)(void *user_data);

/* Called at the end of Async\Pool::getStats() with the array that it will return: the owner of the
 * pool may add keys or replace them. Called for a closed pool, too, until free_user_data: the PHP
 * object of a pool can outlive it. May not suspend or throw. */
typedef void (*zend_async_pool_add_stats_t)(zend_async_pool_t *pool, zval *array);

/* What the failure of a factory says about the peer that it connects to. */
typedef enum _zend_async_pool_failure {
	ZEND_ASYNC_POOL_FAILED,      /* nothing: the next caller may try at once */
	ZEND_ASYNC_POOL_UNREACHABLE, /* there is none, or it does not answer */
	ZEND_ASYNC_POOL_REJECTED,    /* it answers, and will say no again: authentication */
	ZEND_ASYNC_POOL_FULL         /* it has no place left for another resource */
} zend_async_pool_failure;

/* Called right after the factory has failed, in the same coroutine, with its exception, which is
 * borrowed. May not suspend or throw. */
typedef zend_async_pool_failure (*zend_async_pool_judge_t)(
	zend_async_pool_t *pool, const zend_object *error);

typedef struct _zend_async_pool_handlers_t {
	zend_async_pool_factory_t factory;
	/* All of these may be NULL. */
	zend_async_pool_destructor_t destructor;
	zend_async_pool_check_t healthcheck;
	zend_async_pool_check_t before_acquire;
	zend_async_pool_check_t before_release;
	zend_async_pool_abandon_t abandon;
	zend_async_pool_free_user_data_t free_user_data;
	zend_async_pool_add_stats_t stats;
	/* For pools with CONNECT_ASIDE. NULL: no failure says anything about the peer. */
	zend_async_pool_judge_t judge;
} zend_async_pool_handlers_t;

/* Decides about the circuit breaker, by calling ZEND_ASYNC_POOL_ACTIVATE() and friends. May
 * suspend; an exception is reported as a warning. */
typedef struct _zend_async_pool_strategy_t {
	void (*report_success)(zend_async_pool_t *pool);
	/* error is borrowed. */
	void (*report_failure)(zend_async_pool_t *pool, zend_object *error);
	/* Asked while the pool is INACTIVE; true moves it to RECOVERING. May be NULL. */
	bool (*should_recover)(zend_async_pool_t *pool);
} zend_async_pool_strategy_t;

/* For histograms of times: a time belongs to the first bucket whose bound, in milliseconds, it does
 * not exceed; the last one has none. */
#define ZEND_ASYNC_TIME_BUCKETS 10
extern ZEND_API const uint32_t zend_async_time_bounds[ZEND_ASYNC_TIME_BUCKETS - 1];
ZEND_API size_t zend_async_time_bucket(uint64_t ns);

/* A snapshot. idle + active + connecting never exceeds max_size, or one that was valid before. */
typedef struct _zend_async_pool_stats_t {
	uint32_t idle;
	uint32_t active;     /* with users, under a hook or on the way to a waiter */
	uint32_t connecting; /* places taken by a factory that runs or is about to */
	uint32_t waiting;
	uint64_t created;
	uint64_t destroyed[ZEND_ASYNC_POOL_REASON_COUNT];
	uint64_t factory_failures;
	uint64_t acquired;   /* acquires that succeeded */
	uint64_t waited;     /* acquires that had to wait in line */
	uint64_t wait_total_ns;
	uint64_t wait_max_ns;
	/* How long those took that waited in line, by zend_async_time_bucket(). */
	uint64_t wait_buckets[ZEND_ASYNC_TIME_BUCKETS];
	uint64_t timeouts;
	uint64_t turned_away; /* acquires that found too many others in line */
	uint64_t handoffs;   /* waiters that were given a resource or a place */
} zend_async_pool_stats_t;

typedef enum _zend_async_pool_waiter_state {
	ZEND_ASYNC_POOL_WAITER_PARKED,     /* in the queue */
	ZEND_ASYNC_POOL_WAITER_SERVED,     /* has something, and must pass it on if it leaves */
	ZEND_ASYNC_POOL_WAITER_CLOSED,     /* sent away: the pool is closed */
	ZEND_ASYNC_POOL_WAITER_UNAVAILABLE, /* sent away: the circuit breaker is INACTIVE */
	ZEND_ASYNC_POOL_WAITER_FAILED,     /* sent away: no resource could be made */
	ZEND_ASYNC_POOL_WAITER_FORGOTTEN   /* in a forked child: the queue knows nothing of it */
} zend_async_pool_waiter_state;

/* A coroutine that waits for a resource. Lives on its C stack. */
struct _zend_async_pool_waiter_t {
	zend_async_list_node_t node;
	zend_coroutine_t *coroutine;
	zend_async_pool_waiter_state state;
	/* SERVED: what it was given; belongs to the implementation. */
	void *served;
	/* SERVED: it was made just now, and needs no hook. */
	bool is_fresh;
	/* It has a time limit. */
	bool is_limited;
	/* FAILED: why; the waiter owns a reference. Others get the same object: it is to be copied. */
	bool is_error_shared;
	zend_object *error;
};

struct _zend_async_pool_t {
	/* Notified once, when the pool is closed. ZEND_ASYNC_EVENT_CLOSED is set from then on. */
	zend_async_event_t event;

	/* ZEND_ASYNC_POOL_F_* */
	uint32_t handler_flags;

	zend_async_circuit_state circuit_state;
	uint32_t min_size;
	uint32_t max_size;

	/* Its Async\Pool object or NULL; borrowed. */
	zend_object *wrapper;

	/* Belongs to the creator; set before the first handler runs. */
	void *user_data;

	/* A handler's bit in handler_flags says which member holds; NULL: no such handler. */
	union { zend_fcall_t *fcall; zend_async_pool_factory_t internal; } factory;
	union { zend_fcall_t *fcall; zend_async_pool_destructor_t internal; } destructor;
	union { zend_fcall_t *fcall; zend_async_pool_check_t internal; } healthcheck;
	union { zend_fcall_t *fcall; zend_async_pool_check_t internal; } before_acquire;
	union { zend_fcall_t *fcall; zend_async_pool_check_t internal; } before_release;
	union { zend_object *object; const zend_async_pool_strategy_t *internal; } strategy;
	zend_async_pool_abandon_t abandon;
	zend_async_pool_free_user_data_t free_user_data;
	zend_async_pool_add_stats_t stats;
	zend_async_pool_judge_t judge;
};

/* The handler is a C function and is called directly. */
#define ZEND_ASYNC_POOL_F_FACTORY_INTERNAL        (1u << 0)
#define ZEND_ASYNC_POOL_F_DESTRUCTOR_INTERNAL     (1u << 1)
#define ZEND_ASYNC_POOL_F_HEALTHCHECK_INTERNAL    (1u << 2)
#define ZEND_ASYNC_POOL_F_BEFORE_ACQUIRE_INTERNAL (1u << 3)
#define ZEND_ASYNC_POOL_F_BEFORE_RELEASE_INTERNAL (1u << 4)
#define ZEND_ASYNC_POOL_F_STRATEGY_INTERNAL       (1u << 5)
#define ZEND_ASYNC_POOL_F_ALL_INTERNAL            ((1u << 6) - 1)
/* The Async\Pool object refuses to give out or take back resources. Implied by IS_PTR resources. */
#define ZEND_ASYNC_POOL_F_OPAQUE                  (1u << 16)
/* The factory runs in a coroutine of its own, while those who want a resource wait in line for that
 * or another one. Where nothing can suspend it runs in the caller. */
#define ZEND_ASYNC_POOL_F_CONNECT_ASIDE           (1u << 17)

/* What the PHP callables of a pool are. Taken over by the creation call, whatever becomes of it;
 * all but the factory may be NULL. Parameters bound in them are not used. */
typedef struct _zend_async_pool_callables_t {
	zend_fcall_t *factory;
	zend_fcall_t *destructor;
	zend_fcall_t *healthcheck;
	zend_fcall_t *before_acquire;
	zend_fcall_t *before_release;
} zend_async_pool_callables_t;

typedef struct _zend_async_pool_options_t {
	uint32_t min_size;
	uint32_t max_size;
	/* 0: no healthcheck. */
	zend_ulong healthcheck_interval_ms;
	/* ZEND_ASYNC_POOL_F_OPAQUE, ZEND_ASYNC_POOL_F_CONNECT_ASIDE or 0. */
	uint32_t flags;
	/* So many may wait in line; another acquire fails at once. 0: no limit. */
	uint32_t max_waiters;
} zend_async_pool_options_t;

typedef struct _zend_async_pool_api_t {
	uint32_t api_version;
	const char *module;

	/* Make a pool, with min_size resources in it. The creator owns it and ends that by disposing
	 * its event, which closes the pool; calls that are still inside of it keep its memory, and may
	 * call handlers, until they are through: see free_user_data. NULL: exception, and what was made
	 * already has been destroyed. Both may suspend. */
	zend_async_pool_t *(*create)(const zend_async_pool_callables_t *callables,
		const zend_async_pool_options_t *options, void *user_data);
	zend_async_pool_t *(*create_internal)(const zend_async_pool_handlers_t *handlers,
		const zend_async_pool_options_t *options, void *user_data);

	/* The Async\Pool object, made at the first call. It does not own the pool and outlives it as
	 * the object of a closed one. The caller owns a reference to it. NULL: exception. */
	zend_object *(*object)(zend_async_pool_t *pool);

	/* The pool of an Async\Pool object; borrowed. NULL: another class, or never constructed. */
	zend_async_pool_t *(*from_object)(zend_object *object);

	/* The caller owns *result, a copy of the pool's own reference. timeout in milliseconds, 0: no
	 * limit. FAILURE: exception, *result is undefined. May suspend. */
	zend_result (*acquire)(zend_async_pool_t *pool, zval *result, zend_long timeout);

	/* The same, but never waits in line: SUCCESS with a null *result when nothing can be had now,
	 * because all are out, the circuit breaker is INACTIVE or the pool is closed. May suspend all
	 * the same, in a hook or the factory, which runs in the caller. */
	zend_result (*try_acquire)(zend_async_pool_t *pool, zval *result);

	/* If the resource is idle, the next acquire is given this one first. false: it is not. Goes
	 * through the idle ones, newest first. May not suspend or throw. */
	bool (*prefer)(zend_async_pool_t *pool, const zval *resource);

	/* If the resource is idle it leaves the pool and is destroyed, counted as unhealthy. false: it
	 * is not idle. For owners who learn that a resource is lost. May suspend where the destructor
	 * does; may not throw. */
	bool (*evict)(zend_async_pool_t *pool, const zval *resource);

	/* The resource is borrowed. FAILURE: exception; then the resource is not out of this pool, and
	 * was not or no longer is. An exception in flight survives the call. May suspend. */
	zend_result (*release)(zend_async_pool_t *pool, zval *resource);

	/* Instead of release, for a resource that is broken: before_release is not asked, the strategy
	 * hears of a failure, the resource is destroyed and its place goes to the oldest waiter. The
	 * resource is borrowed. FAILURE as with release. May suspend. */
	zend_result (*discard)(zend_async_pool_t *pool, zval *resource);

	/* Idempotent. May suspend. An exception in flight survives it. */
	void (*close)(zend_async_pool_t *pool);

	/* Does nothing to a closed pool. May not suspend or throw. */
	void (*set_circuit_state)(zend_async_pool_t *pool, zend_async_circuit_state state);

	/* One of the two, or none; the object's reference is counted by the pool. */
	void (*set_strategy)(zend_async_pool_t *pool, zend_object *object,
		const zend_async_pool_strategy_t *internal);

	/* Starts a round of healthchecks now, in a coroutine of its own, unless one is under way.
	 * FAILURE: exception. */
	zend_result (*check_health)(zend_async_pool_t *pool);

	/* Makes resources until there are min_size, in a coroutine of its own. FAILURE: exception. */
	zend_result (*refill)(zend_async_pool_t *pool);

	/* Another maximum, at least 1 and at least min_size. A greater one serves those in line; with a
	 * smaller one surplus resources are destroyed, idle ones now, others when they come back. May
	 * suspend where the destructor does; may not throw. */
	void (*set_max)(zend_async_pool_t *pool, uint32_t max);

	/* Every resource that exists is destroyed, idle ones now, others when they come back; then the
	 * pool is refilled to its minimum. May suspend where the destructor does; may not throw. */
	void (*retire_all)(zend_async_pool_t *pool);

	/* For pools with CONNECT_ASIDE: the peer has answered a factory, which may have more to do; it
	 * may not be there any more. Until a factory has reached it resources are made one at a time.
	 * May not suspend or throw. */
	void (*reached)(zend_async_pool_t *pool);
	void (*doubt)(zend_async_pool_t *pool);

	void (*stats)(const zend_async_pool_t *pool, zend_async_pool_stats_t *stats);

	/* For get_gc of the object that owns the pool: everything that the pool holds references to. */
	void (*get_gc)(zend_async_pool_t *pool, zend_get_gc_buffer *buffer);
} zend_async_pool_api_t;
/* }}} */

/* {{{ State of the running thread */
typedef struct _zend_async_state_t {
	/* NULL until the scheduler has started: stock PHP. */
	zend_coroutine_t *current;
	/* How many calls on the stack cannot bear that other coroutines run: waits block inside. */
	uint32_t no_switch;
	/* How many forks lie between this process and the one that started: what was noted under
	 * another number speaks of coroutines that do not exist here. */
	uint32_t forks;
} zend_async_state_t;

#ifdef ZTS
extern ZEND_API TSRM_TLS zend_async_state_t zend_async_state;
#else
extern ZEND_API zend_async_state_t zend_async_state;
#endif

extern ZEND_API const zend_async_scheduler_api_t *zend_async_scheduler;
extern ZEND_API const zend_async_reactor_api_t *zend_async_reactor;
extern ZEND_API const zend_async_pool_api_t *zend_async_pool;

/* Set by an extension that calls signal handlers: can one of them still be called, and make a
 * coroutine ready? Until then no deadlock is found. */
extern ZEND_API bool (*zend_async_expects_signal)(void);

/* Called in module start-up. FAILURE: wrong version, or another module was first; a core
 * warning has been raised. */
ZEND_API zend_result zend_async_scheduler_register(const zend_async_scheduler_api_t *api);
ZEND_API zend_result zend_async_reactor_register(const zend_async_reactor_api_t *api);
ZEND_API zend_result zend_async_pool_register(const zend_async_pool_api_t *api);

/* Back to "not available", for an implementation that unloads. */
ZEND_API void zend_async_unregister(void);

ZEND_API bool zend_async_is_available(void);

/* The two ways to make a pool: see zend_async_pool_api_t. */
ZEND_API zend_async_pool_t *zend_async_pool_create(const zend_async_pool_callables_t *callables,
	const zend_async_pool_options_t *options, void *user_data); /* may suspend */
ZEND_API zend_async_pool_t *zend_async_pool_create_internal(
	const zend_async_pool_handlers_t *handlers,
	const zend_async_pool_options_t *options, void *user_data); /* may suspend */

/* Frees what the struct owns and the struct. */
ZEND_API void zend_fcall_release(zend_fcall_t *fcall);
/* }}} */

#define ZEND_ASYNC_CURRENT_COROUTINE (zend_async_state.current)

/* Around a call into PHP code while the engine is in the middle of something that other coroutines
 * would see. Nest. A bail-out inside needs no end. */
#define ZEND_ASYNC_NO_SWITCH_BEGIN() (void) zend_async_state.no_switch++
#define ZEND_ASYNC_NO_SWITCH_END() (void) zend_async_state.no_switch--

/* True when a wait here should suspend instead of blocking. One load when no coroutine was ever
 * started. */
#define ZEND_ASYNC_CAN_SUSPEND() \
	(UNEXPECTED(ZEND_ASYNC_CURRENT_COROUTINE != NULL) && zend_async_scheduler->can_suspend())

#define ZEND_ASYNC_IS_AVAILABLE() zend_async_is_available()
#define ZEND_ASYNC_START() zend_async_scheduler->start()
#define ZEND_ASYNC_SUSPEND() zend_async_scheduler->suspend()
#define ZEND_ASYNC_SUSPEND_FOR(timeout_ms, timed_out) \
	zend_async_scheduler->suspend_for((timeout_ms), (timed_out))
#define ZEND_ASYNC_YIELD() zend_async_scheduler->yield()
#define ZEND_ASYNC_RESUME(coroutine) zend_async_scheduler->resume((coroutine), NULL)
#define ZEND_ASYNC_RESUME_WITH_ERROR(coroutine, exception) \
	zend_async_scheduler->resume((coroutine), (exception))
#define ZEND_ASYNC_CANCEL(coroutine, exception) \
	zend_async_scheduler->cancel((coroutine), (exception))
#define ZEND_ASYNC_SPAWN(fcall) zend_async_scheduler->spawn((fcall))
#define ZEND_ASYNC_SPAWN_INTERNAL(entry, data, flags) \
	zend_async_scheduler->spawn_internal((entry), (data), (flags))
#define ZEND_ASYNC_COROUTINE_OBJECT(coroutine) zend_async_scheduler->coroutine_object((coroutine))
#define ZEND_ASYNC_PROTECT() zend_async_scheduler->protect()
#define ZEND_ASYNC_UNPROTECT() zend_async_scheduler->unprotect()
#define ZEND_ASYNC_LIMIT_BEGIN(limit) zend_async_scheduler->limit_begin((limit))
#define ZEND_ASYNC_LIMIT_END(limit) zend_async_scheduler->limit_end((limit))
#define ZEND_ASYNC_RUN_TO_COMPLETION() \
	do { \
		if (UNEXPECTED(ZEND_ASYNC_CURRENT_COROUTINE != NULL)) { \
			zend_async_scheduler->run_to_completion(); \
		} \
	} while (0)
#define ZEND_ASYNC_SHUTDOWN() zend_async_scheduler->shutdown()
#define ZEND_ASYNC_AFTER_FORK_IN_CHILD() zend_async_scheduler->after_fork_in_child()

/* Asked by calls that may wait, when they need not: true means that they suspend nevertheless, so
 * that tests meet the switches that are rare. Always false, and no code, outside debug builds. */
#if ZEND_DEBUG
# define ZEND_ASYNC_SWITCHES_HERE() \
	(ZEND_ASYNC_CURRENT_COROUTINE != NULL && zend_async_scheduler->switches_here())
#else
# define ZEND_ASYNC_SWITCHES_HERE() false
#endif
/* The same for calls that can simply let the others run once. FAILURE: EG(exception) is set. May
 * suspend, may throw. */
#define ZEND_ASYNC_SWITCH_POINT() (ZEND_ASYNC_SWITCHES_HERE() ? ZEND_ASYNC_YIELD() : SUCCESS)

#define ZEND_ASYNC_NEW_TIMER_EVENT(timeout_ms, periodic) \
	zend_async_reactor->new_timer_event((timeout_ms), (periodic))
#define ZEND_ASYNC_NEW_POLL_EVENT(fd, events) zend_async_reactor->new_poll_event((fd), (events))
#define ZEND_ASYNC_POLL_WAIT(poll, events, timeout_ms) \
	zend_async_reactor->poll_wait((poll), (events), (timeout_ms))
#define ZEND_ASYNC_WAIT_FDS(fds, nfds, timeout_ms, keep) \
	zend_async_reactor->wait_fds((fds), (nfds), (timeout_ms), (keep))
#define ZEND_ASYNC_FD_CLOSING(fd) \
	do { \
		if (UNEXPECTED(ZEND_ASYNC_CURRENT_COROUTINE != NULL)) { \
			zend_async_reactor->fd_closing(fd); \
		} \
	} while (0)
#define ZEND_ASYNC_RUN_IN_THREAD(work, interrupt, arg, ran) \
	zend_async_reactor->run_in_thread((work), (interrupt), (arg), (ran))
#define ZEND_ASYNC_RESOLVE(node, service, hints, result, error) \
	zend_async_reactor->resolve((node), (service), (hints), (result), (error))
#define ZEND_ASYNC_WAKEUP() zend_async_reactor->wakeup()
#define ZEND_ASYNC_LAST_POLL() zend_async_reactor->last_poll()

/* Handlers are C functions. For PHP callables there is zend_async_pool_create(). */
#define ZEND_ASYNC_NEW_POOL(handlers, options, user_data) \
	zend_async_pool_create_internal((handlers), (options), (user_data))
#define ZEND_ASYNC_NEW_POOL_OBJ(pool) zend_async_pool->object((pool))
#define ZEND_ASYNC_POOL_ACQUIRE(pool, result, timeout) \
	zend_async_pool->acquire((pool), (result), (timeout))
#define ZEND_ASYNC_POOL_TRY_ACQUIRE(pool, result) zend_async_pool->try_acquire((pool), (result))
#define ZEND_ASYNC_POOL_PREFER(pool, resource) zend_async_pool->prefer((pool), (resource))
#define ZEND_ASYNC_POOL_EVICT(pool, resource) zend_async_pool->evict((pool), (resource))
#define ZEND_ASYNC_POOL_RELEASE(pool, resource) zend_async_pool->release((pool), (resource))
#define ZEND_ASYNC_POOL_DISCARD(pool, resource) zend_async_pool->discard((pool), (resource))
#define ZEND_ASYNC_POOL_CLOSE(pool) zend_async_pool->close((pool))
#define ZEND_ASYNC_POOL_IS_CLOSED(pool) (((pool)->event.flags & ZEND_ASYNC_EVENT_CLOSED) != 0)
#define ZEND_ASYNC_POOL_ACTIVATE(pool) \
	zend_async_pool->set_circuit_state((pool), ZEND_ASYNC_CIRCUIT_ACTIVE)
#define ZEND_ASYNC_POOL_DEACTIVATE(pool) \
	zend_async_pool->set_circuit_state((pool), ZEND_ASYNC_CIRCUIT_INACTIVE)
#define ZEND_ASYNC_POOL_RECOVER(pool) \
	zend_async_pool->set_circuit_state((pool), ZEND_ASYNC_CIRCUIT_RECOVERING)
#define ZEND_ASYNC_POOL_SET_STRATEGY(pool, object, internal) \
	zend_async_pool->set_strategy((pool), (object), (internal))
#define ZEND_ASYNC_POOL_FROM_OBJ(object) zend_async_pool->from_object((object))
#define ZEND_ASYNC_POOL_CHECK_HEALTH(pool) zend_async_pool->check_health((pool))
#define ZEND_ASYNC_POOL_REFILL(pool) zend_async_pool->refill((pool))
#define ZEND_ASYNC_POOL_SET_MAX(pool, max) zend_async_pool->set_max((pool), (max))
#define ZEND_ASYNC_POOL_RETIRE_ALL(pool) zend_async_pool->retire_all((pool))
#define ZEND_ASYNC_POOL_REACHED(pool) zend_async_pool->reached((pool))
#define ZEND_ASYNC_POOL_DOUBT(pool) zend_async_pool->doubt((pool))
#define ZEND_ASYNC_POOL_STATS(pool, result) zend_async_pool->stats((pool), (result))
#define ZEND_ASYNC_POOL_GET_GC(pool, buffer) zend_async_pool->get_gc((pool), (buffer))
/* Ends the creator's use: closes the pool; do not touch it afterwards. May suspend. */
#define ZEND_ASYNC_POOL_DISPOSE(pool) ZEND_ASYNC_EVENT_DISPOSE(&(pool)->event)

/* {{{ Questions that every waiting place asks */

/* Is a cancellation on its way through the current coroutine? That is: cancel() was called, and
 * the exception in flight is a cancellation, or that of a time limit, or exit() unwinds the
 * coroutine. False again after the code has caught it. A call that fails while this is true has
 * not met an error: it cleans up and adds no exception of its own. */
static zend_always_inline bool zend_async_is_cancelling(void)
{
	return UNEXPECTED(ZEND_ASYNC_CURRENT_COROUTINE != NULL) && EG(exception)
		&& zend_async_scheduler->is_cancellation(EG(exception));
}

/* A point in time, in zend_hrtime(), at which a wait is over. A call that waits several times
 * fixes it once, at its beginning. */
typedef zend_hrtime_t zend_async_deadline_t;

#define ZEND_ASYNC_NO_DEADLINE ((zend_async_deadline_t) UINT64_MAX)

/* Negative, or so far away that it cannot be expressed: no deadline. */
static zend_always_inline zend_async_deadline_t zend_async_deadline_in(zend_long timeout_ms)
{
	zend_hrtime_t now;

	if (timeout_ms < 0) {
		return ZEND_ASYNC_NO_DEADLINE;
	}
	now = zend_hrtime();
	if ((zend_hrtime_t) timeout_ms >= (ZEND_ASYNC_NO_DEADLINE - now) / 1000000) {
		return ZEND_ASYNC_NO_DEADLINE;
	}
	return now + (zend_hrtime_t) timeout_ms * 1000000;
}

/* The same for settings in which 0 means "no limit". */
static zend_always_inline zend_async_deadline_t zend_async_deadline_of_limit(zend_long limit_ms)
{
	return limit_ms <= 0 ? ZEND_ASYNC_NO_DEADLINE : zend_async_deadline_in(limit_ms);
}

/* What the waiting functions take as their limit: -1 without a deadline, 0 once it has passed, and
 * at least 1 before. */
static zend_always_inline zend_long zend_async_deadline_left_ms(zend_async_deadline_t deadline)
{
	zend_hrtime_t now, left_ms;

	if (deadline == ZEND_ASYNC_NO_DEADLINE) {
		return -1;
	}
	now = zend_hrtime();
	if (now >= deadline) {
		return 0;
	}
	left_ms = (deadline - now + 999999) / 1000000;
	return (zend_long) MIN(left_ms, (zend_hrtime_t) ZEND_LONG_MAX);
}

static zend_always_inline bool zend_async_deadline_has_passed(zend_async_deadline_t deadline)
{
	return deadline != ZEND_ASYNC_NO_DEADLINE && zend_hrtime() >= deadline;
}
/* }}} */

/* Event verbs. */
#define ZEND_ASYNC_EVENT_ADD_CALLBACK(ev, cb) (ev)->handlers->add_callback((ev), (cb))
#define ZEND_ASYNC_EVENT_DEL_CALLBACK(ev, cb) (ev)->handlers->del_callback((ev), (cb))
#define ZEND_ASYNC_EVENT_START(ev) (ev)->handlers->start((ev))
#define ZEND_ASYNC_EVENT_STOP(ev) (ev)->handlers->stop((ev))
#define ZEND_ASYNC_EVENT_DISPOSE(ev) (ev)->handlers->dispose((ev))

END_EXTERN_C()

#endif /* ZEND_ASYNC_API_H */
