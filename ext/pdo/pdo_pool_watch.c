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

/* Idle connections are watched by the reactor: one that the server closes leaves the pool at
 * once, without any ping. The kernel's registration is the one that queries use, so that
 * watching costs no system call. A connection is watched from the moment it becomes idle until
 * it is taken or checked; without a scheduler, none is. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_network.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#include "zend_exceptions.h"

/* What the reactor saw less than this ago need not be looked at again. */
#define FRESH_NS 1000000

static zend_async_socket_t descriptor_of(pdo_pool_conn_t *conn)
{
	return conn->pool->hooks.descriptor(&conn->dbh);
}

/* Something came in on an idle connection. */
static bool survives_input(pdo_pool_conn_t *conn)
{
	return conn->pool->hooks.idle_input(&conn->dbh) == SUCCESS;
}

static void start(pdo_pool_conn_t *conn)
{
	zend_object *in_flight = EG(exception);

	if (ZEND_ASYNC_EVENT_START(&conn->watch->event) == FAILURE) {
		pdo_pool_forget_exception(in_flight);
	}
}

/* Runs inside the reactor. A connection that is on its way to a coroutine, and so no longer idle
 * for the async pool, is closed when it arrives there. */
static void on_input(zend_async_event_t *event, zend_async_callback_t *callback, zval *result,
	zend_object *exception)
{
	pdo_pool_conn_t *conn = ZEND_CONTAINER_OF(callback, pdo_pool_conn_t, on_input);
	zval resource;

	if (survives_input(conn)) {
		ZEND_ASYNC_EVENT_ADD_CALLBACK(event, callback);
		start(conn);
		return;
	}
	pdo_pool_conn_condemn(conn, PDO_POOL_LOST);
	/* While the PDO object goes, closing one connection may suspend, and others are still
	 * watched. */
	if (conn->pool->async) {
		ZVAL_PTR(&resource, conn);
		ZEND_ASYNC_POOL_EVICT(conn->pool->async, &resource);
	}
}

static bool make_watch(pdo_pool_conn_t *conn)
{
	zend_object *in_flight = EG(exception);
	zend_async_socket_t fd = descriptor_of(conn);

	if (fd == -1) {
		return false;
	}
	conn->watch = ZEND_ASYNC_NEW_POLL_EVENT(fd, ZEND_ASYNC_READABLE);
	if (!conn->watch) {
		pdo_pool_forget_exception(in_flight);
		return false;
	}
	conn->watch->event.flags |= ZEND_ASYNC_EVENT_UNREF;
	conn->on_input.notify = on_input;
	return true;
}

void pdo_pool_watch(pdo_pool_conn_t *conn)
{
	if (conn->pool->idle_can_be_lost && ZEND_ASYNC_CURRENT_COROUTINE
			&& (conn->watch || make_watch(conn))) {
		ZEND_ASYNC_EVENT_ADD_CALLBACK(&conn->watch->event, &conn->on_input);
		start(conn);
	}
}

void pdo_pool_unwatch(pdo_pool_conn_t *conn)
{
	if (conn->watch && zend_async_callback_is_linked(&conn->on_input)) {
		ZEND_ASYNC_EVENT_STOP(&conn->watch->event);
		ZEND_ASYNC_EVENT_DEL_CALLBACK(&conn->watch->event, &conn->on_input);
	}
}

void pdo_pool_end_watch(pdo_pool_conn_t *conn)
{
	if (conn->watch) {
		ZEND_ASYNC_EVENT_DISPOSE(&conn->watch->event);
		conn->watch = NULL;
	}
}

/* The reactor has not seen it for a while: the script was busy with something else, or there is no
 * reactor. */
static bool is_long_unseen(const pdo_pool_conn_t *conn)
{
	zend_hrtime_t seen = conn->watch && ZEND_ASYNC_CURRENT_COROUTINE ? ZEND_ASYNC_LAST_POLL() : 0;
	return zend_hrtime() - MAX(seen, conn->idle_since) >= FRESH_NS;
}

bool pdo_pool_check_idle(pdo_pool_conn_t *conn)
{
	php_pollfd socket = {.fd = -1, .events = POLLIN};

	if (conn->close_reason != PDO_POOL_OPEN || pdo_pool_conn_is_foreign(conn)) {
		return false;
	}
	if (conn->pool->idle_can_be_lost && is_long_unseen(conn)) {
		socket.fd = descriptor_of(conn);
	}
	return socket.fd == -1 || php_poll2(&socket, 1, 0) <= 0 || survives_input(conn);
}
