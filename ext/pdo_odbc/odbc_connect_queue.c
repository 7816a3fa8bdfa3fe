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
 * without holding a worker thread, and each can be cancelled. Turns are for connects that are not
 * in the queue, too: those of ordinary handles, of the other threads of a thread-safe PHP, those
 * that end a session, and those that were given up.
 *
 * A server that falls silent behind the login keeps the driver waiting for ever, whatever time-out
 * it was given. So a turn has an end: then the socket of the connect is shut down, and if the
 * driver does not return even so, the next turn begins beside it. What the two could do to each
 * other (see names_psqlodbc()) takes that the server comes back to life in the same microsecond. */

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
# include <errno.h>
# include <pthread.h>
# include <time.h>
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

/* {{{ Turns */
#ifndef PHP_WIN32

/* So much longer a turn lasts when its time is over, for the driver to return. */
#define LAST_CHANCE_MS 200

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
/* All that have a turn or wait for one, newest first. They are on the stacks of their threads. */
static pdo_odbc_connect_turn *turns;
static pdo_odbc_connect_turn *now;

/* The coroutines in the queue, and the threads, are the parent's. */
static void after_fork_in_child(void)
{
	pthread_mutex_init(&mutex, NULL);
	pthread_cond_init(&changed, NULL);
	turns = now = NULL;
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

static void set_end(pdo_odbc_connect_turn *turn, uint32_t ms)
{
	clock_gettime(CLOCK_REALTIME, &turn->end);
	turn->end.tv_sec += ms / 1000;
	turn->end.tv_nsec += ms % 1000 * 1000000;
	turn->end.tv_sec += turn->end.tv_nsec / 1000000000;
	turn->end.tv_nsec %= 1000000000;
}

static bool is_over(const pdo_odbc_connect_turn *turn)
{
	struct timespec time;

	clock_gettime(CLOCK_REALTIME, &time);
	return time.tv_sec > turn->end.tv_sec
		|| (time.tv_sec == turn->end.tv_sec && time.tv_nsec >= turn->end.tv_nsec);
}

/* First the driver is made to return, then it is not waited for any more. */
static void end_turn(void)
{
	if (now->is_last_chance) {
		now = NULL;
		pthread_cond_broadcast(&changed);
		return;
	}
	now->is_last_chance = true;
	pdo_pool_thread_end_wait(now->thread);
	set_end(now, LAST_CHANCE_MS);
}

/* The turn of another one may begin meanwhile. */
static void wait_for_turn(void)
{
	const struct timespec end = now->end;

	if (pthread_cond_timedwait(&changed, &mutex, &end) == ETIMEDOUT && now && is_over(now)) {
		end_turn();
	}
}

static void forget_turn(pdo_odbc_connect_turn *turn)
{
	pdo_odbc_connect_turn **link = &turns;

	while (*link && *link != turn) {
		link = &(*link)->next;
	}
	if (*link) {
		*link = turn->next;
	}
}

bool pdo_odbc_connect_begin(pdo_odbc_connect_turn *turn, SQLHDBC dbc, uint32_t limit_ms)
{
	*turn = (pdo_odbc_connect_turn) {.dbc = dbc, .thread = pdo_pool_thread_id()};
	pthread_mutex_lock(&mutex);
	turn->next = turns;
	turns = turn;
	while (now && !turn->is_given_up) {
		wait_for_turn();
	}
	if (turn->is_given_up) {
		forget_turn(turn);
	} else {
		now = turn;
		set_end(turn, limit_ms);
	}
	pthread_mutex_unlock(&mutex);
	return !turn->is_given_up;
}

void pdo_odbc_connect_end(pdo_odbc_connect_turn *turn)
{
	pthread_mutex_lock(&mutex);
	forget_turn(turn);
	if (now == turn) {
		now = NULL;
		pthread_cond_broadcast(&changed);
	}
	pthread_mutex_unlock(&mutex);
}

void pdo_odbc_connect_give_up(SQLHDBC dbc)
{
	pthread_mutex_lock(&mutex);
	for (pdo_odbc_connect_turn *turn = turns; turn; turn = turn->next) {
		if (turn->dbc == dbc) {
			turn->is_given_up = true;
		}
	}
	if (now && now->dbc == dbc && !now->is_last_chance) {
		end_turn();
	}
	pthread_cond_broadcast(&changed);
	pthread_mutex_unlock(&mutex);
}
#else
static void watch_forks_once(void)
{
}

bool pdo_odbc_connect_begin(pdo_odbc_connect_turn *turn, SQLHDBC dbc, uint32_t limit_ms)
{
	return true;
}

void pdo_odbc_connect_end(pdo_odbc_connect_turn *turn)
{
}

void pdo_odbc_connect_give_up(SQLHDBC dbc)
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
	bool timed_out = false;

	watch_forks_once();
	place->coroutine = NULL;
	if (!can_wait) {
		return SUCCESS;
	}
	join(place);
	/* The first may have no limit: then the turn of this one ends that of the first. */
	while (first != place && !timed_out) {
		if (ZEND_ASYNC_SUSPEND_FOR(PDO_ODBC_CONNECT_TURN_MS, &timed_out) == FAILURE) {
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
