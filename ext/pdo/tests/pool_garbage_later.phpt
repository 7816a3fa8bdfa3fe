--TEST--
PDO pool: what becomes garbage after its coroutine has ended, while others wait, gives its connection back
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
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20_000]);
$waiting = fn() => $db->getPool()->getStats()['waiting'];
$kept = [];
$hold = function () use ($db, &$kept) {
    $cycle = new stdClass;
    $cycle->itself = $cycle;
    $cycle->statement = $db->query('SELECT 1');
    $kept[] = $cycle;
};
for ($i = 0; $i < 3; $i++) {
    /* Something is always to happen: no deadlock is found. */
    $ticker = Async\spawn(function () {
        for (;;) {
            Async\delay(5);
        }
    });
    Async\await_all([Async\spawn($hold), Async\spawn($hold)]);
    $waiters = array_map(fn() => Async\spawn(fn() => (int) $db->query('SELECT 2')->fetchColumn()), range(1, 4));
    until(fn() => $waiting() === 4);
    /* Those that are collected for them now are in use. */
    Async\delay(20);
    echo $waiting(), ' wait, ';
    $kept = [];
    echo array_sum(Async\await_all($waiters)[0]), "\n";
    $ticker->cancel();
    unset($waiters, $ticker);
}
PDOPoolTest::counts($db);
?>
--EXPECT--
4 wait, 8
4 wait, 8
4 wait, 8
idle 2, active 0, created 2, destroyed 0
