--TEST--
PDO pool: setMax(), retireAll() and the circuit breaker while a pool connects
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

use Async\CircuitBreakerState;

function reset_pool(Connects $connects): void {
    $connects->db->getPool()->activate();
    $connects->db->getPool()->setMax(3);
    $connects->db->getPool()->retireAll();
    echo $connects->stats('idle', 'active', 'connecting', 'waiting'), "\n";
}

$connects = new Connects([PDO::ATTR_POOL_MAX => 3]);
$pool = $connects->db->getPool();
$log = [];

/* Fewer than are being made: those that are too many are closed when they are there. */
reset_pool($connects);
$takers = [];
foreach (['a', 'b', 'c'] as $i => $name) {
    $takers[] = $connects->taker($name, $log);
    until(fn() => $pool->getStats()['waiting'] === $i + 1);
}
until(fn() => $connects->waiting() === 3);
$pool->setMax(1);
for ($i = 0; $i < 3; $i++) {
    $connects->next();
}
/* Closing may take a while, and its place counts until then. */
until(fn() => $connects->waiting() === 0 && $pool->getStats()['connecting'] === 0 && $pool->getStats()['active'] === 1);
echo $connects->stats('idle', 'active', 'connecting', 'waiting'), "\n";
foreach ($takers as $taker) {
    until(fn() => $taker->has);
    $taker->give();
}
echo implode(' ', $log), "\n";

/* More: the others in line get theirs. */
reset_pool($connects);
$pool->setMax(1);
$takers = [];
foreach (['d', 'e'] as $name) {
    $takers[] = $connects->taker($name, $log);
}
until(fn() => $connects->waiting() === 1 && $pool->getStats()['waiting'] === 2);
$pool->setMax(2);
until(fn() => $connects->waiting() === 2);
$connects->next();
$connects->next();
until(fn() => $takers[0]->has && $takers[1]->has);
array_map(fn($taker) => $taker->give(), $takers);

/* What is being made is retired, too. */
reset_pool($connects);
$retired = $pool->getStats()['destroyed']['retired'];
$f = $connects->taker('f', $log);
until(fn() => $connects->waiting() === 1);
$pool->retireAll();
$connects->next();
$connects->next();
until(fn() => $f->has);
echo 'retired: ', $pool->getStats()['destroyed']['retired'] - $retired, "\n";
$f->give();

/* The breaker sends those in line away; the connection is there when it lets through again. */
reset_pool($connects);
$log = [];
$g = $connects->taker('g', $log);
until(fn() => $connects->waiting() === 1);
$pool->deactivate();
Async\await($g->coroutine);
echo $log[0], "\n";
$connects->next();
until(fn() => $pool->idleCount() === 1);
$pool->recover();
$log = [];
$h = $connects->taker('h', $log);
until(fn() => $h->has);
$i = $connects->taker('i', $log);
until(fn() => $pool->getStats()['waiting'] === 1);
echo implode(' ', $log), '; ', $connects->stats('active', 'connecting', 'waiting'), "\n";
$h->give();
until(fn() => $i->has);
$i->give();

/* One connect is the probe. */
reset_pool($connects);
$pool->recover();
$log = [];
$j = $connects->taker('j', $log);
until(fn() => $connects->waiting() === 1);
$k = $connects->taker('k', $log);
until(fn() => $pool->getStats()['waiting'] === 2);
echo $connects->stats('active', 'connecting', 'waiting'), "\n";
$connects->next();
until(fn() => $j->has);
$j->give();
until(fn() => $k->has);
$k->give();
echo implode(' ', $log), "\n";
reset_pool($connects);
?>
--EXPECT--
idle 0, active 0, connecting 0, waiting 0
idle 0, active 1, connecting 0, waiting 2
a b c
idle 0, active 0, connecting 0, waiting 0
idle 0, active 0, connecting 0, waiting 0
retired: 1
idle 0, active 0, connecting 0, waiting 0
g: PDOException SQLSTATE[08004]: Server rejected the connection: The circuit breaker of the pool is INACTIVE
h; active 1, connecting 0, waiting 1
idle 0, active 0, connecting 0, waiting 0
active 0, connecting 1, waiting 2
j k
idle 0, active 0, connecting 0, waiting 0
