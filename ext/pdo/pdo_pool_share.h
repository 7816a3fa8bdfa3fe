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

/* Statements of several coroutines on one connection (Pdo\Pgsql::ATTR_POOL_PIPELINE), for drivers
 * whose protocol has several commands under way at the same time.
 *
 *   roaming statement  a PDOStatement without a connection: each execution goes where there is
 *                      room. It may only read, and leaves nothing behind.
 *   stand-in           the handle that it has instead: a pdo_dbh_t of kind connection, which the
 *                      driver gives a driver_data without a server.
 *   rider              one execution of it; lives on the stack of its coroutine.
 *   wire               a connection that carries riders, in the order in which they were sent.
 *   conductor          the coroutine of the pool's own that holds the connection meanwhile, sends
 *                      and receives.
 *
 * All of it runs in the PHP thread. */

#ifndef PDO_POOL_SHARE_H
#define PDO_POOL_SHARE_H

#include "pdo_pool.h"
#include "Zend/zend_async_list.h"
#include "Zend/zend_hrtime.h"

BEGIN_EXTERN_C()

/* The greatest number of riders on a wire. */
#define PDO_POOL_MAX_PIPELINE 256

typedef struct _pdo_pool_wire_t pdo_pool_wire_t;
typedef struct _pdo_pool_rider_t pdo_pool_rider_t;

typedef enum _pdo_pool_rider_state {
	PDO_POOL_RIDER_WAITING,    /* in line; nothing was sent */
	PDO_POOL_RIDER_UNDER_WAY,  /* on a wire: the server may have run it */
	PDO_POOL_RIDER_ARRIVED,    /* the driver has noted the outcome */
	PDO_POOL_RIDER_TURNED_AWAY /* nothing was sent: it has to take a connection of its own */
} pdo_pool_rider_state;

/* The driver embeds it. */
struct _pdo_pool_rider_t {
	/* In the line of its pool, while it is WAITING. */
	zend_async_list_node_t node;
	zend_coroutine_t *coroutine;
	pdo_pool_rider_state state;
	/* When it came to the line, and when it was taken from there. */
	zend_hrtime_t since;
	zend_hrtime_t sent_at;
	/* UNDER_WAY: its wire, and its place there. */
	pdo_pool_wire_t *wire;
	uint32_t place;
};

typedef enum _pdo_pool_ride_end {
	PDO_POOL_RIDE_ARRIVED,
	/* Nothing was sent, and the caller fails in whatever way: it is called again, on a
	 * connection. */
	PDO_POOL_RIDE_TURNED_AWAY,
	/* PDO::ATTR_POOL_QUERY_TIMEOUT is over: the call fails with the SQLSTATE HYT00. */
	PDO_POOL_RIDE_LATE,
	/* An exception has ended the wait. */
	PDO_POOL_RIDE_FAILED
} pdo_pool_ride_end;

/* {{{ For the call of a roaming statement */

/* Waits in line, and for the answer. Whatever the end is, nothing points to the rider any more. May
 * suspend. */
PDO_API pdo_pool_ride_end pdo_pool_ride(pdo_dbh_t *stand_in, pdo_pool_rider_t *rider);
/* }}} */

/* {{{ For the hook carry, which has the connection to itself */

/* The next one to be sent, UNDER_WAY from now on; NULL: there is none now. */
PDO_API pdo_pool_rider_t *pdo_pool_wire_next(pdo_pool_wire_t *wire);
/* How many are under way, those that have left included; the oldest, which may have left: NULL. */
PDO_API uint32_t pdo_pool_wire_count(const pdo_pool_wire_t *wire);
PDO_API pdo_pool_rider_t *pdo_pool_wire_first(const pdo_pool_wire_t *wire);
/* One that is under way: 0 is the oldest. NULL: it has left. */
PDO_API pdo_pool_rider_t *pdo_pool_wire_at(const pdo_pool_wire_t *wire, uint32_t at);
/* The outcome of the oldest has been noted: it goes on. */
PDO_API void pdo_pool_wire_arrived(pdo_pool_wire_t *wire);
/* Around a wait for the server: it ends, as after a time-out, when there is something to send, and
 * when all riders have left. */
PDO_API void pdo_pool_wire_begin_wait(pdo_pool_wire_t *wire);
PDO_API void pdo_pool_wire_end_wait(pdo_pool_wire_t *wire);
/* Riders cannot be carried on connections of this pool: from now on statements do not roam. */
PDO_API void pdo_pool_wire_refuse(pdo_pool_wire_t *wire);
/* All that were under way have left, so that no one needs the connection: it is closed. */
PDO_API bool pdo_pool_wire_is_deserted(const pdo_pool_wire_t *wire);
/* }}} */

END_EXTERN_C()

#endif /* PDO_POOL_SHARE_H */
