--TEST--
Cancelling during connect comes out as the cancellation, not as a PDOException
--EXTENSIONS--
pdo
pdo_pgsql
async
--SKIPIF--
<?php
require __DIR__ . '/config.inc';
require __DIR__ . '/../../../ext/pdo/tests/pdo_test.inc';
PDOTest::skip();
?>
--FILE--
<?php
require __DIR__ . '/async.inc';
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($server, false), ':'), 1);
$connecting = Async\spawn(function () use ($port) {
    try {
        new PDO(pgsql_dsn_at('127.0.0.1', $port) . ' sslmode=disable gssencmode=disable');
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
        var_dump($e->getPrevious());
    }
});
$client = stream_socket_accept($server, 60);
fread($client, 8);
$connecting->cancel(new Async\AsyncCancellation('enough'));
try {
    Async\await($connecting);
} catch (Async\AsyncCancellation) {
}
/* The descriptor is closed. */
var_dump(stream_get_contents($client) !== false, feof($client));
?>
--EXPECT--
Async\AsyncCancellation: enough
NULL
bool(true)
bool(true)
