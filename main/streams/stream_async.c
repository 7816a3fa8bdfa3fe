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

/* Operations of streams that wait inside a coroutine.
 *
 * Three things can happen to a stream while a coroutine waits in one of its operations, and each
 * is answered here: it is closed (the struct stays as an orphan and the operation
 * fails), another coroutine fills, moves or empties the read buffer (the operation looks at it
 * again), another coroutine writes or reads a line (it waits for
 * its turn).
 *
 * The callers decide whether to wait at all; without a coroutine nothing here is reached. */

#include "php.h"
#include "php_network.h"
#include "streams/php_stream_async.h"
#include "php_streams_int.h"

#include "ext/standard/flock_compat.h"

#include <fcntl.h>
#include <limits.h>

#ifndef MSG_DONTWAIT
# define MSG_DONTWAIT 0
#endif
#ifndef PIPE_BUF
# define PIPE_BUF 512
#endif

/* {{{ Closed while a coroutine waits */
static int le_orphan;

static void orphan_dtor(zend_resource *rsrc)
{
	php_stream *stream = rsrc->ptr;

	/* A reader that did not give up at once has made itself a buffer again. */
	if (stream->readbuf) {
		pefree(stream->readbuf, stream->is_persistent);
	}
	pefree(stream, stream->is_persistent);
}

void php_stream_async_startup(int module_number)
{
	/* Without a name the resource reads as closed, which it is. */
	le_orphan = zend_register_list_destructors_ex(orphan_dtor, NULL, NULL, module_number);
}

static ssize_t orphan_write(php_stream *stream, const char *buf, size_t count)
{
	return -1;
}

static ssize_t orphan_read(php_stream *stream, char *buf, size_t count)
{
	stream->eof = 1;
	return -1;
}

static int orphan_close(php_stream *stream, int close_handle)
{
	return 0;
}

static int orphan_flush(php_stream *stream)
{
	return 0;
}

static const php_stream_ops orphan_ops = {
	.write = orphan_write,
	.read = orphan_read,
	.close = orphan_close,
	.flush = orphan_flush,
	.label = "closed",
};

/* A waiting coroutine was called with the resource among its arguments, so the struct outlives it
 * when it goes with the resource. A stream without one is kept until the end of the request.
 * Without a reference to the resource, or at the end of the process, no coroutine returns here. */
bool php_stream_async_orphan(php_stream *stream, int close_options)
{
	zend_resource *res = stream->res;

	if ((close_options & PHP_STREAM_FREE_RSRC_DTOR)
			&& (stream->is_persistent || !res || GC_REFCOUNT(res) == 0)) {
		return false;
	}

	stream->ops = &orphan_ops;
	stream->ctx = NULL;
	stream->res = NULL;
	stream->enclosing_stream = NULL;
	stream->readbuflen = 0;
	stream->readpos = stream->writepos = 0;
	stream->eof = 1;

	if (res) {
		ZEND_ASSERT(res->type == -1 && "The resource was closed before the stream");
		res->type = le_orphan;
		res->ptr = stream;
	} else {
		zend_register_resource(stream, le_orphan);
	}
	return true;
}
/* }}} */

/* {{{ One writer at a time, and one reader of lines */
struct _php_stream_async_waiter {
	zend_coroutine_t *coroutine;
	php_stream_async_waiter *prev;
	php_stream_async_waiter *next;
};

static void enter_line(php_stream_async_turn *turn, php_stream_async_waiter *waiter)
{
	waiter->next = NULL;
	waiter->prev = turn->last;
	if (turn->last) {
		turn->last->next = waiter;
	} else {
		turn->first = waiter;
	}
	turn->last = waiter;
}

static void leave_line(php_stream_async_turn *turn, php_stream_async_waiter *waiter)
{
	if (waiter->prev) {
		waiter->prev->next = waiter->next;
	} else {
		turn->first = waiter->next;
	}
	if (waiter->next) {
		waiter->next->prev = waiter->prev;
	} else {
		turn->last = waiter->prev;
	}
}

/* The turn is handed over, not dropped: no coroutine can overtake the next in line. */
static void end_turn(php_stream_async_turn *turn)
{
	php_stream_async_waiter *next = turn->first;

	turn->holder = next ? next->coroutine : NULL;
	if (next) {
		leave_line(turn, next);
		ZEND_ASYNC_RESUME(next->coroutine);
	}
}

static bool wait_for_turn(php_stream *stream, php_stream_async_turn *turn)
{
	php_stream_async_waiter self = { .coroutine = ZEND_ASYNC_CURRENT_COROUTINE };
	zend_result result = SUCCESS;

	enter_line(turn, &self);
	stream->async.parked++;
	while (result == SUCCESS && turn->holder != self.coroutine) {
		result = ZEND_ASYNC_SUSPEND();
	}
	stream->async.parked--;

	if (turn->holder != self.coroutine) {
		leave_line(turn, &self);
		return false;
	}
	if (result == FAILURE || !stream->abstract) {
		end_turn(turn);
		return false;
	}
	return true;
}

/* What the parent's coroutines had does not count in a forked child, where they do not exist. */
static void forget_parents(php_stream_async_turn *turn)
{
	if (UNEXPECTED(turn->holder && turn->forks != zend_async_state.forks)) {
		turn->holder = NULL;
		turn->first = turn->last = NULL;
	}
	turn->forks = zend_async_state.forks;
}

static bool begin_turn(php_stream *stream, php_stream_async_turn *turn, bool *taken)
{
	zend_coroutine_t *self = ZEND_ASYNC_CURRENT_COROUTINE;

	/* Could outlive the coroutine that has the turn, when a fatal error ends the request. */
	if (stream->is_persistent) {
		*taken = false;
		return true;
	}
	forget_parents(turn);
	/* A write inside of a write (a notifier, an error handler) belongs to it. */
	*taken = turn->holder != self;
	if (turn->holder == NULL) {
		turn->holder = self;
	} else if (*taken && ZEND_ASYNC_CAN_SUSPEND()) {
		*taken = wait_for_turn(stream, turn);
		return *taken;
	} else {
		*taken = false;
	}
	return true;
}

bool php_stream_async_begin_write(php_stream *stream, bool *taken)
{
	return begin_turn(stream, &stream->async.write, taken);
}

void php_stream_async_end_write(php_stream *stream)
{
	end_turn(&stream->async.write);
}

bool php_stream_async_begin_line(php_stream *stream, bool *taken)
{
	return begin_turn(stream, &stream->async.line, taken);
}

void php_stream_async_end_line(php_stream *stream)
{
	end_turn(&stream->async.line);
}
/* }}} */

/* {{{ The read buffer, seen again after a wait */
typedef struct {
	bool into_readbuf;
	zend_off_t received;
	zend_off_t buffered;
} read_target;

static read_target remember_target(const php_stream *stream, const char *buf)
{
	const char *readbuf = (const char *) stream->readbuf;

	return (read_target) {
		.into_readbuf = readbuf && buf >= readbuf && buf <= readbuf + stream->readbuflen,
		.received = stream->position + (stream->writepos - stream->readpos),
		.buffered = stream->writepos - stream->readpos,
	};
}

/* Another coroutine has read from the stream meanwhile and left something for us. */
static bool was_filled_by_others(const php_stream *stream, const read_target *before)
{
	zend_off_t buffered = stream->writepos - stream->readpos;

	return before->into_readbuf && buffered > 0 && buffered != before->buffered
		&& stream->position + buffered != before->received;
}

/* Points buf and count to the free end of the read buffer as it is now. */
static void follow_target(php_stream *stream, const read_target *before, char **buf, size_t *count)
{
	if (!before->into_readbuf) {
		return;
	}
	if (stream->writepos == stream->readpos) {
		stream->writepos = stream->readpos = 0;
	}
	if ((size_t) stream->writepos == stream->readbuflen) {
		stream->readbuflen += stream->chunk_size;
		stream->readbuf = perealloc(stream->readbuf, stream->readbuflen, stream->is_persistent);
	}
	*buf = (char *) stream->readbuf + stream->writepos;
	*count = stream->readbuflen - stream->writepos;
}
/* }}} */

/* {{{ Sockets */
static int wait_pinned(
		php_stream *stream, php_socket_t fd, int events, zend_long timeout_ms, bool keep)
{
	stream->async.parked++;
	int n = php_async_wait_fd(fd, events, timeout_ms, keep);
	stream->async.parked--;
	if (n >= 0 && !stream->abstract) {
		errno = EBADF;
		return -1;
	}
	return n;
}

PHPAPI int php_stream_async_wait(
		php_stream *stream, php_socket_t fd, int events, zend_long timeout_ms)
{
	return wait_pinned(stream, fd, events, timeout_ms, true);
}

PHPAPI int php_stream_async_poll(
		php_stream *stream, php_socket_t fd, int events, struct timeval *timeout)
{
	int timeout_ms = php_tvtoto(timeout);

	if (timeout_ms == 0 || !ZEND_ASYNC_CAN_SUSPEND()) {
		return php_pollfd_for_ms(fd, events, timeout_ms);
	}
	return php_stream_async_wait(stream, fd, events, timeout_ms);
}

#define READS_PER_WAIT 16

static ssize_t recv_finished(
		php_stream *stream, php_netstream_data_t *sock, ssize_t n, size_t count)
{
	/* A full buffer means that there is probably more: then the next read need not wait first. Now
	 * and then it does, so that a peer that sends without end does not keep the others from
	 * running. */
	sock->async_more = n > 0 && (size_t) n == count ? (sock->async_more + 1) % READS_PER_WAIT : 0;
	if (n <= 0) {
		stream->eof = 1;
	} else {
		php_stream_notify_progress_increment(PHP_STREAM_CONTEXT(stream), n, 0);
	}
	return n;
}

ssize_t php_stream_async_recv(php_stream *stream, char *buf, size_t count)
{
	php_netstream_data_t *sock = stream->abstract;
	int timeout_ms = php_tvtoto(&sock->timeout);
	zend_async_deadline_t deadline = zend_async_deadline_in(timeout_ms);
	read_target target = remember_target(stream, buf);
	bool try_now = (sock->async_more && !ZEND_ASYNC_SWITCHES_HERE()) || timeout_ms == 0;

	sock->timeout_event = 0;
	while (true) {
		if (try_now) {
			ssize_t n = recv(sock->socket, buf, count, MSG_DONTWAIT);
			if (n >= 0 || !PHP_IS_TRANSIENT_ERROR(php_socket_errno())) {
				return recv_finished(stream, sock, n, count);
			}
		}
		zend_long left = zend_async_deadline_left_ms(deadline);
		int ready = left == 0 ? 0 : php_stream_async_wait(stream, sock->socket, POLLIN, left);
		if (ready < 0) {
			return -1;
		}
		if (was_filled_by_others(stream, &target)) {
			return 0;
		}
		if (ready == 0) {
			sock->timeout_event = 1;
			return -1;
		}
		follow_target(stream, &target, &buf, &count);
		try_now = true;
	}
}

ssize_t php_stream_async_sendto(php_stream *stream, const char *buf, size_t count, int flags,
	const struct sockaddr *addr, socklen_t addrlen)
{
	php_netstream_data_t *sock = stream->abstract;
	size_t sent = 0;

	do {
		ssize_t n = sendto(sock->socket, buf + sent, count - sent, flags | MSG_DONTWAIT, addr,
			addrlen);
		if (n >= 0) {
			sent += n;
		} else if (!PHP_IS_TRANSIENT_ERROR(php_socket_errno())
				|| php_stream_async_wait(stream, sock->socket, POLLOUT, -1) < 0) {
			return sent ? (ssize_t) sent : -1;
		}
	} while (sent < count);
	return sent;
}

bool php_stream_async_ready(php_stream *stream, int events)
{
	php_netstream_data_t *sock = stream->abstract;

	if (!sock->is_blocked || !ZEND_ASYNC_CAN_SUSPEND()) {
		return true;
	}
	while (php_pollfd_for_ms(sock->socket, events, 0) == 0 || ZEND_ASYNC_SWITCHES_HERE()) {
		if (php_stream_async_wait(stream, sock->socket, events, -1) < 0) {
			return false;
		}
	}
	return true;
}

static bool accept_failed(php_stream_xport_param *xparam, int error)
{
	xparam->outputs.error_code = error;
	if (xparam->want_errortext) {
		xparam->outputs.error_text = php_socket_error_str(error);
	}
	return false;
}

PHPAPI bool php_stream_async_accept_ready(php_stream *stream, php_stream_xport_param *xparam)
{
	php_netstream_data_t *sock = stream->abstract;
	int timeout_ms = php_tvtoto(xparam->inputs.timeout);

	if (timeout_ms == 0 || !ZEND_ASYNC_CAN_SUSPEND()) {
		return true;
	}
	zend_async_deadline_t deadline = zend_async_deadline_in(timeout_ms);
	while (php_pollfd_for_ms(sock->socket, PHP_POLLREADABLE, 0) == 0
			|| ZEND_ASYNC_SWITCHES_HERE()) {
		zend_long left = zend_async_deadline_left_ms(deadline);
		int ready = left == 0 ? 0 : php_stream_async_wait(stream, sock->socket, POLLIN, left);
		if (ready <= 0) {
			return accept_failed(xparam, ready == 0 ? ETIMEDOUT : errno);
		}
	}
	return true;
}

PHPAPI int php_stream_async_tls_wait(php_stream *stream, int events, struct timeval *timeout,
	int *began_blocked,
	char **buf, size_t *count)
{
	php_netstream_data_t *sock = stream->abstract;
	read_target target = remember_target(stream, buf ? *buf : NULL);

	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		php_pollfd_for(sock->socket, events, timeout);
		return 1;
	}
	/* What is left may be less than a millisecond: the caller sees to it that it ends. */
	int timeout_ms = timeout ? MAX(php_tvtoto(timeout), 1) : -1;

	sock->is_blocked = *began_blocked;
	int ready = php_stream_async_wait(stream, sock->socket, events, timeout_ms);
	if (!stream->abstract) {
		return -1;
	}
	if (ready < 0 || was_filled_by_others(stream, &target)) {
		php_set_sock_blocking(sock->socket, sock->is_blocked);
		return ready < 0 ? -1 : 0;
	}
	*began_blocked = sock->is_blocked;
	php_set_sock_blocking(sock->socket, false);
	sock->is_blocked = 0;
	follow_target(stream, &target, buf, count);
	return 1;
}
/* }}} */

/* {{{ Pipes and terminals */
#ifndef PHP_WIN32
/* What the mode of the descriptor forbids fails at once: nothing would ever end the wait for it. */
static bool fd_blocks(int fd, int forbidding_mode)
{
	int flags = fcntl(fd, F_GETFL);
	return flags != -1 && !(flags & O_NONBLOCK) && (flags & O_ACCMODE) != forbidding_mode;
}

int php_stream_async_read_ready(php_stream *stream, int fd, char **buf, size_t *count)
{
	read_target target = remember_target(stream, *buf);

	if (!ZEND_ASYNC_CAN_SUSPEND() || !fd_blocks(fd, O_WRONLY)) {
		return 1;
	}
	while (php_pollfd_for_ms(fd, POLLIN, 0) == 0 || ZEND_ASYNC_SWITCHES_HERE()) {
		if (wait_pinned(stream, fd, POLLIN, -1, false) < 0) {
			return -1;
		}
		if (was_filled_by_others(stream, &target)) {
			return 0;
		}
	}
	follow_target(stream, &target, buf, count);
	return 1;
}

/* Writable means that this much can be written. */
bool php_stream_async_write_ready(php_stream *stream, int fd, size_t *count)
{
	if (!ZEND_ASYNC_CAN_SUSPEND() || !fd_blocks(fd, O_RDONLY)) {
		return true;
	}
	*count = MIN(*count, PIPE_BUF);
	while (php_pollfd_for_ms(fd, POLLOUT, 0) == 0 || ZEND_ASYNC_SWITCHES_HERE()) {
		if (wait_pinned(stream, fd, POLLOUT, -1, false) < 0) {
			return false;
		}
	}
	return true;
}
#endif
/* }}} */

/* {{{ Locks of files */
/* There is no descriptor that tells when a lock becomes free, so it is tried in growing
 * intervals, of at most this many milliseconds. */
#define LOCK_POLL_MAX 32

int php_stream_async_flock(php_stream *stream, int fd, int operation)
{
	uint64_t interval = 1;

	if ((operation & LOCK_NB) || !ZEND_ASYNC_CAN_SUSPEND()) {
		return flock(fd, operation);
	}
	while (flock(fd, operation | LOCK_NB) != 0) {
		if (errno != EWOULDBLOCK) {
			return -1;
		}
		stream->async.parked++;
		bool slept = php_async_sleep(0, interval * 1000000);
		stream->async.parked--;
		if (!slept || !stream->abstract) {
			return -1;
		}
		interval = MIN(interval * 2, LOCK_POLL_MAX);
	}
	return 0;
}
/* }}} */
