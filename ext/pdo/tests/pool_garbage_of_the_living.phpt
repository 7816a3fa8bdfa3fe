--TEST--
PDO pool: garbage of a coroutine that lives on does not keep the connection from those who wait
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
require_once __DIR__ . '/../../async/tests/settle.inc';

gc_disable();
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20_000]);
$gate = new Async\Channel(1);
$living = Async\spawn(function () use ($db, $gate) {
    $cycle = new stdClass;
    $cycle->itself = $cycle;
    $cycle->statement = $db->query('SELECT 1');
    $cycle = null;
    return $gate->recv();
});
until(fn() => $db->getPool()->activeCount() === 1);
echo Async\await(Async\spawn(fn() => $db->query('SELECT 7')->fetchColumn())), "\n";
$gate->send('lives');
echo Async\await($living), "\n";
PDOPoolTest::counts($db);
?>
--EXPECT--
7
lives
idle 1, active 0, created 1, destroyed 0
