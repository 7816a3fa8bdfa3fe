--TEST--
PDO pool: who finds all connections taken waits in line, for no longer than PDO::ATTR_POOL_ACQUIRE_TIMEOUT
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

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
$db->beginTransaction();
$waits = Async\spawn(function () use ($db) {
    PDOPoolTest::touch($db);
    return 'got it';
});
while ($db->getPool()->getStats()['waiting'] === 0) {
    Async\suspend();
}
$cancelled = Async\spawn(fn() => PDOPoolTest::touch($db));
while ($db->getPool()->getStats()['waiting'] < 2) {
    Async\suspend();
}
$cancelled->cancel();
echo strstr(PDOPoolTest::outcome($cancelled), ':', true), "\n";
$db->rollBack();
echo Async\await($waits), "\n";
PDOPoolTest::counts($db);

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20]);
$db->beginTransaction();
try {
    Async\await(Async\spawn(fn() => PDOPoolTest::touch($db)));
} catch (PDOException $e) {
    echo $e->getCode(), ' ', $e->errorInfo[0], ', ', $e->getPrevious()::class, "\n";
}
$db->rollBack();
PDOPoolTest::counts($db);
?>
--EXPECT--
Async\AsyncCancellation
got it
idle 1, active 0, created 1, destroyed 0
HYT00 HYT00, Async\PoolTimeoutException
idle 1, active 0, created 1, destroyed 0
