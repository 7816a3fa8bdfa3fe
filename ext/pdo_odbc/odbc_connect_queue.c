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

/* A queue for drivers that can connect on one thread at a time only. Coroutines wait in it
 * without holding a worker thread, and each can be cancelled. The mutex is for connects that are
 * not in the queue: those of ordinary handles, of the other threads of a thread-safe PHP, and
 * those that were given up. It is held for as long as the driver's call takes. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "php.h"
#include "ext/pdo/php_pdo.h"
#include "ext/pdo/php_pdo_driver.h"
#define PDO_ODBC_BLOCKING_CALLS
#include "php_pdo_odbc.h"
#include "php_pdo_odbc_int.h"
#include "odbc_thread_int.h"
#ifndef PHP_WIN32
# include <pthread.h>
#endif

/* {{{ Which drivers */

/* While it connects, psqlodbc reads what setlocale() has returned, which another thread that
 * connects may free. */
static bool names_psqlodbc(const char *text)
{
	const char *end = text + strlen(text);

	return php_memnistr(text, "postgres", sizeof("postgres") - 1, end)
		|| php_memnistr(text, "psqlodbc", sizeof("psqlodbc") - 1, end);
}

/* Asks odbc.ini. A source that is not there, or not where the driver manager looks, may have any
 * driver. */
static bool may_be_psqlodbc(SQLHENV env, const char *source, size_t length)
{
	SQLCHAR name[SQL_MAX_DSN_LENGTH + 1], driver[1024];
	SQLSMALLINT name_length, driver_length;
	SQLUSMALLINT direction = SQL_FETCH_FIRST;

	while (SQL_SUCCEEDED(SQLDataSources(env, direction, name, sizeof(name), &name_length, driver,
			sizeof(driver), &driver_length))) {
		if (zend_binary_strcasecmp((char *) name, strlen((char *) name), source, length) == 0) {
			return names_psqlodbc((char *) driver);
		}
		direction = SQL_FETCH_NEXT;
	}
	return true;
}

static bool is_source_of_psqlodbc(const char *source, size_t length)
{
	SQLHENV env;
	bool result = true;

	if (SQL_SUCCEEDED(SQLAllocHandle(SQL_HANDLE_ENV, SQL_NULL_HANDLE, &env))) {
		if (SQL_SUCCEEDED(SQLSetEnvAttr(
				env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0))) {
			result = may_be_psqlodbc(env, source, length);
		}
		SQLFreeHandle(SQL_HANDLE_ENV, env);
	}
	return result;
}

bool pdo_odbc_connect_queue_is_needed(const SQLCHAR *dsn)
{
	const char *text = (const char *) dsn, *end = text + strlen(text);
	const char *source;

	if (names_psqlodbc(text)) {
		return true;
	}
	if (php_memnistr(text, "driver=", sizeof("driver=") - 1, end)) {
		return false;
	}
	source = php_memnistr(text, "dsn=", sizeof("dsn=") - 1, end);
	source = source ? source + sizeof("dsn=") - 1 : text;
	return is_source_of_psqlodbc(source, strcspn(source, ";"));
}
/* }}} */

/* The queue. The first one connects. */
ZEND_TLS pdo_odbc_connect_place *first;
ZEND_TLS pdo_odbc_connect_place *last;

static void forget_all(void)
{
	first = last = NULL;
}

/* After a fatal error the stacks that hold the places are gone. */
PHP_RSHUTDOWN_FUNCTION(pdo_odbc)
{
	forget_all();
	return SUCCESS;
}

/* {{{ The mutex */
#ifndef PHP_WIN32
static pthread_mutex_t connecting = PTHREAD_MUTEX_INITIALIZER;

/* The coroutines in the queue, and a thread that has the mutex, are the parent's. */
static void after_fork_in_child(void)
{
	pthread_mutex_init(&connecting, NULL);
	forget_all();
}

static void watch_forks(void)
{
	pthread_atfork(NULL, NULL, after_fork_in_child);
}

static void watch_forks_once(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;
	pthread_once(&once, watch_forks);
}

void pdo_odbc_connect_lock(void)
{
	pthread_mutex_lock(&connecting);
}

void pdo_odbc_connect_unlock(void)
{
	pthread_mutex_unlock(&connecting);
}
#else
static void watch_forks_once(void)
{
}

void pdo_odbc_connect_lock(void)
{
}

void pdo_odbc_connect_unlock(void)
{
}
#endif
/* }}} */

static void join(pdo_odbc_connect_place *place)
{
	place->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	place->next = NULL;
	place->prev = last;
	if (last) {
		last->next = place;
	} else {
		first = place;
	}
	last = place;
}

static void leave(pdo_odbc_connect_place *place)
{
	if (place->prev) {
		place->prev->next = place->next;
	} else {
		first = place->next;
	}
	if (place->next) {
		place->next->prev = place->prev;
	} else {
		last = place->prev;
	}
}

zend_result pdo_odbc_connect_queue_enter(pdo_odbc_connect_place *place, bool can_wait)
{
	watch_forks_once();
	place->coroutine = NULL;
	if (!can_wait) {
		return SUCCESS;
	}
	join(place);
	while (first != place) {
		if (ZEND_ASYNC_SUSPEND() == FAILURE) {
			pdo_odbc_connect_queue_leave(place);
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* The first wakes the next when it leaves, also when it was cancelled after it had become the
 * first. */
void pdo_odbc_connect_queue_leave(pdo_odbc_connect_place *place)
{
	bool was_first = first == place;

	if (!place->coroutine) {
		return;
	}
	leave(place);
	if (was_first && first) {
		ZEND_ASYNC_RESUME(first->coroutine);
	}
}
