--TEST--
PDO pool: those who can get a new connection do not count as waiting for one of others
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

$connects = new Connects([PDO::ATTR_POOL_MAX => 3, PDO::ATTR_POOL_MAX_WAITERS => 1], reached: false);
$log = [];
foreach (['a', 'b', 'c', 'd', 'e'] as $i => $name) {
    $takers[$name] = $connects->taker($name, $log);
    until(fn() => $connects->db->getPool()->getStats()['waiting'] === min($i + 1, 4));
}
Async\await($takers['e']->coroutine);
echo $log[0], "\n";
echo $connects->stats('waiting', 'waited', 'turned_away'), "\n";
foreach (['a', 'b', 'c'] as $name) {
    $connects->next();
    until(fn() => $takers[$name]->has);
}
$takers['a']->give();
until(fn() => $takers['d']->has);
foreach (['b', 'c', 'd'] as $name) {
    $takers[$name]->give();
}
array_shift($log);
echo implode(' ', $log), '; ', $connects->stats('waited', 'handoffs', 'created'), "\n";
?>
--EXPECTF--
e: PDOException SQLSTATE[08004]: Server rejected the connection: Too many coroutines wait for a resource of the pool: 4 waiting, at most 1; 0 active, %d connecting, at most 3
waiting 4, waited 1, turned_away 1
a b c d; waited 1, handoffs 1, created 3
