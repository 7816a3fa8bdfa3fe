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

/* Forks of the process. A child has copies of its parent's connections, which it neither uses nor
 * ends. It may have been forked in the middle of a command: by a stream that COPY or LOAD DATA
 * reads, or in a notice callback. What the client library still has for the server must not leave
 * then, and the answer is the parent's. So the sockets are exchanged at once; all the rest of a
 * connection is freed when something comes by it. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "php_pdo.h"
#include "php_pdo_driver.h"
#include "php_pdo_int.h"
#include "pdo_pool_int.h"
#ifndef PHP_WIN32
# include <fcntl.h>
# include <pthread.h>
# include <sys/socket.h>
# include <unistd.h>
#endif

uint32_t pdo_pool_forks;

/* All connections of the thread; uninitialised before the first one. */
ZEND_TLS zend_async_list_t connections;

void pdo_pool_link_for_forks(pdo_pool_conn_t *conn)
{
	if (!zend_async_list_is_linked(&connections.head)) {
		zend_async_list_init(&connections);
	}
	zend_async_list_add_first(&connections, &conn->in_thread);
}

/* {{{ The end of a request */

/* A fatal error has ended the constructor: no object refers to the pool. */
static bool is_of_unfinished_pool(const pdo_pool_conn_t *conn)
{
	return conn->pool->dbh && !conn->pool->async
		&& (conn->state == PDO_POOL_CONN_OPENING || conn->state == PDO_POOL_CONN_IDLE);
}

zend_result pdo_pool_rshutdown(SHUTDOWN_FUNC_ARGS)
{
	if (EXPECTED(!CG(unclean_shutdown)) || !zend_async_list_is_linked(&connections.head)) {
		return SUCCESS;
	}
	ZEND_ASYNC_LIST_FOREACH(&connections, pdo_pool_conn_t, in_thread, conn) {
		if (is_of_unfinished_pool(conn)) {
			pdo_pool_forget_calls(conn);
			pdo_pool_conn_drop(conn, PDO_POOL_CLOSED);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	return SUCCESS;
}

/* What a fatal error has left went with the memory of the request. */
zend_result pdo_pool_post_deactivate(void)
{
	zend_async_list_init(&connections);
	return SUCCESS;
}
/* }}} */

PDO_API uint32_t pdo_pool_fork_generation(void)
{
	return pdo_pool_forks;
}

PDO_API bool pdo_pool_is_foreign(const pdo_dbh_t *dbh)
{
	return pdo_pool_kind(dbh) == PDO_POOL_CONNECTION
		&& pdo_pool_conn_is_foreign((const pdo_pool_conn_t *) dbh);
}

#ifndef PHP_WIN32
/* {{{ In the child, at once: only system calls and assignments, because another thread may have
 * held any lock */

/* A socket whose other end is gone. Unlike a stream's, it raises no SIGPIPE. */
static int open_nowhere(void)
{
	int ends[2];

	if (socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) != 0) {
		return -1;
	}
	close(ends[1]);
	return ends[0];
}

PDO_API void pdo_pool_exchange_socket(zend_async_socket_t fd, zend_async_socket_t nowhere)
{
	if (fd >= 0 && nowhere >= 0 && dup2(nowhere, fd) >= 0) {
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
}

static void cut_off_connections(void)
{
	const int nowhere = open_nowhere();

	ZEND_ASYNC_LIST_FOREACH(&connections, pdo_pool_conn_t, in_thread, conn) {
		if (conn->dbh.driver_data && !conn->is_stand_in) {
			conn->pool->hooks.cut_off(&conn->dbh, nowhere);
		}
	} ZEND_ASYNC_LIST_FOREACH_END();
	if (nowhere >= 0) {
		close(nowhere);
	}
}

static void after_fork_in_child(void)
{
	pdo_pool_forks++;
	if (zend_async_list_is_linked(&connections.head)) {
		cut_off_connections();
	}
}
/* }}} */

static void register_fork_handler(void)
{
	pthread_atfork(NULL, NULL, after_fork_in_child);
}

void pdo_pool_watch_forks(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, register_fork_handler);
}
#else
PDO_API void pdo_pool_exchange_socket(zend_async_socket_t fd, zend_async_socket_t nowhere)
{
}

void pdo_pool_watch_forks(void)
{
}
#endif
