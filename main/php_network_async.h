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

/* What the blocking places of main/ and ext/ call when they run inside a coroutine. Each
 * function answers as the system call that it stands for, and lets other coroutines
 * run meanwhile. Where no suspension is possible it is that system call.
 *
 * When a wait is ended by an exception (a cancellation), the answer is a failure with errno
 * ECANCELED and the exception is pending: callers give up, they never retry. */

#ifndef PHP_NETWORK_ASYNC_H
#define PHP_NETWORK_ASYNC_H

#include "zend_async_API.h"

BEGIN_EXTERN_C()
/* One suspension for one descriptor. Returns the POLL* bits, 0 for the time-out, -1 with errno
 * ECANCELED (an exception is pending) or EBADF (the descriptor was closed meanwhile; its
 * number may already mean something else). Requires ZEND_ASYNC_CAN_SUSPEND().
 * keep: see wait_fds() in zend_async_API.h. May suspend, may throw. */
PHPAPI int php_async_wait_fd(
		php_socket_t fd, int events, zend_long timeout_ms, bool keep); /* may suspend */

/* poll(2) for one descriptor: the POLL* bits, 0, or -1. */
PHPAPI int php_async_poll(php_socket_t fd, int events, int timeout_ms); /* may suspend */

/* select(2). */
PHPAPI int php_async_select(php_socket_t nfds, fd_set *rfds, fd_set *wfds, fd_set *efds,
	struct timeval *timeout); /* may suspend */

/* {{{ Sockets that are no streams, as far as they block; their own SO_RCVTIMEO and SO_SNDTIMEO
 * hold. */

/* True when the call that needs the events (POLLIN or POLLOUT) would not block, or need not be
 * waited for; errno is untouched. False with the errno that the call would have failed with. */
PHPAPI bool php_async_socket_wait(php_socket_t fd, int events); /* may suspend */

/* sendto(2) of everything, connect(2). */
PHPAPI ssize_t php_async_socket_sendto(php_socket_t fd, const void *buf, size_t len, int flags,
	const struct sockaddr *addr, socklen_t addrlen); /* may suspend */
PHPAPI int php_async_socket_connect(
		php_socket_t fd, const struct sockaddr *addr, socklen_t addrlen); /* may suspend */
/* }}} */

/* True after the whole time, false when an exception ended it. Requires
 * ZEND_ASYNC_CAN_SUSPEND(). Rounded up to milliseconds; 0 lets the others run once. */
PHPAPI bool php_async_sleep(uint64_t seconds, uint64_t nanoseconds); /* may suspend */

/* True while the exception that ended a wait is pending: what C code has to complain about on its
 * way out is a consequence of that and not worth a warning. */
PHPAPI bool php_async_is_unwinding(void);

/* Runs work(arg) on a worker thread, or right here where no suspension is possible. work touches no
 * Zend memory. False when an exception ended the wait; work has returned then, too, or never
 * ran. */
PHPAPI bool php_async_run(void (*work)(void *arg), void *arg); /* may suspend */

/* getaddrinfo(3), getnameinfo(3). Addresses in digits never leave the thread. */
struct addrinfo;
PHPAPI int php_async_getaddrinfo(const char *node, const char *service,
	const struct addrinfo *hints, struct addrinfo **result); /* may suspend */
PHPAPI int php_async_getnameinfo(const struct sockaddr *addr, socklen_t addrlen, char *host,
	socklen_t hostlen, int flags); /* may suspend */

/* Runs lookup() as php_network_gethostbyname() would, on a worker thread, and leaves the
 * answer in the same buffers. Requires ZEND_ASYNC_CAN_SUSPEND(). */
struct hostent;
typedef struct hostent *(*php_async_host_lookup)(const char *name, struct hostent *host,
	char **buffer, size_t *buffer_len);
PHPAPI struct hostent *php_async_gethostbyname(
		const char *name, php_async_host_lookup lookup); /* may suspend */

/* Returns when waitpid(pid, ..., options) would not block any more, true, or when an exception
 * ended the wait, false. Returns at once where no suspension is possible. */
PHPAPI bool php_async_wait_child(zend_long pid, int options); /* may suspend */
END_EXTERN_C()

#endif /* PHP_NETWORK_ASYNC_H */
