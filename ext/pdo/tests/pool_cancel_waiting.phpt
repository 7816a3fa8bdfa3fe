--TEST--
PDO pool: a coroutine that is cancelled while it waits for a place, or for a server that says nothing, leaves nothing behind
--EXTENSIONS--
pdo
async
--SKIPIF--
<?php
$dir = getenv('REDIR_TEST_DIR');
if (false == $dir) die('skip no driver');
require_once $dir . 'pool.inc';
PDOPoolTest::skip();
if (PDOPoolTest::server() === 'none' || !preg_match('/\bport=\d+/i', PDOPoolTest::dsn())) die('skip no server with a port');
if (str_contains(PDOPoolTest::dsn(), 'host=/')) die('skip a unix socket has no port');
?>
--FILE--
<?php
if (getenv('REDIR_TEST_DIR') === false) putenv('REDIR_TEST_DIR='.__DIR__ . '/../../pdo/tests/');
require_once getenv('REDIR_TEST_DIR') . 'pool.inc';

$cancelled = function (Async\Coroutine $coroutine): string {
    $coroutine->cancel();
    try {
        Async\await($coroutine);
        return 'not cancelled';
    } catch (Async\AsyncCancellation $e) {
        return get_class($e) . ', previous: ' . get_debug_type($e->getPrevious());
    }
};
$db = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1]);
$db->beginTransaction();
PDOPoolTest::touch($db);
$waiter = Async\spawn(fn() => $db->exec(PDOPoolTest::slowQuery()));
while ($db->getPool()->getStats()['waiting'] == 0) {
    Async\delay(1);
}
echo 'in line: ', $cancelled($waiter), "\n";
$db->rollBack();
$stats = $db->getPool()->getStats();
echo "waiting $stats[waiting], acquired $stats[acquired], ";
PDOPoolTest::counts($db);

/* It accepts, and says nothing. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) explode(':', stream_socket_get_name($server, false))[1];
$silent = PDOPoolTest::factory([PDO::ATTR_POOL_MAX => 1], dsn: preg_replace('/\bport=\d+/i', "port=$port", PDOPoolTest::dsn()));
$connecting = Async\spawn(fn() => PDOPoolTest::touch($silent));
$peer = stream_socket_accept($server);
Async\delay(1);
echo 'connecting: ', $cancelled($connecting), "\n";
fclose($peer);
fclose($server);
while ($silent->getPool()->getStats()['connecting']) {
    Async\delay(1);
}
PDOPoolTest::counts($silent);
?>
--EXPECT--
in line: Async\AsyncCancellation, previous: null
waiting 0, acquired 1, idle 1, active 0, created 1, destroyed 0
connecting: Async\AsyncCancellation, previous: null
idle 0, active 0, created 0, destroyed 0
