<?php
/* What a pool costs, as ratios of things measured in the same run; interleaved rounds, medians, processor
 * time.
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
$ratios = [];
for ($i = 0; $i < $rounds; $i++) {
    $ratios[] = uncontended_cycle() / empty_calls();
}
report('acquire() + release() to two empty method calls', median($ratios), 2.0);
report('allocations of an uncontended cycle', allocations_of_cycles(), 0);
report('allocations of a parked waiter, beyond suspend()', (allocations_of_parking(true) - allocations_of_parking(false)) / 1000, 0);
