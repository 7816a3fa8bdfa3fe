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


/* When a busy scheduler asks the kernel what has happened.
 *
 * As long as coroutines are ready, a poll is time that is taken from them, and a poll that is left
 * out makes input late. Both are kept small in proportion: input is late by at most an eighth of
 * the time for which there was none, and polls take at most a sixteenth of the time. Timers need no
 * poll and are none of this file's business. */

#ifndef ASYNC_POLL_PACE_H
#define ASYNC_POLL_PACE_H

#include "php_async.h"

/* The longest time between two polls. */
#define ASYNC_POLL_INTERVAL_MAX_NS (1000 * 1000)

typedef struct _async_poll_pace_t {
	/* When the last one began: what was there before has been reported. */
	uint64_t polled_at_ns;
	/* Of the last poll that made a coroutine ready, or of the last wait that began. */
	uint64_t news_at_ns;
	/* What a poll takes. */
	uint64_t cost_ns;
	/* A wait has begun since the clock was read last: input may come soon. */
	bool wait_began;
} async_poll_pace_t;

static zend_always_inline bool async_poll_is_due(async_poll_pace_t *pace, uint64_t now)
{
	if (pace->wait_began) {
		pace->wait_began = false;
		pace->news_at_ns = now;
	}
	uint64_t interval = MAX((now - pace->news_at_ns) / 8, 16 * pace->cost_ns);

	return now - pace->polled_at_ns >= MIN(interval, ASYNC_POLL_INTERVAL_MAX_NS);
}

/* A cost that jumps up is most often that of another process, which the kernel let run: the
 * estimate follows slowly upwards, at once downwards. */
static zend_always_inline void async_poll_note(
		async_poll_pace_t *pace, uint64_t began, uint64_t ended, bool found)
{
	pace->cost_ns = MIN(ended - began, pace->cost_ns + pace->cost_ns / 4 + 100);
	pace->polled_at_ns = began;
	if (found) {
		pace->news_at_ns = ended;
	}
}

#endif /* ASYNC_POLL_PACE_H */
