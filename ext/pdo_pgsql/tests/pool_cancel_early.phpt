--TEST--
A query whose coroutine is cancelled before the server has begun it ends on the server, too
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$watcher = pgsql_connect();
$db = pgsql_pool(max: 1);
$pids = [];
/* Sent just before: some cancel requests overtake their query. A server that had nothing to do ignored them. */
for ($i = 0; $i < 100; $i++) {
    $pids[] = $db->query('SELECT pg_backend_pid()')->fetchColumn();
    $query = Async\spawn(fn() => $db->query('SELECT pg_sleep(600)')->fetchAll());
    Async\delay($i % 3);
    $query->cancel();
    Async\await_all([$query]);
}
pgsql_wait_until($watcher, 'SELECT COUNT(*) = 0 FROM pg_stat_activity WHERE pid IN (' . implode(', ', $pids) . ') AND query LIKE \'SELECT pg_sleep%\'');
echo "ended\n";
echo $db->query('SELECT 1')->fetchColumn(), "\n";
?>
--EXPECT--
ended
1
