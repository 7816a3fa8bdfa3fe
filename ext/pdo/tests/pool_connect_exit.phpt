--TEST--
PDO pool: exit() in a callable that runs while a connection is made ends the script
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

$connects = new Connects([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_INIT => function () {
    static $calls = 0;
    if ($calls++ > 0) {
        echo "exit\n";
        exit(0);
    }
}]);
$log = [];
$held = $connects->taker('held', $log);
until(fn() => $held->has);
$waits = Async\spawn(function () use ($connects) {
    try {
        PDOPoolTest::touch($connects->db);
        echo "went on\n";
    } catch (Throwable $e) {
        echo "caught\n";
    } finally {
        echo "finally\n";
    }
});
register_shutdown_function(fn() => print("shutdown\n"));
$connects->next();
try {
    Async\delay(60000);
    echo "went on\n";
} finally {
    echo "main: finally\n";
}
?>
--EXPECT--
exit
shutdown
finally
