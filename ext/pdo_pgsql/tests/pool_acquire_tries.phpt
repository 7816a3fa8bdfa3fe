--TEST--
The limit for acquiring holds for all tries of a call together
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pool.inc';

/* The session cannot be reset for the one who gets it, and the next connection never comes about. */
const LIMIT_MS = 3000;
$tries = null;
$db = PDOPoolTest::factory([
    PDO::ATTR_POOL_MAX => 1,
    PDO::ATTR_POOL_ACQUIRE_TIMEOUT => LIMIT_MS,
    PDO::ATTR_POOL_RESET => PDO::POOL_RESET_ALWAYS,
    PDO::ATTR_POOL_INIT => function () use (&$tries) {
        if ($tries !== null && ++$tries === 1) {
            throw new Exception('no reset');
        }
        if ($tries !== null) {
            echo "connects\n";
            Async\delay(60000);
        }
    },
]);
$holder = Async\spawn(function () use ($db, &$tries) {
    $db->beginTransaction();
    $db->exec('SELECT 1');
    /* Most of the limit of the other one. */
    Async\delay(LIMIT_MS - 500);
    $tries = 0;
    $db->rollBack();
});
$caller = Async\spawn(function () use ($db) {
    Async\delay(1);
    try {
        $db->exec('SELECT 2');
        echo "served\n";
    } catch (PDOException $e) {
        echo $e->getCode(), "\n";
        preg_match('/within (\d+) ms/', $e->getMessage(), $match);
        /* How long the last try has taken. */
        var_dump($match[1] < LIMIT_MS);
    }
});
Async\await_all_or_fail([$holder, $caller]);
var_dump($db->getPool()->getStats()['destroyed']['reset_failed']);
unset($db, $holder, $caller);
exit;
?>
--EXPECT--
connects
HYT00
bool(true)
int(1)
