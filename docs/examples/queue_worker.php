<?php
/* Usage: php docs/examples/queue_worker.php [JOBS [WORKERS]]
 *
 * Drains a queue that is a table of PostgreSQL. Each worker takes a job with FOR UPDATE SKIP LOCKED, does it, and marks it
 * as done in the same transaction: a worker that dies leaves its job to the others. Any number of processes may run this. */

$jobs = (int) ($argv[1] ?? 100);
$workers = (int) ($argv[2] ?? 8);

$pdo = new PDO(getenv('PDO_PGSQL_TEST_DSN'), options: [
    PDO::ATTR_POOL_ENABLED => true,
    PDO::ATTR_POOL_MAX => $workers,
    PDO::ATTR_POOL_STMT_CACHE_SIZE => 10,
]);

/** Takes the next job in a transaction that stays open, or null when there is none left. */
function take_job(PDO $pdo): ?array
{
    $pdo->beginTransaction();
    $job = $pdo->query('SELECT id, work FROM queue WHERE done_by IS NULL
        ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED')->fetch();
    if (!$job) {
        $pdo->rollBack();
    }
    return $job ?: null;
}

function worker(PDO $pdo, int $number): int
{
    $count = 0;
    while ($job = take_job($pdo)) {
        try {
            Async\delay((int) $job['work']);            // what the job does; may wait for anything
            $pdo->prepare('UPDATE queue SET done_by = ? WHERE id = ?')->execute([$number, $job['id']]);
            $pdo->commit();
            $count++;
        } catch (Throwable $e) {
            $pdo->rollBack();                           // the job is there again, for whoever comes next
            throw $e;
        }
    }
    return $count;
}

$pdo->exec('DROP TABLE IF EXISTS queue');
$pdo->exec('CREATE TABLE queue (id serial PRIMARY KEY, work int, done_by int)');
$pdo->exec("INSERT INTO queue (work) SELECT 1 + n % 5 FROM generate_series(1, $jobs) n");

$counts = Async\await_all_or_fail(array_map(fn($number) => Async\spawn(worker(...), $pdo, $number), range(1, $workers)));
$left = $pdo->query('SELECT count(*) FROM queue WHERE done_by IS NULL')->fetchColumn();
printf("%d workers did %d jobs, %d are left\n", $workers, array_sum($counts), $left);
$pdo->exec('DROP TABLE queue');
