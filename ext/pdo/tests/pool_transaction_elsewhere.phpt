--TEST--
PDO Common: In a transaction no statement is executed that is on another connection
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
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::createTable($db, 'pool_elsewhere', 'id INTEGER');

/* Made by the main script, as an object that keeps its statements would. */
$insert = $db->prepare('INSERT INTO pool_elsewhere VALUES (?)');

/* Without a transaction anybody may use it. */
Async\await(Async\spawn(fn() => $insert->execute([1])));

echo PDOPoolTest::outcome(Async\spawn(function () use ($db, $insert) {
    $db->beginTransaction();
    try {
        $insert->execute([2]);
    } finally {
        $db->rollBack();
    }
})), "\n";

/* It can be used again after that, and one that is made in the transaction is part of it. */
Async\await(Async\spawn(function () use ($db, $insert) {
    $db->beginTransaction();
    $own = $db->prepare('INSERT INTO pool_elsewhere VALUES (?)');
    $own->execute([3]);
    $db->rollBack();
    $own->execute([4]);
    $own = null;
    $insert->execute([5]);
}));

/* In the transaction that it was made in it stays. */
$db->beginTransaction();
$insert->execute([6]);
$db->rollBack();
$insert = null;
echo implode(' ', $db->query('SELECT id FROM pool_elsewhere ORDER BY id')->fetchAll(PDO::FETCH_COLUMN)), "\n";
$db->exec('DROP TABLE pool_elsewhere');
?>
--EXPECT--
PDOException: SQLSTATE[HY000]: General error: The statement was made by another coroutine, on a connection that the transaction of this one is not on: prepare it in the transaction
1 4 5
