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

/* Drivers that can connect in one thread at a time only. Coroutines wait for their turn in line, so that none of them holds a
 * worker thread meanwhile, and each can be cancelled. The mutex is for what the line does not know: ordinary handles, and the
 * other threads of a thread-safe PHP. It is held for as long as the driver's call takes. */

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

/* psqlodbc looks at what setlocale() returns while it connects, which another thread that connects may free. */
static bool names_psqlodbc(const char *text)
{
	const char *end = text + strlen(text);

	return php_memnistr(text, "postgres", sizeof("postgres") - 1, end)
		|| php_memnistr(text, "psqlodbc", sizeof("psqlodbc") - 1, end);
}

/* Asks odbc.ini. One that is not there, or not where the driver manager looks, may have any driver. */
static bool may_be_psqlodbc(SQLHENV env, const char *source, size_t length)
{
	SQLCHAR name[SQL_MAX_DSN_LENGTH + 1], driver[1024];
	SQLSMALLINT name_length, driver_length;
	SQLUSMALLINT direction = SQL_FETCH_FIRST;

	while (SQL_SUCCEEDED(SQLDataSources(env, direction, name, sizeof(name), &name_length, driver, sizeof(driver),
			&driver_length))) {
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
		if (SQL_SUCCEEDED(SQLSetEnvAttr(env, SQL_ATTR_ODBC_VERSION, (SQLPOINTER) SQL_OV_ODBC3, 0))) {
			result = may_be_psqlodbc(env, source, length);
		}
		SQLFreeHandle(SQL_HANDLE_ENV, env);
	}
	return result;
}

bool pdo_odbc_turn_is_needed(const SQLCHAR *dsn)
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

/* The line. The first one connects. */
ZEND_TLS pdo_odbc_turn *first;
ZEND_TLS pdo_odbc_turn *last;

static void forget_all(void)
{
	first = last = NULL;
}

/* After a fatal error the stacks of those in line are gone. */
PHP_RSHUTDOWN_FUNCTION(pdo_odbc)
{
	forget_all();
	return SUCCESS;
}

/* {{{ The mutex */
#ifndef PHP_WIN32
static pthread_mutex_t connecting = PTHREAD_MUTEX_INITIALIZER;

/* Those in line, and a thread that has the mutex, are the parent's. */
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

void pdo_odbc_turn_lock(void)
{
	pthread_mutex_lock(&connecting);
}

void pdo_odbc_turn_unlock(void)
{
	pthread_mutex_unlock(&connecting);
}
#else
static void watch_forks_once(void)
{
}

void pdo_odbc_turn_lock(void)
{
}

void pdo_odbc_turn_unlock(void)
{
}
#endif
/* }}} */

static void join(pdo_odbc_turn *turn)
{
	turn->coroutine = ZEND_ASYNC_CURRENT_COROUTINE;
	turn->next = NULL;
	turn->prev = last;
	if (last) {
		last->next = turn;
	} else {
		first = turn;
	}
	last = turn;
}

static void leave(pdo_odbc_turn *turn)
{
	if (turn->prev) {
		turn->prev->next = turn->next;
	} else {
		first = turn->next;
	}
	if (turn->next) {
		turn->next->prev = turn->prev;
	} else {
		last = turn->prev;
	}
}

zend_result pdo_odbc_turn_begin(pdo_odbc_turn *turn, bool can_wait)
{
	watch_forks_once();
	turn->coroutine = NULL;
	if (!can_wait) {
		return SUCCESS;
	}
	join(turn);
	while (first != turn) {
		if (ZEND_ASYNC_SUSPEND() == FAILURE) {
			pdo_odbc_turn_end(turn);
			return FAILURE;
		}
	}
	return SUCCESS;
}

/* Whoever leaves as the first wakes the next, even one that was cancelled when it had just become it. */
void pdo_odbc_turn_end(pdo_odbc_turn *turn)
{
	bool was_first = first == turn;

	if (!turn->coroutine) {
		return;
	}
	leave(turn);
	if (was_first && first) {
		ZEND_ASYNC_RESUME(first->coroutine);
	}
}
