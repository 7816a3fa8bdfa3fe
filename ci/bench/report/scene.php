<?php
/* Two scenes of the report: php scene.php SCENE WAY. Prints a line of JSON with the milliseconds that it took.
 *
 *   think  1 000 coroutines: a query, 100 ms without the database, a query. Ways: pooled (10 connections), each (a connection
 *          for each coroutine; made before the clock starts)
 *   spike  50 callers at once, nothing is connected, and connecting takes 150 ms (slow_door.php; BENCH_SLOW_PORT is where it
 *          listens). Ways: pooled (10 connections), each (a connection for each caller), blocking (one after the other)
 *
 * All on PostgreSQL. */

[, $scene, $way] = $argv;

$dsn = getenv('PDO_PGSQL_TEST_DSN') . ' sslmode=disable' . ($scene === 'spike' ? ' port=' . getenv('BENCH_SLOW_PORT') : '');
$pool = [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 10];
$callers = $scene === 'think' ? 1000 : 50;

function in_coroutines(int $count, callable $work): void
{
    Async\await_all_or_fail(array_map(fn ($i) => Async\spawn($work, $i), range(0, $count - 1)));
}

function ask(PDO $db): void
{
    $db->query('SELECT 1')->fetchAll();
}

/* A handle that only one coroutine uses is a pool of one: an ordinary one would hold up all the others. */
$one = fn () => new PDO($dsn, options: [PDO::ATTR_POOL_MAX => 1] + $pool);
$shared = $way === 'pooled' ? new PDO($dsn, options: $pool) : null;
$handles = [];
if ($scene === 'think') {
    $shared || $handles = array_map(fn () => $one(), range(1, $callers));
    in_coroutines($shared ? 10 : $callers, function ($i) use ($shared, $handles) {
        $db = $shared ?? $handles[$i];
        $db->beginTransaction();            // held, so that each has a connection of its own
        ask($db);
        Async\delay(50);
        $db->commit();
    });
}
$begin = hrtime(true);
match ("$scene $way") {
    'think pooled', 'think each' => in_coroutines($callers, function ($i) use ($shared, $handles) {
        ask($shared ?? $handles[$i]);
        Async\delay(100);
        ask($shared ?? $handles[$i]);
    }),
    'spike pooled' => in_coroutines($callers, fn () => ask($shared)),
    'spike each' => in_coroutines($callers, fn () => ask($one())),
    'spike blocking' => array_map(fn () => ask(new PDO($dsn)), range(1, $callers)),
};
echo json_encode(['figure' => $scene, 'way' => $way, 'ms' => round((hrtime(true) - $begin) / 1e6, 1)]), "\n";
