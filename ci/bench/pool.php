<?php
/* What a pool costs, as ratios of things measured in the same run; interleaved rounds, medians, processor
 * time.
 *
 *   php ci/bench/pool.php [ROUNDS]
 *
 * Prints one line a measurement: name, measured, target. ci/bench/pool adds the instruction counts. */

use Async\Pool;
use ZendAsyncTest\{EmptyMethods, Gate};
use function Async\{await_all, delay, spawn, suspend};
use function ZendAsyncTest\{start_counting_allocations, stop_counting_allocations};

const CYCLES = 200_000;
const HAND_OFFS = 100_000;
ini_set('memory_limit', '-1');

/** Nanoseconds of processor time: others on the machine do not count. */
function clock(): int
{
    $usage = getrusage();
    return 1000 * (1_000_000 * ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']);
}

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

function report(string $what, float $measured, float $target, string $unit = ''): void
{
    printf("%-58s %7.2f  target <= %g%s  %s\n", $what, $measured, $target, $unit, $measured <= $target ? 'met' : 'MISSED');
}

/** Nanoseconds for two calls of methods that do nothing, one of them with an argument. */
function empty_calls(): float
{
    $object = new EmptyMethods;
    $value = new stdClass;
    $start = clock();
    for ($i = 0; $i < CYCLES; $i++) {
        $result = $object->nothing();
        $object->echo($value);
    }
    return (clock() - $start) / CYCLES;
}

/** Nanoseconds for an acquire() and a release() that meet nobody. */
function uncontended_cycle(): float
{
    $pool = new Pool(fn() => new stdClass, min: 1);
    $start = clock();
    for ($i = 0; $i < CYCLES; $i++) {
        $resource = $pool->acquire();
        $pool->release($resource);
    }
    return (clock() - $start) / CYCLES;
}

function allocations_of_cycles(): float
{
    $pool = new Pool(fn() => new stdClass, min: 1);
    start_counting_allocations();
    for ($i = 0; $i < 1000; $i++) {
        $resource = $pool->acquire();
        $pool->release($resource);
    }
    return stop_counting_allocations() / 1000;
}

/** Nanoseconds for each switch among so many coroutines: with more of them, more of their stacks are cold. */
function plain_switch(int $coroutines): float
{
    $left = HAND_OFFS;
    $tasks = [];
    for ($i = 0; $i < $coroutines; $i++) {
        $tasks[] = spawn(function () use (&$left) {
            while ($left-- > 0) {
                suspend();
            }
        });
    }
    suspend();
    $start = clock();
    $before = $left;
    while ($left > 0) {
        suspend();
    }
    $time = (clock() - $start) / $before;
    await_all($tasks);
    return $time;
}

/** Nanoseconds for each hand-off while so many wait, and the switch to the one who is served: everybody goes to the
 *  end of the line again. */
function hand_off_and_switch(int $waiters): float
{
    $pool = new Pool(fn() => new stdClass, min: 1, max: 1);
    $left = HAND_OFFS;
    $resource = $pool->acquire();
    $tasks = [];
    for ($i = 0; $i < $waiters; $i++) {
        $tasks[] = spawn(function () use ($pool, &$left) {
            while ($left-- > 0) {
                $pool->release($pool->acquire());
            }
        });
    }
    suspend();
    if ($pool->getStats()['waiting'] !== $waiters) {
        throw new Exception('Not all of them wait');
    }
    $start = clock();
    $pool->release($resource);
    while ($left > 0) {
        suspend();
    }
    $time = (clock() - $start) / $pool->getStats()['handoffs'];
    await_all($tasks);
    return $time;
}

function hand_off(int $waiters): float
{
    return hand_off_and_switch($waiters) - plain_switch($waiters);
}

/* With 30 000 coroutines every stack is cold, in a pool's line and elsewhere. What the line adds to that is
 * seen by comparing with as many coroutines that wait for something else. */

/** Coroutines that wait, and when they have been woken wait at a gate: what their end costs is not measured. */
function park(int $waiters, Closure $wait): array
{
    $tasks = $gates = [];
    $counter = (object) ['woken' => 0];
    for ($i = 0; $i < $waiters; $i++) {
        $gates[] = $gate = new Gate;
        $tasks[] = spawn(function () use ($wait, $gate, $counter) {
            try {
                $wait();
            } catch (Async\PoolTimeoutException | Async\AsyncCancellation) {
            }
            $counter->woken++;
            $gate->wait();
        });
    }
    suspend();
    return [$tasks, $gates, $counter];
}

function wait_for_all(stdClass $counter, int $waiters): void
{
    while ($counter->woken < $waiters) {
        delay(0);
    }
}

function leave(array $tasks, array $gates): void
{
    foreach ($gates as $gate) {
        $gate->open();
    }
    await_all($tasks);
}

/** Nanoseconds for each of so many waiters to be cancelled and to leave. */
function cancel_waiters(int $waiters, bool $inLine = true): float
{
    $pool = new Pool(fn() => new stdClass, max: 1);
    $resource = $pool->acquire();
    [$tasks, $gates, $counter] = park($waiters, $inLine ? fn() => $pool->acquire() : fn() => (new Gate)->wait());
    $start = clock();
    foreach ($tasks as $task) {
        $task->cancel();
    }
    wait_for_all($counter, $waiters);
    $time = (clock() - $start) / $waiters;
    leave($tasks, $gates);
    return $time;
}

/** The same for a time limit that all of them reach at once. */
function time_out_waiters(int $waiters, bool $inLine = true): float
{
    $pool = new Pool(fn() => new stdClass, max: 1);
    $resource = $pool->acquire();
    /* Long enough for all to be parked: the limit must not pass while they come. */
    $limit = 500 + intdiv($waiters, 10);
    [$tasks, $gates, $counter] = park($waiters, $inLine ? fn() => $pool->acquire($limit)
        : function () use ($limit) { delay($limit); throw new Async\PoolTimeoutException("after $limit ms"); });
    /* Nobody runs until the last of them is due. */
    $end = hrtime(true) + 1_000_000 * ($limit + 2);
    while (hrtime(true) < $end);
    $start = clock();
    wait_for_all($counter, $waiters);
    $time = (clock() - $start) / $waiters;
    leave($tasks, $gates);
    return $time;
}

/** How many times more each of 30 000 costs than each of 1 000. */
function growth(Closure $cost): float
{
    return $cost(30_000) / median([$cost(1_000), $cost(1_000), $cost(1_000), $cost(1_000), $cost(1_000)]);
}

/** Allocations while 1 000 coroutines come to rest, by suspend() or in line. */
function allocations_of_parking(bool $inLine): int
{
    $pool = new Pool(fn() => new stdClass, min: 1, max: 1);
    $resource = $pool->acquire();
    $count = 0;
    for ($round = 0; $round < 2; $round++) {
        $tasks = [];
        for ($i = 0; $i < 1000; $i++) {
            $tasks[] = spawn(function () use ($pool, $inLine) {
                suspend();
                if ($inLine) {
                    $pool->release($pool->acquire(3_600_000));
                } else {
                    suspend();
                }
            });
        }
        suspend();
        start_counting_allocations();
        suspend();
        $count = stop_counting_allocations();
        $pool->release($resource);
        $resource = null;
        await_all($tasks);
        $resource = $pool->acquire();
    }
    return $count;
}

$rounds = (int) ($argv[1] ?? 7);
$ratios = ['cycle' => [], 'handoff' => [], 'cancel' => [], 'timeout' => []];
/* The first spawns make the stacks that later rounds reuse. */
cancel_waiters(30_000);
for ($i = 0; $i < $rounds; $i++) {
    $ratios['cycle'][] = uncontended_cycle() / empty_calls();
    $ratios['handoff'][] = hand_off(10_000) / hand_off(100);
    $ratios['cancel'][] = growth(fn($n) => cancel_waiters($n)) / growth(fn($n) => cancel_waiters($n, false));
    $ratios['timeout'][] = growth(fn($n) => time_out_waiters($n)) / growth(fn($n) => time_out_waiters($n, false));
}
report('acquire() + release() to two empty method calls', median($ratios['cycle']), 2.0);
report('allocations of an uncontended cycle', allocations_of_cycles(), 0);
report('hand-off among 10 000 waiters to that among 100', median($ratios['handoff']), 1.2);
report('cancelling: growth per waiter from 1 000 to 30 000', median($ratios['cancel']), 1.3);
report('timing out: growth per waiter from 1 000 to 30 000', median($ratios['timeout']), 1.3);
report('allocations of a parked waiter, beyond suspend()', (allocations_of_parking(true) - allocations_of_parking(false)) / 1000, 0);
