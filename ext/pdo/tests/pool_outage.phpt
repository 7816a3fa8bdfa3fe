--TEST--
PDO pool: those with a time limit ride out an outage, and a lost connection is no reason for a storm
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool_server.inc';
PoolServer::skip();
if (str_contains(PDOPoolTest::dsn(), 'host=/')) die('skip a unix socket has no port');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR=' . __DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool_server.inc';

$server = new PoolServer;
$server->isUp = true;
$accepting = $server->start();
$db = $server->pool([PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 20000, PDO::ATTR_POOL_MAX => 5]);

class Strategy implements Async\CircuitBreakerStrategy {
    public int $failures = 0;
    function reportSuccess(mixed $source): void {}
    function reportFailure(mixed $source, Throwable $error): void { $this->failures++; }
}
$strategy = new Strategy;
$db->getPool()->setCircuitBreakerStrategy($strategy);

/* All five connections are used, and lost. */
$held = 0;
$hold = function () use ($db, &$held) {
    $db->beginTransaction();
    $held++;
    while ($held < 5) {
        Async\delay(1);
    }
    $db->rollBack();
};
Async\await_all_or_fail(array_map(fn() => Async\spawn($hold), range(1, 5)));
until(fn() => $db->getPool()->idleCount() === 5);
$failures = $strategy->failures;
$server->goDown();
if ($db->getAttribute(PDO::ATTR_DRIVER_NAME) === 'odbc') {
    /* Its sockets are not known: a connection is asked when it was idle for a second. */
    Async\delay(1100);
} else {
    until(fn() => $db->getPool()->count() === 0);
}

$server->countAnew();
$callers = array_map(fn() => Async\spawn(fn() => PDOPoolTest::touch($db) !== false), range(1, 30));
until(fn() => $server->connects >= 3);
/* While it was down: one by one. */
var_dump($server->isSpared());
$server->isUp = true;
[$results, $errors] = Async\await_all($callers);
var_dump(count(array_filter($results)), array_map(fn($e) => $e->getMessage(), $errors));
/* Each failure was reported once. */
until(fn() => $db->getPool()->getStats()['connecting'] === 0);
$stats = $db->getPool()->getStats();
var_dump($stats['factory_failures'] >= 3 && $strategy->failures - $failures >= $stats['factory_failures']);
var_dump($stats['active'], $stats['waiting'], $stats['connecting']);
$accepting->cancel();
$db = null;
$server->goDown();
?>
--EXPECT--
bool(true)
int(30)
array(0) {
}
bool(true)
int(0)
int(0)
int(0)
