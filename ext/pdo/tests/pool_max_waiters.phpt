--TEST--
PDO pool: beyond PDO::ATTR_POOL_MAX_WAITERS a call fails at once
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_MAX_WAITERS => 2]);
$db->beginTransaction();
$waiters = [];
for ($i = 0; $i < 2; $i++) {
    $waiters[] = Async\spawn(fn() => PDOPoolTest::touch($db) !== false);
}
while ($db->getPool()->getStats()['waiting'] < 2) {
    Async\suspend();
}
try {
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($db)));
} catch (PDOException $e) {
    echo $e->getCode(), ', ', $e->getPrevious()::class, ': ', $e->getMessage(), "\n";
}
$db->rollBack();
var_dump(Async\await_all_or_fail($waiters) === [true, true]);
echo 'turned away: ', $db->getPool()->getStats()['turned_away'], "\n";
PDOPoolTest::counts($db);
?>
--EXPECT--
08004, Async\PoolException: SQLSTATE[08004]: Server rejected the connection: Too many coroutines wait for a resource of the pool: 2 waiting, at most 2; 1 active, 0 connecting, at most 1
bool(true)
turned away: 1
idle 1, active 0, created 1, destroyed 0
