--TEST--
PDO pool: a connect that nobody waits for does not keep the process, and its callable is unwound
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

$connects = new Connects([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1500, PDO::ATTR_POOL_INIT => function () {
    static $calls = 0;
    if ($calls++ > 0) {
        try {
            Async\delay(60000);
        } finally {
            echo "unwound\n";
        }
    }
}]);
$log = [];
$held = $connects->taker('held', $log);
until(fn() => $held->has);
$late = $connects->taker('late', $log);
$connects->next();
Async\await($late->coroutine);
$held->give();
echo $connects->stats('connecting', 'waiting'), "\n";
echo "end\n";
?>
--EXPECT--
connecting 1, waiting 0
end
unwound
