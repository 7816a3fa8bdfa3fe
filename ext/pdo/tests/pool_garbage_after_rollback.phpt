--TEST--
PDO pool: garbage that holds a connection is collected after an open transaction was rolled back, too
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
$holder = Async\spawn(function () use ($db) {
    $cycle = new stdClass;
    $db->beginTransaction();
    $cycle->statement = $db->query('SELECT 1');
    $cycle->self = $cycle;
    while ($db->getPool()->getStats()['waiting'] === 0) {
        Async\delay(1);
    }
    throw new LogicException('with the transaction open');
});
$waiter = Async\spawn(function () use ($db) {
    while ($db->getPool()->getStats()['active'] === 0) {
        Async\delay(1);
    }
    return $db->query('SELECT 2')->fetchColumn();
});
try {
    Async\await($holder);
} catch (LogicException $e) {
    echo $e->getMessage(), "\n";
    unset($e);
}
var_dump((int) Async\await($waiter));
unset($holder, $waiter);
gc_collect_cycles();
PDOPoolTest::counts($db);
?>
--EXPECT--
with the transaction open
int(2)
idle 1, active 0, created 1, destroyed 0
