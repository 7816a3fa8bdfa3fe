--TEST--
A connection that the server closes while it is idle is not given out, and leaves the pool without being asked for
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
$db = pgsql_pool();
$pid = fn() => $db->query('SELECT pg_backend_pid()')->fetchColumn();
$first = Async\await(Async\spawn($pid));
$watcher->exec("SELECT pg_terminate_backend($first)");
pgsql_wait_until($watcher, "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = $first");
$second = Async\await(Async\spawn($pid));
var_dump($first !== $second);

/* While others wait for something else, the pool notices by itself. */
$second = Async\await(Async\spawn($pid));
var_dump($db->getPool()->idleCount());
$watcher->exec("SELECT pg_terminate_backend($second)");
while ($db->getPool()->idleCount() > 0) {
    Async\delay(1);
}
var_dump($db->getPool()->getStats()['destroyed']['lost'] > 0);

/* The main script, too, which does not run the reactor in between. */
$mine = $pid();
$watcher->exec("SELECT pg_terminate_backend($mine)");
pgsql_wait_until($watcher, "SELECT count(*) = 0 FROM pg_stat_activity WHERE pid = $mine");
var_dump($pid() !== $mine);

/* In use, it is an error, and the next call gets another. */
$stmt = $db->query('SELECT pg_backend_pid()');
$mine = $stmt->fetchColumn();
$watcher->exec("SELECT pg_terminate_backend($mine)");
try {
    $db->query('SELECT 1');
    echo "no error\n";
} catch (PDOException $e) {
    echo strtok($e->getMessage(), "\n"), "\n";
}
$stmt = null;
var_dump($pid() !== $mine);
?>
--EXPECT--
bool(true)
int(1)
bool(true)
bool(true)
SQLSTATE[08006]: Connection failure: 7 FATAL:  terminating connection due to administrator command
bool(true)
