--TEST--
PDO pool: locks of a coroutine go when the call ends that it has left in a Fiber, whatever statements live
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

final class Suspending
{
    public function __toString(): string
    {
        Fiber::suspend();
        return 'second';
    }
}

$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2]);
PDOPoolTest::createTable($db, 'pool_fiber_locks', 'word VARCHAR(10)');
$db->exec("INSERT INTO pool_fiber_locks VALUES ('x')");
$stmt = $fiber = null;
Async\await(Async\spawn(function () use ($db, &$stmt, &$fiber) {
    $db->beginTransaction();
    $db->exec("UPDATE pool_fiber_locks SET word = 'first'");
    $stmt = $db->prepare('INSERT INTO pool_fiber_locks VALUES (?)');
    $fiber = new Fiber(function () use ($stmt) {
        try {
            $stmt->execute([new Suspending]);
            echo "executed\n";
        } catch (PDOException $e) {
            echo "refused\n";
        }
    });
    $fiber->start();
}));
$fiber->resume();
$fiber = null;
echo $db->exec("UPDATE pool_fiber_locks SET word = 'other'"), "\n";
$stmt = null;
echo json_encode($db->query('SELECT word FROM pool_fiber_locks')->fetchAll(PDO::FETCH_COLUMN)), "\n";
$db->exec('DROP TABLE pool_fiber_locks');
?>
--EXPECT--
refused
1
["other"]
