--TEST--
PDO pool: lastInsertId() belongs to the coroutine, whoever uses the connection later
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (str_starts_with(getenv('PDOTEST_DSN'), 'odbc:')) die('skip ODBC has no lastInsertId()');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
PDOPoolTest::createTable($db, 'pool_last_id', PDOPoolTest::autoKey($db) . ', who VARCHAR(20)');

$insert = function (string $who) use ($db) {
    $db->exec("INSERT INTO pool_last_id (who) VALUES ('$who')");
    $id = $db->lastInsertId();
    Async\suspend();
    return $id === $db->lastInsertId() ? $id : 'another';
};
$a = Async\spawn($insert, 'a');
$b = Async\spawn($insert, 'b');
$ids = [Async\await($a), Async\await($b)];
sort($ids);
echo implode("\n", $ids), "\n";
/* One that inserted nothing. */
echo Async\await(Async\spawn(fn() => $db->lastInsertId())), "\n";
PDOPoolTest::counts($db);
$db->exec('DROP TABLE pool_last_id');
?>
--EXPECT--
1
2
0
idle 1, active 0, created 1, destroyed 0
