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

/* The calls of the C client library that may block, for pooled connections: see mysql_thread.c.
 * Not for mysqlnd, which waits in its streams. Included by php_pdo_mysql_int.h. */

#ifndef MYSQL_THREAD_H
#define MYSQL_THREAD_H

#include "php_network.h"

struct _pdo_mysql_pool_data;

/* The descriptor that the library uses, or -1. */
static inline php_socket_t pdo_mysql_thread_socket(MYSQL *mysql)
{
#ifdef MARIADB_BASE_VERSION
	return mysql_get_socket(mysql);
#else
	return mysql->net.vio ? mysql->net.fd : -1;
#endif
}

/* A handle is known from here on as one of a pool, until it is closed. data stays that long. */
void pdo_mysql_thread_register(MYSQL *mysql, struct _pdo_mysql_pool_data *data);

/* Each is the function of the library of that name. All may suspend; when that is ended by an
 * exception they fail, and the connection is lost. */
MYSQL *pdo_mysql_thread_real_connect(MYSQL *mysql, const char *host, const char *user,
	const char *password, const char *database, unsigned int port, const char *socket,
	unsigned long flags);
int pdo_mysql_thread_real_query(MYSQL *mysql, const char *sql, unsigned long length);
MYSQL_RES *pdo_mysql_thread_store_result(MYSQL *mysql);
int pdo_mysql_thread_next_result(MYSQL *mysql);
MYSQL_ROW pdo_mysql_thread_fetch_row(MYSQL_RES *result);
void pdo_mysql_thread_free_result(MYSQL_RES *result);
int pdo_mysql_thread_commit(MYSQL *mysql);
int pdo_mysql_thread_rollback(MYSQL *mysql);
int pdo_mysql_thread_autocommit(MYSQL *mysql, bool on);
int pdo_mysql_thread_ping(MYSQL *mysql);
int pdo_mysql_thread_reset_connection(MYSQL *mysql);
const char *pdo_mysql_thread_stat(MYSQL *mysql);
void pdo_mysql_thread_close(MYSQL *mysql);

int pdo_mysql_thread_stmt_prepare(MYSQL_STMT *stmt, const char *sql, unsigned long length);
int pdo_mysql_thread_stmt_execute(MYSQL_STMT *stmt);
int pdo_mysql_thread_stmt_store_result(MYSQL_STMT *stmt);
int pdo_mysql_thread_stmt_fetch(MYSQL_STMT *stmt);
int pdo_mysql_thread_stmt_next_result(MYSQL_STMT *stmt);
int pdo_mysql_thread_stmt_free_result(MYSQL_STMT *stmt);
int pdo_mysql_thread_stmt_close(MYSQL_STMT *stmt);

/* The rest of pdo_mysql calls them by the names that it always used. */
#ifndef PDO_MYSQL_BLOCKING_CALLS
# define mysql_real_connect pdo_mysql_thread_real_connect
# define mysql_real_query pdo_mysql_thread_real_query
# define mysql_store_result pdo_mysql_thread_store_result
# define mysql_next_result pdo_mysql_thread_next_result
# define mysql_fetch_row pdo_mysql_thread_fetch_row
# define mysql_free_result pdo_mysql_thread_free_result
# define mysql_commit pdo_mysql_thread_commit
# define mysql_rollback pdo_mysql_thread_rollback
# define mysql_autocommit pdo_mysql_thread_autocommit
# define mysql_ping pdo_mysql_thread_ping
# define mysql_reset_connection pdo_mysql_thread_reset_connection
# define mysql_stat pdo_mysql_thread_stat
# define mysql_close pdo_mysql_thread_close
# define mysql_stmt_prepare pdo_mysql_thread_stmt_prepare
# define mysql_stmt_execute pdo_mysql_thread_stmt_execute
# define mysql_stmt_store_result pdo_mysql_thread_stmt_store_result
# define mysql_stmt_fetch pdo_mysql_thread_stmt_fetch
# define mysql_stmt_next_result pdo_mysql_thread_stmt_next_result
# define mysql_stmt_free_result pdo_mysql_thread_stmt_free_result
# define mysql_stmt_close pdo_mysql_thread_stmt_close
#endif

#endif /* MYSQL_THREAD_H */
