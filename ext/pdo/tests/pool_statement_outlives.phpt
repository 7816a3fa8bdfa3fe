--TEST--
PDO pool: a statement outlives its coroutine and keeps the PDO object
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
PDOPoolTest::createTable($db, 'pool_outlives', 'id INTEGER');
$db->exec('INSERT INTO pool_outlives VALUES (1)');
$db->exec('INSERT INTO pool_outlives VALUES (2)');

$statement = Async\await(Async\spawn(function () use ($db) {
    return $db->query('SELECT id FROM pool_outlives ORDER BY id');
}));
PDOPoolTest::counts($db);
echo $statement->fetchColumn(), "\n";

$pool = $db->getPool();
$db = null;
var_dump($pool->isClosed());
echo $statement->fetchColumn(), "\n";
var_dump($statement->fetchColumn());
$statement = null;
var_dump($pool->isClosed());

$db = PDOPoolTest::factory();
$db->exec('DROP TABLE pool_outlives');
?>
--EXPECT--
idle 0, active 1, created 1, destroyed 0
1
bool(false)
2
bool(false)
bool(true)
