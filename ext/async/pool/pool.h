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

/* What the files of the pool share. Containers (pool_ring, pool_queue, pool_index) know no policy;
 * pool_entry owns the states; pool_call runs handlers; pool.c acquires and releases, with the help
 * of pool_places (taking and giving back entries, hand-off) and pool_wait (waiting in line);
 * pool_aside makes resources for those in line, when pool_backoff lets it;
 * pool_garbage collects what may hold resources, for those in line;
 * pool_size changes the maximum and replaces resources; pool_life makes, closes and frees;
 * pool_health checks; circuit_breaker opens and closes the gate; pool_object is the PHP class. */

#ifndef ASYNC_POOL_H
#define ASYNC_POOL_H

#include "php_async.h"
#include "pool_index.h"
#include "pool_queue.h"
#include "pool_ring.h"

/* What is known of the peer that the factory connects to: see pool_backoff.c. */
typedef struct _async_pool_backoff_t {
	/* How often it could not be reached since it was last; there is an upper limit. */
	uint32_t failures;
	/* Resources are made one at a time. */
	bool is_doubtful;
	bool was_reached;
	/* The last failure said that it has no place left. */
	bool is_full;
	/* The minimum is to be made, as soon as that is possible. */
	bool is_refilling;
	/* With failures: a copy of the last error, and when the next try may be made. */
	zend_object *error;
	zend_hrtime_t not_before;
	/* While somebody waits for that. */
	zend_async_timer_event_t *timer;
	zend_async_callback_t on_timer;
} async_pool_backoff_t;

typedef struct _async_pool_t {
	zend_async_pool_t base;

	/* The creator, the PHP object, and every call that is inside and may suspend. */
	uint32_t refs;

	async_pool_ring_t idle;
	async_pool_index_t out;
	async_pool_queue_t waiters;
	uint32_t active;
	uint32_t connecting;
	/* 0: no limit. */
	uint32_t max_waiters;

	/* How many entries are retired (pool_size.c); is that, or a maximum that was lowered, to be
	 * looked at when a resource comes back? */
	uint32_t retired;
	bool is_trimming;

	/* While RECOVERING: an acquire was let through and its resource has not come back. */
	bool probing;
	/* When the strategy was last asked whether to recover. */
	uint64_t asked_to_recover_ns;
	/* shouldRecover() of the strategy object, if it has one. */
	zend_function *should_recover;

	async_pool_entry_t *free_entries;
	async_pool_entry_t *all_entries;
	uint32_t entry_count;

	/* The number of the last call of use(). */
	uint64_t last_lease;

	/* Counters only; the gauges are the fields above. */
	zend_async_pool_stats_t stats;

	zend_ulong health_interval_ms;
	zend_async_timer_event_t *health_timer;
	zend_async_callback_t on_health_timer;
	/* The coroutine of a round that runs, and the note of its end. */
	zend_coroutine_t *health_coroutine;
	zend_async_callback_t on_health_end;
	uint32_t health_round;
	/* It checks; otherwise it only refills. */
	bool round_checks;

	/* pool_aside.c: coroutines that make resources for those in line. */
	zend_async_list_t connecters;
	/* Set when one who waited is cancelled: does anybody else want what is being made? */
	zend_async_timer_event_t *surplus_timer;
	zend_async_callback_t on_surplus_timer;
	async_pool_backoff_t backoff;

	/* In ASYNC_G(pools). */
	zend_async_list_node_t node;
} async_pool_t;

static zend_always_inline async_pool_t *async_pool_from_base(zend_async_pool_t *base)
{
	return (async_pool_t *) base;
}

static zend_always_inline bool async_pool_is_closed(const async_pool_t *pool)
{
	return (pool->base.event.flags & ZEND_ASYNC_EVENT_CLOSED) != 0;
}

static zend_always_inline uint32_t async_pool_total(const async_pool_t *pool)
{
	return pool->idle.count + pool->active + pool->connecting;
}

static zend_always_inline void async_pool_addref(async_pool_t *pool)
{
	pool->refs++;
}

/* Frees the pool with its last reference. */
void async_pool_delref(async_pool_t *pool);

/* For a call that finds the pool open: its owner has a reference, too. */
static zend_always_inline void async_pool_delref_alive(async_pool_t *pool)
{
	ZEND_ASSERT(pool->refs > 1);
	pool->refs--;
}

/* One call of acquire(). The limit counts from its start, however often it waits. */
typedef struct _async_pool_acquire_t {
	async_pool_t *pool;
	/* Only with a limit. */
	uint64_t started_ns;
	zend_async_deadline_t deadline;
	/* It may wait in line. */
	bool waits;
	/* before_acquire has accepted the entry at hand. */
	bool is_accepted;
	/* At the deadline a hook was told to end. */
	bool was_interrupted;
} async_pool_acquire_t;

/* {{{ pool.c */
zend_result async_pool_acquire(
		zend_async_pool_t *base, zval *result, zend_long timeout); /* may suspend */
zend_result async_pool_try_acquire(zend_async_pool_t *base, zval *result); /* may suspend */
zend_result async_pool_release(zend_async_pool_t *base, zval *resource); /* may suspend */

/* The same for an entry that was found. NULL or ABANDONED: as release() answers to it. */
zend_result async_pool_release_entry(
		async_pool_t *pool, async_pool_entry_t *entry); /* may suspend */
/* }}} */

/* {{{ pool_use.c */
zend_result async_pool_discard_resource(
		zend_async_pool_t *base, zval *resource); /* may suspend */

/* Calls a function with a resource that is out for as long as it runs. FAILURE: exception. */
zend_result async_pool_use(async_pool_t *pool, zend_fcall_info *fci, zend_fcall_info_cache *fcc,
		zend_long timeout, zval *result); /* may suspend */
/* }}} */

/* {{{ pool_wait.c */

/* What the current coroutine was given, HELD or CONNECTING; NULL: exception. One that had its turn
 * already, and lost what it was given, waits in front of the others. */
async_pool_entry_t *async_pool_wait_in_line(
		async_pool_acquire_t *call, bool in_front); /* may suspend */
/* }}} */

/* {{{ pool_places.c */

/* Does the circuit breaker let an acquire through? */
static zend_always_inline bool async_pool_admits(const async_pool_t *pool)
{
	return EXPECTED(pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_ACTIVE)
		|| (pool->base.circuit_state == ZEND_ASYNC_CIRCUIT_RECOVERING && !pool->probing);
}

/* An idle resource (HELD) or a place for a new one (CONNECTING), or NULL. */
async_pool_entry_t *async_pool_reserve(async_pool_t *pool);

/* Makes a resource in a CONNECTING entry, which becomes HELD; at the deadline of the call, which
 * may be NULL, the factory is told to end. FAILURE: exception, reported to the strategy; the place
 * is free. */
zend_result async_pool_make_resource(async_pool_t *pool, async_pool_entry_t *entry,
	const async_pool_acquire_t *call); /* may suspend */

/* Gives idle resources and free places to the coroutines in line, as far as they go. Called after
 * everything that may have made one available. */
void async_pool_serve_waiters(async_pool_t *pool);

/* Sends a coroutine in line away, or with what it was given. */
void async_pool_dismiss(async_pool_t *pool, zend_async_pool_waiter_t *waiter,
	zend_async_pool_waiter_state state);

/* Sends all coroutines in line away. */
void async_pool_dismiss_waiters(async_pool_t *pool, zend_async_pool_waiter_state state);

/* Destroys the resource of a HELD entry, which stays HELD and empty: the caller decides about the
 * place. A resource of the parent's, in a forked child, is let go in silence. An exception in
 * flight stays. */
void async_pool_discard(async_pool_t *pool, async_pool_entry_t *entry,
	zend_async_pool_reason reason); /* may suspend */

/* Ends an entry that is empty and gives the place to the coroutine that has waited longest. */
void async_pool_free_place(async_pool_t *pool, async_pool_entry_t *entry);

/* Puts back what was taken and not used, a resource or a place. An exception in flight stays. */
void async_pool_give_back(async_pool_t *pool, async_pool_entry_t *entry); /* may suspend */

bool async_pool_prefer(zend_async_pool_t *base, const zval *resource);
bool async_pool_evict(zend_async_pool_t *base, const zval *resource); /* may suspend */
void async_pool_stats(const zend_async_pool_t *base, zend_async_pool_stats_t *stats);
/* }}} */

/* {{{ pool_size.c */
void async_pool_set_max(zend_async_pool_t *base, uint32_t max); /* may suspend */
void async_pool_retire_all(zend_async_pool_t *base); /* may suspend */
/* A resource comes back while the pool is trimming. true: it was retired, or is one too many, and
 * has been destroyed. */
bool async_pool_trim(async_pool_t *pool, async_pool_entry_t *entry); /* may suspend */
/* A place has become free. */
void async_pool_note_trimmed(async_pool_t *pool);
/* }}} */

/* {{{ pool_garbage.c */

/* Somebody waits in line: garbage is looked for until nobody does. */
void async_pool_watch_garbage(void);
/* With the reactor. */
void async_pool_stop_watching_garbage(void);
/* true: a collector was started, whose destructors may wake somebody. */
bool async_pool_collect_before_deadlock(void);
/* }}} */

/* {{{ pool_life.c */
zend_async_pool_t *async_pool_create(const zend_async_pool_callables_t *callables,
	const zend_async_pool_options_t *options, void *user_data); /* may suspend */
zend_async_pool_t *async_pool_create_internal(const zend_async_pool_handlers_t *handlers,
	const zend_async_pool_options_t *options, void *user_data); /* may suspend */
void async_pool_close(zend_async_pool_t *base); /* may suspend */

/* The last word of the owner when no handler may be called any more. */
void async_pool_drop(async_pool_t *pool);
void async_pool_get_gc(zend_async_pool_t *base, zend_get_gc_buffer *buffer);

/* Called by the module. */
zend_result async_pool_startup(void);
void async_pool_request_shutdown(void);
/* After a fatal error. */
void async_pool_forget_waiters(void);
/* Before the child has made its own reactor, and after. */
void async_pool_after_fork_in_child(void);
void async_pool_restart_healthchecks(void);
/* }}} */

/* {{{ pool_health.c */
zend_result async_pool_health_start(async_pool_t *pool);
zend_result async_pool_check_health(zend_async_pool_t *base);
zend_result async_pool_refill(zend_async_pool_t *base);
void async_pool_health_stop(async_pool_t *pool);
void async_pool_health_after_fork(async_pool_t *pool);
/* }}} */

/* {{{ circuit_breaker.c */
extern zend_class_entry *async_ce_circuit_breaker;
extern zend_class_entry *async_ce_circuit_breaker_state;
extern zend_class_entry *async_ce_circuit_breaker_strategy;

void async_circuit_breaker_startup(void);
void async_circuit_set_state(zend_async_pool_t *base, zend_async_circuit_state state);
void async_circuit_set_strategy(
		zend_async_pool_t *base, zend_object *object, const zend_async_pool_strategy_t *internal);

/* What happened, to the strategy if there is one. May suspend; never throws but cancellations. */
void async_circuit_report_success(async_pool_t *pool);
void async_circuit_report_failure(async_pool_t *pool, zend_object *error);

/* While INACTIVE: does the strategy move the pool to RECOVERING? May suspend. */
void async_circuit_ask_to_recover(async_pool_t *pool);
/* }}} */

/* {{{ pool_object.c */
extern zend_class_entry *async_ce_pool;
void async_pool_object_startup(void);
zend_object *async_pool_object(zend_async_pool_t *base);
zend_async_pool_t *async_pool_from_object(zend_object *object);
/* }}} */

#endif /* ASYNC_POOL_H */
