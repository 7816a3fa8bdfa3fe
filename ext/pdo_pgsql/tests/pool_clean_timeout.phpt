--TEST--
Cleaning after a coroutine has a limit: a server that does not answer costs the connection, not the place
--EXTENSIONS--
pdo_pgsql
async
pcntl
posix
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
$db = PDOTest::test_factory(__DIR__ . '/common.phpt');
if (!posix_kill((int) $db->query('SELECT pg_backend_pid()')->fetchColumn(), 0)) {
    die('skip the server cannot be stopped from here');
}
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
set_error_handler(fn() => true, E_WARNING);
$db = pgsql_pool(1, [PDO::ATTR_POOL_CLEAN_TIMEOUT => 50]);
echo $db->getAttribute(PDO::ATTR_POOL_CLEAN_TIMEOUT), "\n";
$stopped = Async\await(Async\spawn(function () use ($db) {
    $db->beginTransaction();
    $backend = (int) $db->query('SELECT pg_backend_pid()')->fetchColumn();
    posix_kill($backend, SIGSTOP);
    return $backend;
}));
$next = Async\await(Async\spawn(fn() => (int) $db->query('SELECT pg_backend_pid()')->fetchColumn()));
posix_kill($stopped, SIGCONT);
$stats = $db->getPool()->getStats();
var_dump($next !== $stopped);
echo "rollback_failed {$stats['destroyed']['rollback_failed']}, rolled_back $stats[rolled_back]\n";
?>
--EXPECT--
50
bool(true)
rollback_failed 1, rolled_back 1
