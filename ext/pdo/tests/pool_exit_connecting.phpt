--TEST--
PDO pool: exit() unwinds a coroutine that connects: nothing but finally blocks runs any more
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

$db = PDOPoolTest::factory();
$entered = false;
Async\spawn(function () use ($db, &$entered) {
    try {
        $entered = true;
        while (true) {
            $db->query('SELECT 1')->fetchAll();
            Async\suspend();
        }
    } catch (Throwable $e) {
        echo "caught: ", $e->getMessage(), "\n";
    } finally {
        echo "finally\n";
    }
    echo "went on\n";
});
Async\spawn(function () use (&$entered) {
    while (!$entered) {
        Async\suspend();
    }
    exit(0);
});
Async\delay(60000);
?>
--EXPECT--
finally
