--TEST--
PDO pool: a deadlock behind a connect says how many connect and wait
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
require_once getenv('REDIR_TEST_DIR') . 'pool_connect.inc';

/* Without a limit: one would wake it. */
$main = Async\current_coroutine();
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_TIMEOUT => 0,
    PDO::ATTR_POOL_INIT => fn() => Async\await($main)]);
$coroutine = Async\spawn(fn() => PDOPoolTest::touch($db));
try {
    Async\await($coroutine);
} catch (Async\DeadlockError $e) {
    echo $e->getMessage(), "\n";
}
$coroutine->cancel();
?>
--EXPECTF--
Deadlock: 2 coroutines wait and nothing can wake them: main script, #1 waits for coroutine #2 (spawned at %s:%d) since %s:%d; #2 waits for a resource of a pool (0 active, 1 connecting, 0 idle, 1 waiting, at most 2) since %s:%d
