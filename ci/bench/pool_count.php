<?php
/* What ci/bench/pool counts the instructions of, once per call:
 *
 *   php pool_count.php hand-off WAITERS TIMES    so many hand-offs, while so many wait
 *   php pool_count.php cancel WAITERS TIMES      so many wait and are cancelled, that many times over
 *   php pool_count.php time-out WAITERS TIMES    the same with a limit that all of them reach
 *
 * The difference of two calls that differ in TIMES has nothing of PHP's start in it. */

use Async\{AsyncCancellation, Pool, PoolTimeoutException};
use function Async\{await_all, spawn, suspend};

ini_set('memory_limit', '-1');

function park(Pool $pool, int $waiters, Closure $body): array
{
    $tasks = [];
    for ($i = 0; $i < $waiters; $i++) {
        $tasks[] = spawn($body);
    }
    suspend();
    if ($pool->getStats()['waiting'] !== $waiters) {
        throw new Exception('Not all of them wait at once');
    }
    return $tasks;
}

/** Everybody who was served passes the resource on and goes to the end of the line. */
function hand_off(int $waiters, int $times): void
{
    $pool = new Pool(fn() => new stdClass, min: 1, max: 1);
    $resource = $pool->acquire();
    $tasks = park($pool, $waiters, function () use ($pool, &$times) {
        while ($times-- > 0) {
            $pool->release($pool->acquire());
        }
    });
    $pool->release($resource);
    await_all($tasks);
}

function cancel(int $waiters, int $times): void
{
    $pool = new Pool(fn() => new stdClass, max: 1);
    $resource = $pool->acquire();
    while ($times-- > 0) {
        $tasks = park($pool, $waiters, function () use ($pool) {
            try {
                $pool->acquire();
            } catch (AsyncCancellation) {
            }
        });
        foreach ($tasks as $task) {
            $task->cancel();
        }
        await_all($tasks);
    }
}

function time_out(int $waiters, int $times): void
{
    $pool = new Pool(fn() => new stdClass, max: 1);
    $resource = $pool->acquire();
    /* Also under callgrind the last one has come before the first one leaves. */
    $limit = 500 + intdiv($waiters, 2);
    while ($times-- > 0) {
        await_all(park($pool, $waiters, function () use ($pool, $limit) {
            try {
                $pool->acquire($limit);
            } catch (PoolTimeoutException) {
            }
        }));
    }
}

[, $what, $waiters, $times] = $argv;
match ($what) {
    'hand-off' => hand_off((int) $waiters, (int) $times),
    'cancel' => cancel((int) $waiters, (int) $times),
    'time-out' => time_out((int) $waiters, (int) $times),
};
