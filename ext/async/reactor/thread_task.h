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

#ifndef ASYNC_THREAD_TASK_H
#define ASYNC_THREAD_TASK_H

#include "reactor.h"

/* See zend_async_reactor_api_t. may suspend */
zend_result async_run_in_thread(
		void (*work)(void *), void (*interrupt)(void *), void *arg, bool *ran);
/* may suspend */
zend_result async_resolve(const char *node, const char *service, const struct addrinfo *hints,
	struct addrinfo **result, int *error);

/* Interrupts what still runs on other threads and waits for it: the memory it uses is
 * about to go. */
void async_tasks_drain(async_reactor_t *reactor);

/* libuv would wait for the parent's threads when the process ends. */
void async_threads_after_fork_in_child(void);
void async_threads_shutdown(void);

/* libuv reads the size when the first task of the process is queued. */
void async_thread_pool_size_once(zend_long size);

#endif /* ASYNC_THREAD_TASK_H */
