--TEST--
ODBC pool: with a driver that connects in one thread at a time, those in the queue hold no thread and can be cancelled
--EXTENSIONS--
pdo
pdo_odbc
async
--SKIPIF--
<?php
require __DIR__ . '/pool.inc';
odbc_skip(...['it connects in many threads at once' => 'maria', 'it has no server' => 'sqlite']);
?>
--INI--
async.threadpool_size=2
--FILE--
<?php
/* It accepts, and says nothing. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($server, false))[1];
$driver = preg_match('/Driver=([^;]*)/i', getenv('PDOTEST_DSN') ?: getenv('PDO_ODBC_TEST_DSN'), $match) ? $match[1] : '';

/* The driver is known from the connection string, or from odbc.ini. */
$ini = __DIR__ . '/pool_connect_queue.ini';
file_put_contents($ini, "[pool_queue]\nDriver=" . trim($driver, '{}') . "\nServername=127.0.0.1\nPort=$port\nDatabase=test\nSSLmode=disable\n");
putenv("ODBCINI=$ini");

foreach (["Driver=$driver;Server=127.0.0.1;Port=$port;Database=test;SSLmode=disable", 'dsn=pool_queue;Database=test', 'pool_queue'] as $dsn) {
    /* Each from a pool of its own: one pool would not connect twice before it has reached the server. */
    $pools = $coroutines = [];
    foreach (['first', 'second', 'third', 'fourth'] as $name) {
        $db = new PDO("odbc:$dsn", 'user', 'secret', [PDO::ATTR_POOL_ENABLED => true]);
        $pools[] = $db->getPool();
        $coroutines[$name] = Async\spawn(function () use ($db, $name) {
            try {
                $db->exec('SELECT 1');
            } catch (Throwable $e) {
                echo $name, ': ', get_class($e), str_contains($e, 'secret') ? ' with a secret' : '', "\n";
            }
        });
    }
    $connected = stream_socket_accept($server);
    $connecting = fn() => array_sum(array_map(fn($pool) => $pool->getStats()['connecting'], $pools));
    echo "connecting: {$connecting()}\n";

    /* One of the two threads is free. */
    echo Async\await(Async\spawn(fn() => gethostbyname('localhost'))), "\n";

    /* The second is next; the third is in the middle of the queue. */
    foreach (['third', 'second'] as $name) {
        $coroutines[$name]->cancel();
        Async\await_all([$coroutines[$name]]);
    }

    /* The first fails, and so the one that is left is next. */
    fclose($connected);
    Async\await($coroutines['first']);
    fclose(stream_socket_accept($server));
    Async\await($coroutines['fourth']);
    echo "connecting: {$connecting()}, count: ", array_sum(array_map('count', $pools)), "\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/pool_connect_queue.ini');
?>
--EXPECT--
connecting: 4
127.0.0.1
third: Async\AsyncCancellation
second: Async\AsyncCancellation
first: PDOException
fourth: PDOException
connecting: 0, count: 0
connecting: 4
127.0.0.1
third: Async\AsyncCancellation
second: Async\AsyncCancellation
first: PDOException
fourth: PDOException
connecting: 0, count: 0
connecting: 4
127.0.0.1
third: Async\AsyncCancellation
second: Async\AsyncCancellation
first: PDOException
fourth: PDOException
connecting: 0, count: 0
