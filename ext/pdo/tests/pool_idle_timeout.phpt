--TEST--
PDO pool: idle connections go down to the minimum after PDO::ATTR_POOL_IDLE_TIMEOUT
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

function waitFor(callable $condition): void {
    while (!$condition()) {
        Async\delay(5);
    }
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MIN => 1, PDO::ATTR_POOL_MAX => 4, PDO::ATTR_POOL_IDLE_TIMEOUT => 100]);
$held = 0;
$users = [];
for ($i = 0; $i < 4; $i++) {
    $users[] = Async\spawn(function () use ($db, &$held) {
        $db->beginTransaction();
        $held++;
        waitFor(function () use (&$held) { return $held === 4; });
        $db->rollBack();
    });
}
Async\await_all_or_fail($users);
echo $db->getPool()->getStats()['created'], " were made\n";
waitFor(fn() => $db->getPool()->count() === 1);
/* Several times the limit: the last one stays. */
Async\delay(300);
PDOPoolTest::counts($db);
echo 'idle: ', $db->getPool()->getStats()['destroyed']['idle'], "\n";

/* One that is held is not idle. */
$db->beginTransaction();
Async\delay(300);
echo $db->inTransaction() && PDOPoolTest::touch($db) !== false ? "still there\n" : "gone\n";
$db->rollBack();
PDOPoolTest::counts($db);
?>
--EXPECT--
4 were made
idle 1, active 0, created 4, destroyed 3
idle: 3
still there
idle 1, active 0, created 4, destroyed 3
