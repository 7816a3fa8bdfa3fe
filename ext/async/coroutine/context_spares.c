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

/* How many spare contexts are kept, and for how long.
 *
 * A burst that comes again should find the stacks of the one before, and a process that is quiet
 * should not hold them. So as many are kept as ran coroutines at once in this period or the one
 * before it. The surplus is freed when nothing is ready, a few at a time, so that input that comes
 * meanwhile does not wait. */

#include "context_spares.h"
#include "context.h"
#include "reactor/reactor.h"
#include "stack_slab.h"

#define PERIOD_NS UINT64_C(1000000000)
#define PERIOD_MS 1000
#define FREED_AT_ONCE 64

static void end_period(uint64_t now)
{
	async_spares_t *spares = &ASYNC_G(spares);

	if (now - spares->period_began_ns >= PERIOD_NS) {
		spares->peak_before = spares->peak;
		spares->peak = async_contexts_in_use();
		spares->period_began_ns = now;
	}
}

static uint32_t spares_wanted(void)
{
	uint32_t peak = MAX(ASYNC_G(spares).peak, ASYNC_G(spares).peak_before);
	uint32_t in_use = async_contexts_in_use();

	return peak > in_use + ASYNC_SPARES_ALWAYS_KEPT ? peak - in_use : ASYNC_SPARES_ALWAYS_KEPT;
}

static void free_some(uint32_t wanted)
{
	uint32_t surplus = ASYNC_G(free_context_count) - wanted;

	for (uint32_t i = 0; i < MIN(surplus, FREED_AT_ONCE); i++) {
		async_context_free_spare();
	}
	/* Before that, whole slabs may become free. */
	if (surplus <= FREED_AT_ONCE) {
		async_stack_slabs_clean();
	}
}

/* That the loop wakes is all it takes. */
static void alarm_rang(async_timer_t *alarm)
{
}

static void set_alarm(void)
{
	async_timer_t *alarm = &ASYNC_G(reactor)->spares_alarm;

	if (!alarm->is_armed) {
		alarm->fire = alarm_rang;
		alarm->is_unref = true;
		async_timer_arm(alarm, PERIOD_MS);
	}
}

bool async_spares_trim(void)
{
	if (EXPECTED(ASYNC_G(free_context_count) <= ASYNC_SPARES_ALWAYS_KEPT)) {
		return false;
	}
	end_period(async_reactor_now());

	uint32_t wanted = spares_wanted();
	if (ASYNC_G(free_context_count) > wanted) {
		free_some(wanted);
		return true;
	}
	set_alarm();
	return false;
}
