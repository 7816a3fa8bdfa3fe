<?php
/* Costs of coroutines as ratios to Fibers of the same build, and of channels to pools; interleaved rounds, medians.
 *
 *   php ci/bench/core.php [ROUNDS] [DIVISOR]     a DIVISOR above 1 makes the rounds shorter
 *
 * Prints one line a measurement: name, measured ratio, target. ci/bench/core adds what needs other
 * tools (memory of 200 000 coroutines, system calls, instructions). */

use function Async\{await, spawn, suspend};

define('DIVISOR', (int) ($argv[2] ?? 1));
define('SWITCHES', intdiv(200_000, DIVISOR));
define('SPAWNS', intdiv(20_000, DIVISOR));
define('VALUES', intdiv(50_000, DIVISOR));

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

/** Nanoseconds for each half-cycle of a bare Fiber: a resume() or a suspend(). */
function fiber_half_cycle(): float
{
    $fiber = new Fiber(function () {
        for ($i = 0; $i < SWITCHES / 2; $i++) {
            Fiber::suspend();
        }
    });
    $start = hrtime(true);
    $fiber->start();
    while (!$fiber->isTerminated()) {
        $fiber->resume();
    }
    return (hrtime(true) - $start) / SWITCHES;
}

/** Nanoseconds for each suspend() between two coroutines. */
function coroutine_switch(): float
{
    $body = function () {
        for ($i = 0; $i < SWITCHES / 2; $i++) {
            suspend();
        }
    };
    $start = hrtime(true);
    [$a, $b] = [spawn($body), spawn($body)];
    await($a);
    await($b);
    return (hrtime(true) - $start) / SWITCHES;
}

function fiber_life(): float
{
    $body = function () {};
    $start = hrtime(true);
    for ($i = 0; $i < SPAWNS; $i++) {
        (new Fiber($body))->start();
    }
    return (hrtime(true) - $start) / SPAWNS;
}

function coroutine_life(): float
{
    $body = function () {};
    $start = hrtime(true);
    for ($i = 0; $i < SPAWNS; $i++) {
        $last = spawn($body);
        if ($i % 100 === 99) {
            await($last);
        }
    }
    return (hrtime(true) - $start) / SPAWNS;
}

/** Nanoseconds for each value from one coroutine to another, which wait for each other. */
function channel_value(): float
{
    $channel = new Async\Channel();
    $start = hrtime(true);
    $sender = spawn(function () use ($channel) {
        for ($i = 0; $i < VALUES; $i++) {
            $channel->send($i);
        }
    });
    for ($i = 0; $i < VALUES; $i++) {
        $channel->recv();
    }
    await($sender);
    return (hrtime(true) - $start) / VALUES;
}

/** Nanoseconds for two hand-offs of a pool's only resource between two coroutines: there and back. */
function two_hand_offs(): float
{
    $pool = new Async\Pool(fn () => new stdClass, min: 1, max: 1);
    $body = function () use ($pool) {
        for ($i = 0; $i < VALUES; $i++) {
            $pool->release($pool->acquire());
        }
    };
    $held = $pool->acquire();
    $start = hrtime(true);
    [$a, $b] = [spawn($body), spawn($body)];
    suspend();
    $pool->release($held);
    await($a);
    await($b);
    return (hrtime(true) - $start) / VALUES;
}

function compare(string $name, callable $ours, callable $base, float $target, int $rounds): void
{
    $ratios = $ourTimes = $baseTimes = [];
    $ours();
    $base();
    for ($i = 0; $i < $rounds; $i++) {
        $baseTimes[] = $b = $base();
        $ourTimes[] = $o = $ours();
        $ratios[] = $o / $b;
    }
    printf("%-46s %6.2f  target <= %.2f  %s   (%.0f ns against %.0f ns)\n", $name, median($ratios), $target,
        median($ratios) <= $target ? 'met   ' : 'MISSED', median($ourTimes), median($baseTimes));
}

$rounds = (int) ($argv[1] ?? 11);
compare('switch / Fiber half-cycle', coroutine_switch(...), fiber_half_cycle(...), 1.15, $rounds);
compare('spawn + run + finish / new Fiber + start', coroutine_life(...), fiber_life(...), 1.0, $rounds);
compare('value through a channel / two pool hand-offs', channel_value(...), two_hand_offs(...), 1.0, $rounds);
