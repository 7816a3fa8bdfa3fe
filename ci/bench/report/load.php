<?php
/* One point of the report's charts: php load.php DATABASE WAY COROUTINES SECONDS. Prints a line of JSON.
 *
 *   DATABASE  pgsql or mysql
 *   WAY       pooled: coroutines over 10 connections; pipelined: likewise, and they carry 16 statements at a time (pgsql);
 *             blocking: an ordinary PDO, no coroutine; COROUTINES is 1 then
 *
 * The work is what programs do most: a row is looked up by its key, with a statement that is prepared each time. */

const CONNECTIONS = 10, ROWS = 10_000;

[, $database, $way, $coroutines, $seconds] = $argv;

$options = $way === 'blocking' ? [] : [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MIN => min($coroutines, CONNECTIONS),
    PDO::ATTR_POOL_MAX => CONNECTIONS, PDO::ATTR_POOL_STMT_CACHE_SIZE => 10];
if ($way === 'pipelined') {
    $options[Pdo\Pgsql::ATTR_POOL_PIPELINE] = 16;
}
$db = match ($database) {
    'pgsql' => new PDO(getenv('PDO_PGSQL_TEST_DSN') . ' sslmode=disable', options: $options),
    'mysql' => new PDO(getenv('PDO_MYSQL_TEST_DSN'), getenv('PDO_MYSQL_TEST_USER'), getenv('PDO_MYSQL_TEST_PASS'),
        $options + [PDO::ATTR_EMULATE_PREPARES => false]),
};

function look_up(): void
{
    static $text = 'SELECT title FROM bench_rows WHERE id = ?';
    global $db, $kept;
    // An ordinary handle has no cache: it keeps its statement, as a careful program does.
    $statement = $kept ?? $db->prepare($text);
    $id = mt_rand(1, ROWS);
    $statement->execute([$id]);
    $title = $statement->fetchColumn();
    $title === "title $id" || exit("wrong row: $title for $id\n");
}

function until(int $end, array &$times): void
{
    do {
        $begin = hrtime(true);
        look_up();
        $now = hrtime(true);
        $times[] = $now - $begin;
    } while ($now < $end);
}

$kept = $way === 'blocking' ? $db->prepare('SELECT title FROM bench_rows WHERE id = ?') : null;
$times = [];
$warm = fn () => array_map(fn () => look_up(), range(1, 20));
if ($way === 'blocking') {
    $warm();
    $begin = hrtime(true);
    until($begin + (int) ($seconds * 1e9), $times);
} else {
    Async\await_all_or_fail(array_map(fn () => Async\spawn($warm), range(1, min($coroutines, 50))));
    $begin = hrtime(true);
    $end = $begin + (int) ($seconds * 1e9);
    $all = [];
    for ($i = 0; $i < $coroutines; $i++) {
        $all[] = Async\spawn(function () use ($end, &$times) {
            until($end, $times);
        });
    }
    Async\await_all_or_fail($all);
}
$elapsed = (hrtime(true) - $begin) / 1e9;
sort($times);
$percentile = fn (float $share) => round($times[(int) ((count($times) - 1) * $share)] / 1e6, 3);
echo json_encode(['figure' => 'throughput', 'database' => $database, 'way' => $way, 'coroutines' => (int) $coroutines,
    'per_second' => round(count($times) / $elapsed), 'p50' => $percentile(0.5), 'p95' => $percentile(0.95), 'p99' => $percentile(0.99)]), "\n";
