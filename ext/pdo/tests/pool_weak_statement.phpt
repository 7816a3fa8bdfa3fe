--TEST--
PDO pool: a statement that is being freed cannot be got hold of by another coroutine
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
foreach (['prepare', 'query'] as $method) {
    $stmt = $db->$method('SELECT 1');
    $weak = WeakReference::create($stmt);
    $map = new WeakMap();
    $map[$stmt] = true;
    /* It is next in line when the driver waits for the server, or for a thread. */
    $other = Async\spawn(fn() => [$weak->get(), count($map)]);
    unset($stmt);
    echo $method, ': ', json_encode(Async\await($other)), "\n";
}
PDOPoolTest::counts($db);
?>
--EXPECT--
prepare: [null,0]
query: [null,0]
idle 1, active 0, created 1, destroyed 0
