--TEST--
PDO pool: what is done with a statement is no part of the transaction that its coroutine has left
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
PDOPoolTest::createTable($db, 'pool_left_execute', 'n INTEGER');
error_reporting(E_ALL & ~E_WARNING);
$insert = function (int $n) use ($db) {
    $db->beginTransaction();
    $db->exec("INSERT INTO pool_left_execute VALUES ($n)");
    return $db->prepare('INSERT INTO pool_left_execute VALUES (?)');
};
/* The roll-back is due, begins, or is over. */
foreach ([0, 1, 2, 20] as $turns) {
    $stmt = Async\await(Async\spawn($insert, -1));
    for ($i = 0; $i < $turns; $i++) {
        Async\suspend();
    }
    echo json_encode($stmt->execute([$turns])), "\n";
    $stmt = null;
}
$found = $db->query('SELECT n FROM pool_left_execute ORDER BY n')->fetchAll(PDO::FETCH_COLUMN);
echo implode(' ', $found), "\n";
$db->exec('DROP TABLE pool_left_execute');
?>
--EXPECT--
true
true
true
true
0 1 2 20
