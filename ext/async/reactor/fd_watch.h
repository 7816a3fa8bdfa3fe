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

#ifndef ASYNC_FD_WATCH_H
#define ASYNC_FD_WATCH_H

#include "reactor.h"

/* Interest in a descriptor; the memory belongs to the caller, and often
 * lives on a waiting coroutine's stack. Heard once: it is taken off before notify(). */
typedef struct _async_fd_listener_t async_fd_listener_t;
struct _async_fd_listener_t {
	zend_async_list_node_t node;
	struct _async_fd_watch_t *watch;
	/* ZEND_ASYNC_* bits. */
	uint32_t events;
	/* Does not keep the process alive. */
	bool is_unref;
	/* Runs inside the loop. triggered has at least one of events, or ZEND_ASYNC_DISCONNECT. */
	void (*notify)(async_fd_listener_t *listener, uint32_t triggered);
};

typedef struct _async_fd_watch_t async_fd_watch_t;

/* The watch of a descriptor, made when there is none, held until released. NULL: the kernel
 * cannot watch it (a plain file), which therefore is always ready; or error is
 * set, an errno of libuv. */
async_fd_watch_t *async_fd_watch_get(int fd, int *error);

/* Without holders the watch goes, unless it is kept. */
void async_fd_watch_release(async_fd_watch_t *watch);

/* Leaves the registration in place after the last holder; fd_closing() ends it. */
void async_fd_watch_keep(async_fd_watch_t *watch);

/* Makes the kernel forget what it may have registered under this number. */
void async_fd_watch_renew(async_fd_watch_t *watch);

/* An errno of libuv, or 0. */
int async_fd_watch_listen(async_fd_watch_t *watch, async_fd_listener_t *listener);
void async_fd_watch_unlisten(async_fd_listener_t *listener);

/* Is it registered for these events, and does nobody listen to it? */
bool async_fd_watch_is_quick(const async_fd_watch_t *watch, uint32_t events);

/* What the kernel has reported, in bits of libuv. */
void async_fd_watch_tell(async_fd_watch_t *watch, int events);

void async_fd_closing(zend_async_socket_t fd);
void async_fd_watches_close(async_reactor_t *reactor);

/* After their handles are closed: frees those that were held by coroutines which a fatal error has
 * ended. */
void async_fd_watches_free(async_reactor_t *reactor);

#endif /* ASYNC_FD_WATCH_H */
