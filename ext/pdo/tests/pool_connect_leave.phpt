--TEST--
PDO pool: one who leaves does not stop the connect, unless it hangs and nobody else wants it
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

$connects = new Connects([PDO::ATTR_POOL_MAX => 2, PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 1500]);
$log = [];
$held = $connects->taker('held', $log);
until(fn() => $held->has);

/* The time limit covers the connect. */
$late = $connects->taker('late', $log);
Async\await($late->coroutine);
echo preg_replace('/\d+ ms/', 'N ms', $log[1]), "\n";
echo $connects->stats('connecting', 'waiting', 'timeouts'), "\n";
$connects->next();
until(fn() => $connects->db->getPool()->idleCount() === 1);

/* The only one who waits is cancelled: the connection is there for the next. */
$connects->db->getPool()->retireAll();
$cancelled = $connects->taker('cancelled', $log);
until(fn() => $connects->waiting() === 1);
$cancelled->coroutine->cancel();
Async\await_all([$cancelled->coroutine]);
var_dump($cancelled->coroutine->isCancelled());
$next = $connects->taker('next', $log);
$connects->next();
until(fn() => $next->has);
$next->give();
echo $connects->stats('idle', 'active', 'connecting'), "\n";

/* But a connect that does not come to its end is given up then. */
$connects->db->getPool()->retireAll();
$cancelled = $connects->taker('cancelled', $log);
until(fn() => $connects->waiting() === 1);
$cancelled->coroutine->cancel();
for ($begin = hrtime(true); $connects->waiting() > 0;) {
    Async\delay(1);
}
var_dump(hrtime(true) - $begin < 5e9);
$held->give();
echo $connects->stats('idle', 'active', 'connecting'), "\n";
?>
--EXPECT--
late: PDOException SQLSTATE[HYT00]: Timeout expired: No resource could be had from the pool within N ms: 1 waiting, 1 active, 1 connecting, 0 idle, at most 2
connecting 1, waiting 0, timeouts 1
bool(true)
idle 1, active 1, connecting 0
bool(true)
idle 0, active 0, connecting 0
