<?php
/* What a pool costs, as ratios of things measured in the same run; interleaved rounds, medians.
 *
 *   php ci/bench/pool.php [ROUNDS]
 *
 * Prints one line a measurement: name, measured, target. ci/bench/pool adds the instruction counts. */

use Async\Pool;
use ZendAsyncTest\EmptyMethods;
use function Async\{await_all, spawn, suspend};
use function ZendAsyncTest\{start_counting_allocations, stop_counting_allocations};

const CYCLES = 200_000;
ini_set('memory_limit', '-1');

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
    $start = hrtime(true);
    for ($i = 0; $i < CYCLES; $i++) {
        $object->nothing();
        $object->echo($value);
    }
    return (hrtime(true) - $start) / CYCLES;
}

/** Nanoseconds for an acquire() and a release() that meet nobody. */
function uncontended_cycle(): float
{
    $pool = new Pool(fn() => new stdClass, min: 1);
    $start = hrtime(true);
    for ($i = 0; $i < CYCLES; $i++) {
        $resource = $pool->acquire();
        $pool->release($resource);
    }
    return (hrtime(true) - $start) / CYCLES;
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

/** Nanoseconds for each hand-off while so many wait: everybody who is served goes to the end of the line. */
function hand_off(int $waiters): float
{
    $pool = new Pool(fn() => new stdClass, min: 1, max: 1);
    $left = 40_000;
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
    $start = hrtime(true);
    $pool->release($resource);
    await_all($tasks);
    return (hrtime(true) - $start) / $pool->getStats()['handoffs'];
}

/** Coroutines that wait in line. */
function park(Pool $pool, int $waiters, int $timeout): array
{
    $tasks = [];
    for ($i = 0; $i < $waiters; $i++) {
        $tasks[] = spawn(function () use ($pool, $timeout) {
            try {
                $pool->acquire($timeout);
            } catch (Async\PoolTimeoutException | Async\AsyncCancellation) {
            }
        });
    }
    suspend();
    return $tasks;
}

/** Nanoseconds for each of so many waiters to be cancelled and to leave. */
function cancel_waiters(int $waiters): float
{
    $pool = new Pool(fn() => new stdClass, max: 1);
    $resource = $pool->acquire();
    $tasks = park($pool, $waiters, 0);
    $start = hrtime(true);
    foreach ($tasks as $task) {
        $task->cancel();
    }
    suspend();
    $time = (hrtime(true) - $start) / $waiters;
    if ($pool->getStats()['waiting'] !== 0) {
        throw new Exception('Somebody still waits');
    }
    return $time;
}

/** The same for a time limit that all of them reach at once. */
function time_out_waiters(int $waiters): float
{
    $pool = new Pool(fn() => new stdClass, max: 1);
    $resource = $pool->acquire();
    /* Long enough for all to be parked: the limit must not pass while they come. */
    $limit = 200 + intdiv($waiters, 10);
    $begin = hrtime(true);
    $tasks = park($pool, $waiters, $limit);
    $end = hrtime(true) + 1_000_000 * ($limit + 1);
    if ($end - 1_000_000 - $begin < 0 || $pool->getStats()['waiting'] !== $waiters) {
        throw new Exception('Not all of them wait');
    }
    while (hrtime(true) < $end);
    $start = hrtime(true);
    await_all($tasks);
    $time = (hrtime(true) - $start) / $waiters;
    if ($pool->getStats()['timeouts'] !== $waiters) {
        throw new Exception('Not all of them timed out');
    }
    return $time;
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
    $ratios['cancel'][] = cancel_waiters(30_000) / median([cancel_waiters(1_000), cancel_waiters(1_000), cancel_waiters(1_000)]);
    $ratios['timeout'][] = time_out_waiters(30_000) / median([time_out_waiters(1_000), time_out_waiters(1_000), time_out_waiters(1_000)]);
}
report('acquire() + release() to two empty method calls', median($ratios['cycle']), 2.0);
report('allocations of an uncontended cycle', allocations_of_cycles(), 0);
report('hand-off among 10 000 waiters to that among 100', median($ratios['handoff']), 1.2);
report('cancelling each of 30 000 waiters to each of 1 000', median($ratios['cancel']), 1.3);
report('timing out each of 30 000 waiters to each of 1 000', median($ratios['timeout']), 1.3);
report('allocations of a parked waiter, beyond suspend()', (allocations_of_parking(true) - allocations_of_parking(false)) / 1000, 0);
