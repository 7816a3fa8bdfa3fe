--TEST--
PDO pool: a pool that is closed, or goes, while it connects
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

/* close() */
$connects = new Connects([PDO::ATTR_POOL_MAX => 2]);
$log = [];
$held = $connects->taker('held', $log);
until(fn() => $held->has);
$waits = $connects->taker('waits', $log);
until(fn() => $connects->waiting() === 1);
$pool = $connects->db->getPool();
$pool->close();
Async\await($waits->coroutine);
echo $log[1], "\n";
until(fn() => $connects->waiting() === 0);
$held->give();
until(fn() => $pool->getStats()['connecting'] === 0);
echo $connects->stats('idle', 'active', 'connecting', 'created'), "\n";

/* The PDO object is freed. */
$connects = new Connects([PDO::ATTR_POOL_MAX => 2]);
$held = $connects->taker('held', $log);
until(fn() => $held->has);
$cancelled = $connects->taker('cancelled', $log);
until(fn() => $connects->waiting() === 1);
$cancelled->coroutine->cancel();
Async\await_all([$cancelled->coroutine]);
$held->give();
$pool = $connects->db->getPool();
unset($connects->db, $held, $cancelled, $waits);
var_dump($pool->isClosed());
until(fn() => $connects->waiting() === 0);
until(fn() => $pool->getStats()['connecting'] === 0);

/* It is garbage, and so is the one who waits for it. */
$connects = new Connects([PDO::ATTR_POOL_MAX => 2], reached: false);
$cycle = new stdClass;
$cycle->db = $connects->db;
$cycle->self = $cycle;
$cancelled = $connects->taker('cancelled', $log);
until(fn() => $connects->waiting() === 1);
$cancelled->coroutine->cancel();
Async\await_all([$cancelled->coroutine]);
$pool = $connects->db->getPool();
unset($connects->db, $cancelled, $cycle);
var_dump($pool->isClosed());
gc_collect_cycles();
var_dump($pool->isClosed());
/* The collector cannot wait: the connect goes on to its end, and is closed then. */
$connects->next();
until(fn() => $pool->getStats()['connecting'] === 0);
$stats = $pool->getStats();
echo "idle $stats[idle], active $stats[active]\n";
?>
--EXPECT--
waits: PDOException SQLSTATE[08004]: Server rejected the connection: The pool is closed
idle 0, active 0, connecting 0, created 1
bool(true)
bool(false)
bool(true)
idle 0, active 0
