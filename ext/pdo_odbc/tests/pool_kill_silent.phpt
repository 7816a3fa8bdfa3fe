--TEST--
ODBC pool: when the connection that is to end a session falls silent behind the login, others connect, and all threads come back
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it connects in many threads at once' => 'maria', 'it has no server' => 'sqlite']);
if (PHP_OS_FAMILY !== 'Linux') die('skip the system does not tell which socket a thread waits for');
if (getenv('SKIP_SLOW_TESTS')) die('skip slow: the driver has a second');
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/pool_silent.inc';

$way = new SilentWay(getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN'));
$way->working = 1;
$db = odbc_make([PDO::ATTR_POOL_ENABLED => true], $way->dsn());
$query = Async\spawn(function () use ($db) {
    /* With a parameter: a second connection has to end it. */
    $db->prepare(odbc_endless() . ', ?::int')->execute([1]);
});
$watcher = odbc_plain();
odbc_wait_until(fn() => odbc_count_endless($watcher) == 1);
$query->cancel();
odbc_wait_until(fn() => $way->silent == 1);
echo 'another server: ', odbc_outcome(Async\spawn(fn() => odbc_pool(1)->query('SELECT 2')->fetchColumn())), "\n";
echo odbc_outcome($query), "\n";
odbc_wait_until(fn() => $way->closed === $way->silent + 1);
$way->end();
?>
--EXPECT--
another server: 2
Async\AsyncCancellation
