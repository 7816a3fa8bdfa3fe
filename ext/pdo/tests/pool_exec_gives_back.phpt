--TEST--
PDO pool: a call that leaves nothing behind gives its connection back, and the same coroutine finds it again
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
PDOPoolTest::createTable($db, 'pool_exec', 'id INTEGER');
PDOPoolTest::counts($db);

/* With one connection, two coroutines can take turns only if neither keeps it. */
$turns = function (int $first) use ($db) {
    for ($i = $first; $i < 6; $i += 2) {
        $db->exec("INSERT INTO pool_exec VALUES ($i)");
        Async\suspend();
    }
};
Async\await_all_or_fail([Async\spawn($turns, 0), Async\spawn($turns, 1)]);
echo $db->query('SELECT COUNT(*) FROM pool_exec')->fetchColumn(), "\n";
PDOPoolTest::counts($db);

/* A statement keeps it for as long as it lives. */
$statement = $db->prepare('SELECT COUNT(*) FROM pool_exec');
PDOPoolTest::counts($db);
$statement->execute();
echo $statement->fetchColumn(), "\n";
PDOPoolTest::counts($db);
unset($statement);
PDOPoolTest::counts($db);

$db->beginTransaction();
PDOPoolTest::counts($db);
$db->commit();
PDOPoolTest::counts($db);
$db->exec('DROP TABLE pool_exec');
?>
--EXPECT--
idle 1, active 0, created 1, destroyed 0
6
idle 1, active 0, created 1, destroyed 0
idle 0, active 1, created 1, destroyed 0
6
idle 0, active 1, created 1, destroyed 0
idle 1, active 0, created 1, destroyed 0
idle 0, active 1, created 1, destroyed 0
idle 1, active 0, created 1, destroyed 0
