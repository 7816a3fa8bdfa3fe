<?php
/* What a coroutine that only yields costs the others: throughput of queries beside it, lateness of a timer beside it.
 *
 *   php ci/bench/fair.php queries [SECONDS] [ROUNDS]     needs PDO_PGSQL_TEST_DSN
 *   php ci/bench/fair.php timer [TIMES]
 *   php ci/bench/fair.php yield MILLISECONDS             two that only yield, while a third waits for input that does not come
 *
 * The first two print one line: name, measured, target. The last is to be counted by strace and prints the time it took. */

use function Async\{await, await_all_or_fail, delay, spawn, suspend};

const CONNECTIONS = 10;

function median(array $values): float
{
    sort($values);
    return $values[intdiv(count($values), 2)];
}

/** Queries per second of ten coroutines. */
function rate(PDO $pdo, float $seconds, bool $yielding): float
{
    $done = false;
    $count = 0;
    $end = hrtime(true) + $seconds * 1e9;
    if ($yielding) {
        $yielder = spawn(function () use (&$done) {
            while (!$done) {
                suspend();
            }
        });
    }
    for ($i = 0; $i < CONNECTIONS; $i++) {
        $workers[] = spawn(function () use ($pdo, $end, &$count) {
            while (hrtime(true) < $end) {
                $pdo->query('SELECT 1')->fetch();
                $count++;
            }
        });
    }
    await_all_or_fail($workers);
    $done = true;
    return $count / $seconds;
}

function queries(float $seconds, int $rounds): void
{
    $pdo = new PDO(getenv('PDO_PGSQL_TEST_DSN'), options: [
        PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => CONNECTIONS, PDO::ATTR_POOL_MAX => CONNECTIONS,
    ]);
    rate($pdo, $seconds / 4, false);
    for ($i = 0; $i < $rounds; $i++) {
        $alone[] = $a = rate($pdo, $seconds, false);
        $beside[] = $b = rate($pdo, $seconds, true);
        $ratios[] = $b / $a;
    }
    printf("%-46s %6.2f  target >= 0.80  %s   (%.0f/s against %.0f/s)\n", 'queries beside a yielding coroutine / without',
        median($ratios), median($ratios) >= 0.8 ? 'met   ' : 'MISSED', median($beside), median($alone));
}

function timer(int $times): void
{
    $done = false;
    $yielder = spawn(function () use (&$done) {
        while (!$done) {
            suspend();
        }
    });
    $late = [];
    for ($i = 0; $i < $times; $i++) {
        $start = hrtime(true);
        delay(2);
        $late[] = (hrtime(true) - $start) / 1000 - 2000;
    }
    $done = true;
    await($yielder);
    printf("%-46s %6.1f  target <= 100   %s   (us, median of %d; %.1f at most)\n", 'lateness of a timer beside a yielding coroutine',
        median($late), median($late) <= 100 ? 'met   ' : 'MISSED', $times, max($late));
}

function yields(int $ms): void
{
    [$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
    $reader = spawn(fn () => fread($ours, 1));
    $end = hrtime(true) + $ms * 1_000_000;
    $body = function () use ($end) {
        while (hrtime(true) < $end) {
            for ($i = 0; $i < 1000; $i++) {
                suspend();
            }
        }
    };
    [$a, $b] = [spawn($body), spawn($body)];
    $start = hrtime(true);
    await($a);
    await($b);
    echo intdiv(hrtime(true) - $start, 1000), "\n";
    fclose($theirs);
    await($reader);
}

match ($argv[1] ?? '') {
    'queries' => queries((float) ($argv[2] ?? 2), (int) ($argv[3] ?? 5)),
    'timer' => timer((int) ($argv[2] ?? 300)),
    'yield' => yields((int) $argv[2]),
};
