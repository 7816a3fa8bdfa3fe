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

/* Threads that PDO starts itself, and forks of the process while there are any: private to
 * pdo_pool_thread.c. See pdo_pool_thread_life.c. */

#ifndef PDO_POOL_THREAD_LIFE_H
#define PDO_POOL_THREAD_LIFE_H

#include "php.h"

#ifndef PHP_WIN32

/* Runs function(arg) on a thread of its own, which ends when the function returns. false: there is
 * none. */
bool pdo_pool_thread_start(void (*function)(void *arg), void *arg);
/* A thread was asked to end, or will end by itself soon: forks and the end of the module wait for
 * it. One that is in a call that was given up counts from the time when that was done. */
void pdo_pool_thread_is_ending(void);

/* Before the first call on any thread. */
void pdo_pool_thread_watch_forks(void);
/* Around each call of a library on a thread: no fork happens just inside. */
void pdo_pool_thread_enter_library(void);
void pdo_pool_thread_leave_library(void);

/* The shared object that has this function stays in memory to the end of the process: a thread
 * may be in it when PHP unloads its extensions. */
void pdo_pool_thread_keep_loaded(void (*function)(void));

#endif

#endif /* PDO_POOL_THREAD_LIFE_H */
