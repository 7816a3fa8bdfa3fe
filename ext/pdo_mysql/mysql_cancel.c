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

/* A server goes on with a query whose client has gone. A connection that is closed in the middle of
 * one is therefore killed by another session, which must not kill a stranger's: it goes to the
 * address that the connection had, not to a name, and looks whether the session's own peer is the
 * port that we had. Behind a proxy that is not so, and nothing is killed. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/pdo_pool.h"
#include "php_network.h"
#include "php_pdo_mysql.h"
#include "php_pdo_mysql_int.h"
#ifndef PHP_WIN32
# include <arpa/inet.h>
# include <netinet/in.h>
#endif

#ifdef PDO_USE_MYSQLND
# define IPV6_HOST "host=[%s];port=%u"
#else
# define IPV6_HOST "host=%s;port=%u"
#endif

typedef union _address {
	struct sockaddr any;
	struct sockaddr_in ipv4;
	struct sockaddr_in6 ipv6;
	struct sockaddr_storage space;
} address;

static unsigned port_of(const address *a)
{
	return ntohs(a->any.sa_family == AF_INET6 ? a->ipv6.sin6_port : a->ipv4.sin_port);
}

/* As part of a data source; what comes last there counts. */
static void write_peer(pdo_mysql_pool_data *pool, const address *peer)
{
	char host[INET6_ADDRSTRLEN];

	if (peer->any.sa_family == AF_INET6) {
		inet_ntop(AF_INET6, &peer->ipv6.sin6_addr, host, sizeof(host));
		snprintf(pool->peer, sizeof(pool->peer), IPV6_HOST, host, port_of(peer));
	} else {
		inet_ntop(AF_INET, &peer->ipv4.sin_addr, host, sizeof(host));
		snprintf(pool->peer, sizeof(pool->peer), "host=%s;port=%u", host, port_of(peer));
	}
}

static bool is_internet(const address *a)
{
	return a->any.sa_family == AF_INET || a->any.sa_family == AF_INET6;
}

/* Now, because a lost connection has no socket any more. One that is local leads to the same
 * server whenever it is opened. */
void pdo_mysql_cancel_note_peer(pdo_mysql_pool_data *pool, php_socket_t socket)
{
	address own = {0}, peer = {0};
	socklen_t own_size = sizeof(own), peer_size = sizeof(peer);

	pool->peer[0] = '\0';
	pool->own_port = 0;
	if (socket != -1 && getsockname(socket, &own.any, &own_size) == 0
			&& getpeername(socket, &peer.any, &peer_size) == 0 && is_internet(&peer)) {
		write_peer(pool, &peer);
		pool->own_port = port_of(&own);
	}
}

/* Fails, because a subquery has two rows, unless the session is ours. */
static zend_string *check(unsigned long id, unsigned own_port)
{
	char host[32] = "localhost";

	if (own_port) {
		snprintf(host, sizeof(host), "%%:%u", own_port);
	}
	return zend_strpprintf(0, "DO (SELECT 1 FROM (SELECT 1 UNION SELECT 2) two WHERE NOT EXISTS "
		"(SELECT 1 FROM information_schema.processlist WHERE id = %lu AND host LIKE '%s'))",
		id, host);
}

void pdo_mysql_cancel(pdo_dbh_t *dbh)
{
	const pdo_mysql_db_handle *H = dbh->driver_data;
	unsigned long id = mysql_thread_id(H->server);
	HashTable *statements = zend_new_array(2);
	zval sql;

	ZVAL_STR(&sql, check(id, H->pool.own_port));
	zend_hash_next_index_insert(statements, &sql);
	ZVAL_STR(&sql, zend_strpprintf(0, "KILL %lu", id));
	zend_hash_next_index_insert(statements, &sql);
	pdo_pool_run_aside(dbh, H->pool.peer, statements);
}
