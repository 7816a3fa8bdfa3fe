--TEST--
No connection outlives its PDO object, as the server sees it
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
$name = 'pool_server_side_' . getmypid();
$watcher = pgsql_connect();
$open = fn() => $watcher->query("SELECT count(*) FROM pg_stat_activity WHERE application_name = '$name'")->fetchColumn();
$gone = fn() => pgsql_wait_until($watcher, "SELECT count(*) = 0 FROM pg_stat_activity WHERE application_name = '$name'");

$db = pgsql_pool(max: 3, dsn: " application_name=$name");
var_dump($open());
$work = function () use ($db) {
    $db->beginTransaction();
    $db->query('SELECT pg_sleep(0.01)');
    $db->commit();
};
Async\await_all_or_fail(array_map(fn() => Async\spawn($work), range(1, 10)));
var_dump($open());
unset($work);

/* A statement keeps its PDO object, as ever, and with it the pool. */
$stmt = $db->query('SELECT 1');
unset($db);
var_dump($stmt->fetchColumn());
unset($stmt);
$gone();
echo "gone\n";

/* Through getPool()->close(), through an exception, through a garbage cycle. */
$db = pgsql_pool(dsn: " application_name=$name");
$db->query('SELECT 1');
$db->getPool()->close();
$gone();
unset($db);

$cycle = new stdClass;
$cycle->self = $cycle;
$cycle->db = pgsql_pool(dsn: " application_name=$name");
$cycle->stmt = $cycle->db->query('SELECT 1');
unset($cycle);
gc_collect_cycles();
$gone();
echo "gone\n";
?>
--EXPECT--
int(0)
int(3)
int(1)
gone
gone
