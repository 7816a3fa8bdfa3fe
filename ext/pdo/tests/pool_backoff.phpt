--TEST--
PDO pool: a server that cannot be reached gets one connect in 100 ms at most, however many callers there are
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
$accepting = $server->start();

/* The first failure is the driver's, at once. The others, who have no limit, get it as well. */
$db = $server->pool();
$errors = [];
$caller = function () use (&$db, &$errors) {
    try {
        PDOPoolTest::touch($db);
        $errors[] = null;
    } catch (PDOException $e) {
        $errors[] = $e;
    }
};
Async\await_all(array_map(fn() => Async\spawn($caller), range(1, 50)));
var_dump(count($errors), $server->connects === 1 && $db->getPool()->getStats()['factory_failures'] === 1);
Async\await_all(array_map(fn() => Async\spawn($caller), range(1, 50)));
/* One connect fails in one way; how it does depends on whether the server hangs up before or after the client has sent something. */
$told = array_filter($errors, fn($e) => str_contains($e?->getTraceAsString(), 'PDO->exec(') && $e->getFile() !== '');
$ways = array_unique(array_map(fn($e) => serialize([$e->getMessage(), $e->errorInfo, $e->getCode()]), $told));
var_dump(count($told), count($ways) <= $server->connects, count(array_unique(array_map('spl_object_id', $errors))));
var_dump(str_starts_with($errors[0]->getMessage(), 'SQLSTATE['), $errors[0]->getPrevious() instanceof Async\AsyncException);
/* Without an end, too. */
for ($end = hrtime(true) + 1e9; hrtime(true) < $end;) {
    Async\await(Async\spawn($caller));
    Async\delay(1);
}
var_dump($server->connects >= 2, $server->isSpared());
/* A caller who cannot wait gets it as well. */
set_error_handler(function () use ($caller, &$errors) {
    $caller();
    return true;
});
$errors = [];
if ($db->getPool()->getStats()['connecting'] === 0) {
    $caller();
    trigger_error('now');
}
restore_error_handler();
var_dump(count(array_filter($errors)) === count($errors), $server->isSpared());

/* With a limit: one is told, the others wait, and then hear that it is not the pool that is busy. */
$server->countAnew();
$db = $server->pool([PDO::ATTR_POOL_ACQUIRE_TIMEOUT => 3000]);
$errors = [];
Async\await_all(array_map(fn() => Async\spawn($caller), range(1, 20)));
$late = array_filter($errors, fn($e) => $e->getCode() === 'HYT00');
$told = array_filter($errors, fn($e) => $e->getCode() !== 'HYT00');
var_dump(count($told) === $server->connects && count($told) >= 2, $server->isSpared());
$e = end($late);
var_dump(str_ends_with($e->getMessage(), '; the last connect failed'), $e->getPrevious() instanceof Async\PoolTimeoutException,
    $e->getPrevious()->getPrevious() instanceof PDOException);

/* The first success is the end of it: all are served. */
$server->isUp = true;
$errors = [];
Async\await_all(array_map(fn() => Async\spawn($caller), range(1, 20)));
var_dump(count($errors), array_filter($errors));
$accepting->cancel();
$server->goDown();
?>
--EXPECT--
int(50)
bool(true)
int(100)
bool(true)
int(100)
bool(true)
bool(false)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
int(20)
array(0) {
}
