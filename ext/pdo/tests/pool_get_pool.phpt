--TEST--
PDO pool: getPool() shows the pool and closes it, but never hands out a connection
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

$ordinary = PDOPoolTest::factory([PDO::ATTR_POOL_ENABLED => false]);
var_dump($ordinary->getPool(), $ordinary->getAttribute(PDO::ATTR_POOL_ENABLED));

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::touch($db);
$pool = $db->getPool();
var_dump($pool instanceof Async\Pool, $pool === $db->getPool(), count($pool), $pool->idleCount(), $pool->activeCount());
foreach (['acquire', 'tryAcquire'] as $method) {
    try {
        $pool->$method();
    } catch (Async\PoolException $e) {
        echo $method, ": refused\n";
    }
}
foreach (['release' => $db, 'discard' => $db, 'use' => fn($connection) => print("not reached\n")] as $method => $argument) {
    try {
        $pool->$method($argument);
    } catch (Async\PoolException $e) {
        echo $method, ": refused\n";
    }
}
$statement = $db->query('SELECT 1');
$pool->close();
/* What is in use stays usable. */
echo $statement->fetchColumn(), "\n";
$statement = null;
try {
    PDOPoolTest::touch($db);
} catch (PDOException $e) {
    echo $e->getCode(), ' ', $e->getMessage(), ', ', $e->getPrevious()::class, "\n";
}
PDOPoolTest::counts($db);
?>
--EXPECT--
NULL
bool(false)
bool(true)
bool(true)
int(1)
int(1)
int(0)
acquire: refused
tryAcquire: refused
release: refused
discard: refused
use: refused
1
08004 SQLSTATE[08004]: Server rejected the connection: The pool is closed, Async\PoolException
idle 0, active 0, created 1, destroyed 1
