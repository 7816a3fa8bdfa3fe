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

/* Waiting for descriptors, time, names and child processes inside a coroutine.
 *
 * Knows neither streams (see streams/stream_async.c) nor an event loop: everything goes through
 * zend_async_API.h. After each suspension the kernel is asked again without blocking, because
 * another coroutine may have run first and taken what was there. */

#include "php.h"
#include "php_network.h"
#include "php_network_async.h"
#include "ext/standard/file.h"

#ifdef PHP_WIN32
# include "win32/select.h"
#else
# include <netdb.h>
# include <arpa/inet.h>
# define php_select(m, r, w, e, t) select(m, r, w, e, t)
#endif
#ifdef HAVE_SYS_WAIT_H
# include <sys/wait.h>
#endif
#ifdef HAVE_UNISTD_H
# include <unistd.h>
#endif
#include <fcntl.h>

/* The exception that ended the last wait; only ever compared, never followed. */
ZEND_TLS zend_object *ended_by;

static void wait_begins(void)
{
	ended_by = NULL;
}

static void wait_was_ended(void)
{
	ended_by = EG(exception);
	errno = ECANCELED;
}

PHPAPI bool php_async_is_unwinding(void)
{
	return EG(exception) != NULL && EG(exception) == ended_by;
}

/* {{{ Descriptors */
static uint32_t events_from_poll(int events)
{
	uint32_t result = 0;

	if (events & PHP_POLLREADABLE) {
		result |= ZEND_ASYNC_READABLE;
	}
	if (events & POLLOUT) {
		result |= ZEND_ASYNC_WRITABLE;
	}
	if (events & POLLPRI) {
		result |= ZEND_ASYNC_PRIORITY;
	}
	return result;
}

static int events_to_poll(uint32_t events)
{
	int result = 0;

	if (events & ZEND_ASYNC_READABLE) {
		result |= POLLIN;
	}
	if (events & ZEND_ASYNC_WRITABLE) {
		result |= POLLOUT;
	}
	if (events & ZEND_ASYNC_PRIORITY) {
		result |= POLLPRI;
	}
	if (events & ZEND_ASYNC_DISCONNECT) {
		result |= POLLHUP;
	}
	return result;
}

PHPAPI int php_async_wait_fd(php_socket_t fd, int events, zend_long timeout_ms, bool keep)
{
	zend_async_pollfd_t entry = { .fd = fd, .events = events_from_poll(events), .revents = 0 };

	wait_begins();
	int n = ZEND_ASYNC_WAIT_FDS(&entry, 1, timeout_ms, keep);
	if (n < 0) {
		wait_was_ended();
		return -1;
	}
	if (n > 0 && entry.revents == ZEND_ASYNC_DISCONNECT) {
		errno = EBADF;
		return -1;
	}
	return n == 0 ? 0 : events_to_poll(entry.revents);
}

PHPAPI int php_async_poll(php_socket_t fd, int events, int timeout_ms)
{
	bool suspend = timeout_ms != 0 && ZEND_ASYNC_CAN_SUSPEND();
	zend_async_deadline_t deadline =
		suspend ? zend_async_deadline_in(timeout_ms) : ZEND_ASYNC_NO_DEADLINE;
	php_pollfd p = { .fd = fd, .events = events };

	while (true) {
		p.revents = 0;
		int n = php_poll2(&p, 1, suspend ? 0 : timeout_ms);
		if (n < 0 || (n > 0 && !(suspend && ZEND_ASYNC_SWITCHES_HERE()))) {
			return n > 0 ? p.revents : n;
		}
		zend_long left = suspend ? zend_async_deadline_left_ms(deadline) : 0;
		if (left == 0) {
			return 0;
		}
		if (php_async_wait_fd(fd, events, left, false) < 0) {
			return -1;
		}
	}
}
/* }}} */

/* {{{ Sets of descriptors */
typedef struct {
	fd_set r, w, e;
} fd_sets;

static unsigned int count_fds(php_socket_t nfds, const fd_sets *sets)
{
	unsigned int count = 0;

	for (php_socket_t fd = 0; fd < nfds; fd++) {
		count += PHP_SAFE_FD_ISSET(fd, &sets->r) || PHP_SAFE_FD_ISSET(fd, &sets->w)
			|| PHP_SAFE_FD_ISSET(fd, &sets->e);
	}
	return count;
}

static unsigned int fill_entries(
		zend_async_pollfd_t *entries, php_socket_t nfds, const fd_sets *sets)
{
	unsigned int n = 0;

	for (php_socket_t fd = 0; fd < nfds; fd++) {
		uint32_t events = (PHP_SAFE_FD_ISSET(fd, &sets->r) ? ZEND_ASYNC_READABLE : 0)
			| (PHP_SAFE_FD_ISSET(fd, &sets->w) ? ZEND_ASYNC_WRITABLE : 0)
			| (PHP_SAFE_FD_ISSET(fd, &sets->e) ? ZEND_ASYNC_PRIORITY : 0);
		if (events) {
			entries[n++] = (zend_async_pollfd_t) { .fd = fd, .events = events, .revents = 0 };
		}
	}
	return n;
}

/* A descriptor that was closed during the wait is not asked about again: its number may
 * belong to another file by now. */
static bool forget_closed(const zend_async_pollfd_t *entries, unsigned int n, fd_sets *sets)
{
	bool any = false;

	for (unsigned int i = 0; i < n; i++) {
		if (entries[i].revents == ZEND_ASYNC_DISCONNECT) {
			PHP_SAFE_FD_CLR(entries[i].fd, &sets->r);
			PHP_SAFE_FD_CLR(entries[i].fd, &sets->w);
			PHP_SAFE_FD_CLR(entries[i].fd, &sets->e);
			any = true;
		}
	}
	return any;
}

/* False when an exception is pending. After a close, *deadline is over. */
static bool wait_for_sets(php_socket_t nfds, fd_sets *sets, zend_async_deadline_t *deadline)
{
	zend_async_pollfd_t *entries =
		safe_emalloc(count_fds(nfds, sets), sizeof(*entries), sizeof(*entries));
	unsigned int n = fill_entries(entries, nfds, sets);

	wait_begins();
	int result = ZEND_ASYNC_WAIT_FDS(entries, n, zend_async_deadline_left_ms(*deadline), false);
	if (result < 0) {
		wait_was_ended();
	} else if (forget_closed(entries, n, sets)) {
		*deadline = 1;
	}
	efree(entries);
	return result >= 0;
}

static zend_long timeval_to_ms(const struct timeval *tv)
{
	if (!tv) {
		return -1;
	}
	if (tv->tv_sec > (ZEND_LONG_MAX / 1000) - 1) {
		return ZEND_LONG_MAX;
	}
	return (zend_long) tv->tv_sec * 1000 + ((zend_long) tv->tv_usec + 999) / 1000;
}

static int select_now(php_socket_t nfds, fd_sets *sets)
{
	struct timeval zero = { 0, 0 };
	return php_select(nfds, &sets->r, &sets->w, &sets->e, &zero);
}

PHPAPI int php_async_select(
		php_socket_t nfds, fd_set *rfds, fd_set *wfds, fd_set *efds, struct timeval *timeout)
{
	zend_long timeout_ms = timeval_to_ms(timeout);
	if (timeout_ms == 0 || !ZEND_ASYNC_CAN_SUSPEND()) {
		return php_select(nfds, rfds, wfds, efds, timeout);
	}

	zend_async_deadline_t deadline = zend_async_deadline_in(timeout_ms);
	fd_sets wanted = { *rfds, *wfds, *efds };
	fd_sets got = wanted;
	int n = select_now(nfds, &got);

	while ((n == 0 || (n > 0 && ZEND_ASYNC_SWITCHES_HERE()))
			&& zend_async_deadline_left_ms(deadline) != 0) {
		if (!wait_for_sets(nfds, &wanted, &deadline)) {
			return -1;
		}
		got = wanted;
		n = select_now(nfds, &got);
	}

	*rfds = got.r;
	*wfds = got.w;
	*efds = got.e;
	return n;
}
/* }}} */

/* {{{ Sockets that are no streams */
#ifndef PHP_WIN32
static int socket_timeout_ms(php_socket_t fd, int events)
{
	struct timeval tv;
	socklen_t len = sizeof(tv);

	if (getsockopt(fd, SOL_SOCKET, (events & POLLOUT) ? SO_SNDTIMEO : SO_RCVTIMEO, &tv, &len) != 0
			|| (tv.tv_sec == 0 && tv.tv_usec == 0)) {
		return -1;
	}
	return MAX(php_tvtoto(&tv), 1);
}

static bool should_wait_for(php_socket_t fd)
{
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		return false;
	}
	int mode = fcntl(fd, F_GETFL);
	return mode != -1 && !(mode & O_NONBLOCK);
}

PHPAPI bool php_async_socket_wait(php_socket_t fd, int events)
{
	int old_errno = errno;

	if (should_wait_for(fd)) {
		int ready = php_async_poll(fd, events, socket_timeout_ms(fd, events));
		if (ready <= 0) {
			errno = ready == 0 ? EAGAIN : errno;
			return false;
		}
	}
	errno = old_errno;
	return true;
}

PHPAPI ssize_t php_async_socket_sendto(php_socket_t fd, const void *buf, size_t len, int flags,
		const struct sockaddr *addr, socklen_t addrlen)
{
	size_t sent = 0;

	if (!should_wait_for(fd)) {
		return sendto(fd, buf, len, flags, addr, addrlen);
	}
	do {
		ssize_t n = sendto(fd, (const char *) buf + sent, len - sent, flags | MSG_DONTWAIT, addr,
			addrlen);
		if (n >= 0) {
			sent += n;
		} else if (!PHP_IS_TRANSIENT_ERROR(errno) || !php_async_socket_wait(fd, POLLOUT)) {
			return sent ? (ssize_t) sent : -1;
		}
	} while (sent < len);
	return sent;
}

static int connect_result(php_socket_t fd)
{
	int error = 0;
	socklen_t len = sizeof(error);

	if (!php_async_socket_wait(fd, POLLOUT)) {
		/* Like the system call, whose connect goes on in the background. */
		errno = errno == EAGAIN ? EINPROGRESS : errno;
		return -1;
	}
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &len) != 0) {
		return -1;
	}
	errno = error;
	return error ? -1 : 0;
}

PHPAPI int php_async_socket_connect(php_socket_t fd, const struct sockaddr *addr, socklen_t addrlen)
{
	if (!should_wait_for(fd)) {
		return connect(fd, addr, addrlen);
	}
	php_set_sock_blocking(fd, false);
	int result = connect(fd, addr, addrlen);
	int error = errno;
	php_set_sock_blocking(fd, true);
	errno = error;
	return result != 0 && error == EINPROGRESS ? connect_result(fd) : result;
}
#endif
/* }}} */

/* {{{ Time */
PHPAPI bool php_async_sleep(uint64_t seconds, uint64_t nanoseconds)
{
	bool timed_out;
	zend_result result;

	wait_begins();
	if (seconds == 0 && nanoseconds == 0) {
		result = ZEND_ASYNC_YIELD();
	} else if (seconds > ZEND_LONG_MAX / 1000 - 1) {
		result = ZEND_ASYNC_SUSPEND_FOR(ZEND_LONG_MAX, &timed_out);
	} else {
		result = ZEND_ASYNC_SUSPEND_FOR(
			(zend_long) (seconds * 1000 + (nanoseconds + 999999) / 1000000), &timed_out);
	}
	if (result == FAILURE) {
		wait_was_ended();
	}
	return result == SUCCESS;
}
/* }}} */

/* {{{ Work for another thread */
PHPAPI bool php_async_run(void (*work)(void *arg), void *arg)
{
	bool ran;

	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		work(arg);
		return true;
	}
	wait_begins();
	if (ZEND_ASYNC_RUN_IN_THREAD(work, NULL, arg, &ran) == FAILURE) {
		wait_was_ended();
		return false;
	}
	return true;
}
/* }}} */

/* {{{ Names */
#ifdef HAVE_GETADDRINFO
PHPAPI int php_async_getaddrinfo(const char *node, const char *service,
		const struct addrinfo *hints, struct addrinfo **result)
{
	if (!ZEND_ASYNC_CAN_SUSPEND()) {
		return getaddrinfo(node, service, hints, result);
	}

	struct addrinfo numeric = *hints;
	numeric.ai_flags |= AI_NUMERICHOST;
	int error = getaddrinfo(node, service, &numeric, result);
	if (node == NULL || error != EAI_NONAME) {
		return error;
	}

	wait_begins();
	if (ZEND_ASYNC_RESOLVE(node, service, hints, result, &error) == FAILURE) {
		wait_was_ended();
		return EAI_FAIL;
	}
	return error;
}

typedef struct {
	const struct sockaddr *addr;
	socklen_t addrlen;
	char *host;
	socklen_t hostlen;
	int flags;
	int result;
} nameinfo_request;

static void run_getnameinfo(void *arg)
{
	nameinfo_request *request = arg;
	request->result = getnameinfo(request->addr, request->addrlen, request->host, request->hostlen,
		NULL, 0, request->flags);
}

PHPAPI int php_async_getnameinfo(
		const struct sockaddr *addr, socklen_t addrlen, char *host, socklen_t hostlen, int flags)
{
	nameinfo_request request = { addr, addrlen, host, hostlen, flags, EAI_FAIL };

	return php_async_run(run_getnameinfo, &request) ? request.result : EAI_FAIL;
}
#endif

#ifdef HAVE_GETHOSTBYNAME_R
typedef struct {
	const char *name;
	php_async_host_lookup lookup;
	struct hostent host;
	char *buffer; /* of malloc(), never of Zend */
	size_t buffer_len;
	struct hostent *result;
} host_request;

static void run_host_lookup(void *arg)
{
	host_request *request = arg;
	request->result = request->lookup(request->name, &request->host, &request->buffer,
		&request->buffer_len);
}

PHPAPI struct hostent *php_async_gethostbyname(const char *name, php_async_host_lookup lookup)
{
	host_request request = { .name = name, .lookup = lookup };
	struct in_addr numeric;

	if (inet_pton(AF_INET, name, &numeric) == 1) {
		run_host_lookup(&request);
	} else if (!php_async_run(run_host_lookup, &request)) {
		free(request.buffer);
		return NULL;
	}

	free(FG(tmp_host_buf));
	FG(tmp_host_buf) = request.buffer;
	FG(tmp_host_buf_len) = request.buffer_len;
	FG(tmp_host_info) = request.host;
	return request.result ? &FG(tmp_host_info) : NULL;
}
#endif
/* }}} */

/* {{{ Child processes */
#if defined(HAVE_SYS_WAIT_H) && !defined(PHP_WIN32)
/* Errors count as "would not block": the caller's own call reports them. */
static bool child_would_block(zend_long pid, int options)
{
	siginfo_t info;
	idtype_t type = pid > 0 ? P_PID : (pid == -1 ? P_ALL : P_PGID);
	id_t id = pid > 0 ? pid : (pid == 0 ? getpgrp() : -pid);
	int what = WEXITED | ((options & WUNTRACED) ? WSTOPPED : 0) | (options & WCONTINUED);

	info.si_pid = 0;
	return waitid(type, id, &info, what | WNOHANG | WNOWAIT) == 0 && info.si_pid == 0;
}

/* Processes have no descriptor that tells about all of them, so their state is looked at in growing
 * intervals, of at most this many milliseconds. */
#define CHILD_POLL_MAX 32

PHPAPI bool php_async_wait_child(zend_long pid, int options)
{
	uint64_t interval = 1;

	if ((options & WNOHANG) || !ZEND_ASYNC_CAN_SUSPEND()) {
		return true;
	}
	while (child_would_block(pid, options)) {
		if (!php_async_sleep(0, interval * 1000000)) {
			return false;
		}
		interval = MIN(interval * 2, CHILD_POLL_MAX);
	}
	return true;
}
#else
PHPAPI bool php_async_wait_child(zend_long pid, int options)
{
	return true;
}
#endif
/* }}} */
