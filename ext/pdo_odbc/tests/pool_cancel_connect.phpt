--TEST--
ODBC pool: a connect to a server that says nothing can be cancelled, and the process ends
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it has no server' => 'sqlite']);
?>
--FILE--
<?php
require __DIR__ . '/pool.inc';
/* It accepts, and says nothing. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($server, false))[1];
$dsn = preg_replace('/Port=\d+/', "Port=$port", getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN'));
$other = odbc_pool(1);
/* The other driver connects one by one: its second connect does not get that far. */
$connects_at_once = odbc_is('maria');
for ($i = 0; $i < 2; $i++) {
    $db = new PDO($dsn, 'user', 'secret', [PDO::ATTR_POOL_ENABLED => true]);
    $coroutine = Async\spawn(function () use ($db) {
        try {
            $db->exec('SELECT 1');
        } catch (Throwable $e) {
            echo get_class($e), ', previous: ', get_debug_type($e->getPrevious()), "\n";
        }
    });
    $peers[] = $i == 0 || $connects_at_once ? stream_socket_accept($server) : null;
    Async\delay(1);
    $coroutine->cancel();
    odbc_outcome($coroutine);
    echo "count: {$db->getPool()->count()}\n";
}
/* The driver hears of the end, on threads that were left behind. */
array_map(fn($peer) => $peer && fclose($peer), $peers);
fclose($server);
echo Async\await(Async\spawn(fn() => $other->query('SELECT 1')->fetchColumn())), "\n";
?>
--EXPECT--
Async\AsyncCancellation, previous: null
count: 0
Async\AsyncCancellation, previous: null
count: 0
1
