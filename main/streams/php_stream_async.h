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

/* Streams whose descriptor makes a coroutine wait: what several coroutines may do with one
 * stream at a time, and what happens to waiting coroutines when it is closed. Hooks of
 * streams.c, xp_socket.c, xp_ssl.c and plain_wrapper.c; see stream_async.c. */

#ifndef PHP_STREAM_ASYNC_H
#define PHP_STREAM_ASYNC_H

#include "php_network_async.h"

BEGIN_EXTERN_C()
/* {{{ streams.c */
void php_stream_async_startup(int module_number);

/* Called before the struct is freed while coroutines wait inside operations of the stream. True
 * when it has to stay, closed and without content, until its resource has gone. */
bool php_stream_async_orphan(php_stream *stream, int close_options);

/* Writes of different coroutines do not mix: the whole of one goes out before the next begins, in
 * the order of the calls. *taken says whether the turn is ours to end; false is returned when the
 * stream was closed or an exception came first. */
bool php_stream_async_begin_write(php_stream *stream, bool *taken); /* may suspend */
void php_stream_async_end_write(php_stream *stream);

/* The same for a call that reads a line or a record: it takes the beginning out of the buffer
 * before the end is there. */
bool php_stream_async_begin_line(php_stream *stream, bool *taken); /* may suspend */
void php_stream_async_end_line(php_stream *stream);
/* }}} */

/* {{{ Sockets. All of these require a php_netstream_data_t at the start of stream->abstract, and
 * that the code that closes the descriptor calls ZEND_ASYNC_FD_CLOSING() first. */

/* php_async_wait_fd() on behalf of a stream, which may be closed meanwhile: then the answer is
 * -1 with errno EBADF, stream->abstract is NULL and what it pointed to is gone. */
PHPAPI int php_stream_async_wait(
		php_stream *stream, php_socket_t fd, int events, zend_long timeout_ms); /* may suspend */

/* php_pollfd_for() on behalf of a stream, with the same answers. */
PHPAPI int php_stream_async_poll(
		php_stream *stream, php_socket_t fd, int events, struct timeval *timeout); /* may suspend */

/* A blocking read of at least one byte, with the time-out of the stream. */
ssize_t php_stream_async_recv(php_stream *stream, char *buf, size_t count); /* may suspend */

/* A blocking sendto() of everything. */
ssize_t php_stream_async_sendto(php_stream *stream, const char *buf, size_t count, int flags,
	const struct sockaddr *addr, socklen_t addrlen); /* may suspend */

/* True when the events are there now, or when waiting is not for us to do; false when the
 * stream was closed or an exception is pending. No time limit. */
bool php_stream_async_ready(php_stream *stream, int events); /* may suspend */

/* The same for a connection to accept, within the time limit of the request; false after its
 * outputs were filled in. */
PHPAPI bool php_stream_async_accept_ready(
		php_stream *stream, php_stream_xport_param *xparam); /* may suspend */

/* The wait of a TLS operation, which has switched the socket of a blocking stream to non-blocking.
 * Others see the stream as *began_blocked says meanwhile. 1 when the operation may go on,
 * non-blocking again, with *buf and *count following the read buffer (buf is NULL for anything but
 * a read); 0 when another coroutine has filled that; -1 when the stream was closed or an exception
 * is pending. */
PHPAPI int php_stream_async_tls_wait(php_stream *stream, int events, struct timeval *timeout,
	int *began_blocked,
	char **buf, size_t *count); /* may suspend */
/* }}} */

/* {{{ Pipes and terminals */
/* Before a read() of fd into *buf: waits until it would not block, unless it never does. 1 when the
 * read may go on, with *buf and *count following the read buffer; 0 when another coroutine has
 * filled that; -1 when the stream was closed or an exception is pending. */
int php_stream_async_read_ready(
		php_stream *stream, int fd, char **buf, size_t *count); /* may suspend */

/* Before a write(), which is cut to what surely fits. False when the stream was closed or an
 * exception is pending. */
bool php_stream_async_write_ready(php_stream *stream, int fd, size_t *count); /* may suspend */
/* }}} */

/* flock(2): two coroutines of one thread would otherwise wait for each other for ever. -1 also when
 * the stream was closed or an exception is pending. */
int php_stream_async_flock(php_stream *stream, int fd, int operation); /* may suspend */
END_EXTERN_C()

#endif /* PHP_STREAM_ASYNC_H */
