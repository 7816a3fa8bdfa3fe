--TEST--
PDO pool: those who need a new connection wait in line, and take what comes first
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

$connects = new Connects([PDO::ATTR_POOL_MAX => 3]);
$log = [];
$first = $connects->taker('first', $log);
until(fn() => $first->has);
foreach (['a', 'b', 'c', 'd'] as $i => $name) {
    $takers[$name] = $connects->taker($name, $log);
    until(fn() => $connects->db->getPool()->getStats()['waiting'] === $i + 1);
}
until(fn() => $connects->waiting() === 2);
echo $connects->stats('active', 'connecting', 'waiting', 'max'), "\n";

/* One that is given back is faster than the connects; it goes to the oldest. */
$first->give();
until(fn() => $takers['a']->has);
echo implode(' ', $log), "; ", $connects->stats('active', 'connecting', 'waiting'), "\n";

/* The new one goes to the next. */
$connects->next();
until(fn() => $takers['b']->has);
$connects->next();
until(fn() => $takers['c']->has);
echo implode(' ', $log), "; ", $connects->stats('active', 'connecting', 'waiting'), "\n";
$takers['a']->give();
until(fn() => $takers['d']->has);
foreach ($takers as $taker) {
    $taker->give();
}

/* Nobody needs it any more when it is there: it is idle. */
$connects->db->getPool()->retireAll();
$late = $connects->taker('late', $log);
until(fn() => $connects->waiting() === 1 && $connects->db->getPool()->getStats()['waiting'] === 1);
$late2 = $connects->taker('late 2', $log);
until(fn() => $connects->waiting() === 2);
$connects->next();
until(fn() => $late->has);
$late->give();
until(fn() => $late2->has);
$late2->give();
$connects->next();
until(fn() => $connects->db->getPool()->idleCount() === 2);
echo implode(' ', $log), "; ", $connects->stats('idle', 'connecting', 'created'), "\n";
?>
--EXPECT--
active 1, connecting 2, waiting 4, max 3
first a; active 1, connecting 2, waiting 3
first a b c; active 3, connecting 0, waiting 1
first a b c d late late 2; idle 2, connecting 0, created 5
