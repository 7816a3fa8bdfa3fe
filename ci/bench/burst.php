<?php
/* Processor time of coroutines that come in bursts.
 *
 *   php ci/bench/burst.php park|time-out|hand-off COUNT BURSTS
 *
 * park:     each parks on a timer and ends
 * time-out: each waits for the resource of a pool until its time is over
 * hand-off: each waits for it, gets it by hand-off and releases it, four times
 *
 * Prints nanoseconds per coroutine (hand-off: per hand-off) of the first burst, and the median of the others. */

use function Async\{await_all_or_fail, delay, spawn};

ini_set('memory_limit', '-1');
[, $what, $count, $bursts] = $argv;

function processor_time(): int
{
    $usage = getrusage();
    return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1_000_000_000
        + ($usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec']) * 1000;
}

function burst(int $count, callable $body): void
{
    for ($i = 0; $i < $count; $i++) {
        $coroutines[] = spawn($body);
    }
    await_all_or_fail($coroutines);
}

$pool = new Async\Pool(fn () => new stdClass, max: 1);
/* Long enough for all to be parked before the first one wakes. */
$ms = max(20, intdiv((int) $count, 50));
$task = [
    'park' => function () use ($ms) { delay($ms); },
    'time-out' => function () use ($pool, $ms) {
        try {
            $pool->acquire($ms);
        } catch (Async\PoolTimeoutException) {
        }
    },
    'hand-off' => function () use ($pool) {
        for ($i = 0; $i < 4; $i++) {
            $pool->release($pool->acquire());
        }
    },
][$what];
$units = $what === 'hand-off' ? 4 * $count : $count;

for ($i = 0; $i < $bursts; $i++) {
    $held = $what === 'park' ? null : $pool->acquire();
    if ($what === 'hand-off') {
        spawn(function () use ($pool, $held) { delay(1); $pool->release($held); });
    }
    $start = processor_time();
    burst((int) $count, $task);
    $times[] = (processor_time() - $start) / $units;
    if ($what === 'time-out') {
        $pool->release($held);
    }
}
$first = array_shift($times);
sort($times);
printf("%.0f %.0f\n", $first, $times ? $times[intdiv(count($times), 2)] : $first);
