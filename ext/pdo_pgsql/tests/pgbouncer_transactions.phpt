--TEST--
PgBouncer: transactions are the coroutine's own, are rolled back when it ends, and its queries can be cancelled
--EXTENSIONS--
pdo_pgsql
async
--SKIPIF--
<?php
if (!getenv('PGBOUNCER_TEST_DSN')) die('skip no PgBouncer: PGBOUNCER_TEST_DSN');
?>
--FILE--
<?php
require __DIR__ . '/pgbouncer.inc';

$direct = direct();
$direct->exec('DROP TABLE IF EXISTS pool_bouncer_sum');
$direct->exec('CREATE TABLE pool_bouncer_sum (id INT PRIMARY KEY, sum INT)');
foreach (['', '_SESSION'] as $mode) {
    echo $mode === '' ? "transaction mode\n" : "session mode\n";
    $direct->exec('DELETE FROM pool_bouncer_sum');
    $direct->exec('INSERT INTO pool_bouncer_sum VALUES (1, 0)');
    $db = bouncer([PDO::ATTR_POOL_MAX => 3], $mode);
    crowd(20, function (int $i) use ($db) {
        $db->beginTransaction();
        $db->exec('UPDATE pool_bouncer_sum SET sum = sum + 1 WHERE id = 1');
        $i % 4 === 3 ? $db->rollBack() : $db->commit();
    });
    echo 'sum ', $direct->query('SELECT sum FROM pool_bouncer_sum')->fetchColumn(), "\n";

    set_error_handler(fn(int $level, string $message) => print("$message\n"));
    run(function () use ($db) {
        $db->beginTransaction();
        $db->exec('UPDATE pool_bouncer_sum SET sum = 1000 WHERE id = 1');
    });
    run(fn() => $db->exec('UPDATE pool_bouncer_sum SET sum = sum + 1 WHERE id = 1'));
    restore_error_handler();
    echo 'sum ', $direct->query('SELECT sum FROM pool_bouncer_sum')->fetchColumn(), "\n";

    $sleep = Async\spawn(fn() => $db->query('SELECT pg_sleep(600)')->fetchAll());
    $asleep = "SELECT COUNT(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%pg_sleep(600)%'";
    while ($direct->query($asleep)->fetchColumn() < 1) {
        Async\delay(5);
    }
    $sleep->cancel();
    while ($direct->query($asleep)->fetchColumn() > 0) {
        Async\delay(5);
    }
    echo "the query has ended\n";
    echo json_encode(array_unique(crowd(6, fn() => $db->query('SELECT 1')->fetchColumn()))), "\n";
    $sleep = null;
    unset($db);
}
$direct->exec('DROP TABLE pool_bouncer_sum');
?>
--EXPECT--
transaction mode
sum 15
The coroutine that was spawned here ended with a transaction open, which is rolled back
sum 16
the query has ended
["1"]
session mode
sum 15
The coroutine that was spawned here ended with a transaction open, which is rolled back
sum 16
the query has ended
["1"]
