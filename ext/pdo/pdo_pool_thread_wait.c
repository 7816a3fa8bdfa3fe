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

/* The socket that a thread of a client library waits for, found and shut down from outside, so
 * that the thread comes back. For libraries that do not tell their socket, or not in time. Only
 * Linux says what a thread waits for. */

#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#ifndef _GNU_SOURCE
# define _GNU_SOURCE
#endif

#include "php.h"
#include "pdo_pool_thread.h"

#ifdef __linux__

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

/* A system call that the thread is in: its number, arguments, stack and place. It changes with
 * everything that the thread does. */
typedef struct _thread_wait {
	char text[256];
} thread_wait;

static bool read_wait(long thread, thread_wait *wait)
{
	char path[64];
	ssize_t length;
	int file;

	snprintf(path, sizeof(path), "/proc/self/task/%ld/syscall", thread);
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file == -1) {
		return false;
	}
	length = read(file, wait->text, sizeof(wait->text) - 1);
	close(file);
	wait->text[MAX(length, 0)] = '\0';
	return length > 0;
}

static bool is_poll(long number)
{
#ifdef SYS_poll
	if (number == SYS_poll) {
		return true;
	}
#endif
	return number == SYS_ppoll;
}

/* The memory is read by the kernel, because the thread may have gone on. */
static int descriptor_at(unsigned long address)
{
	struct pollfd polled;
	struct iovec to = {.iov_base = &polled, .iov_len = sizeof(polled)};
	struct iovec from = {.iov_base = (void *) address, .iov_len = sizeof(polled)};

	return process_vm_readv(getpid(), &to, 1, &from, 1, 0) == sizeof(polled) ? polled.fd : -1;
}

/* The one descriptor that it polls, reads from or connects; else -1. */
static int awaited_by(const thread_wait *wait)
{
	unsigned long argument, count;
	long number;

	if (sscanf(wait->text, "%ld %lx %lx", &number, &argument, &count) != 3) {
		return -1;
	}
	if (is_poll(number)) {
		return count == 1 ? descriptor_at(argument) : -1;
	}
	return number == SYS_recvfrom || number == SYS_connect ? (int) argument : -1;
}

/* If the thread is still in the same call when there is a descriptor of our own, then that is the
 * socket's; the thread may close its own at any moment after that. */
PDO_API bool pdo_pool_thread_end_wait(long thread)
{
	thread_wait before, after;
	int awaited = read_wait(thread, &before) ? awaited_by(&before) : -1;
	int own = awaited != -1 ? fcntl(awaited, F_DUPFD_CLOEXEC, 0) : -1;
	bool is_same, result;

	if (own == -1) {
		return false;
	}
	is_same = read_wait(thread, &after) && strcmp(before.text, after.text) == 0;
	result = is_same && shutdown(own, SHUT_RDWR) == 0;
	close(own);
	return result;
}

PDO_API long pdo_pool_thread_id(void)
{
	return syscall(SYS_gettid);
}

#else

PDO_API bool pdo_pool_thread_end_wait(long thread)
{
	return false;
}

PDO_API long pdo_pool_thread_id(void)
{
	return 0;
}

#endif
