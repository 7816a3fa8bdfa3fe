--TEST--
PDO pool: a transaction that SQL began ties the connection to its coroutine
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::createTable($db, 'pool_raw', 'id INTEGER');
$db->exec('BEGIN');
$stats = $db->getPool()->getStats();
echo "idle $stats[idle], active $stats[active]\n";
var_dump($db->inTransaction());
$db->exec('INSERT INTO pool_raw VALUES (1)');
/* Another coroutine is on another connection, and in no transaction. */
var_dump(Async\await(Async\spawn(function () use ($db) {
    $db->query('SELECT COUNT(*) FROM pool_raw')->fetchColumn();
    return $db->inTransaction();
})));
$db->exec('COMMIT');
$stats = $db->getPool()->getStats();
echo 'idle ', $stats['idle'] - 1, ", active $stats[active]\n";
$db->exec('DROP TABLE pool_raw');
?>
--EXPECT--
idle 0, active 1
bool(true)
bool(false)
idle 1, active 0
