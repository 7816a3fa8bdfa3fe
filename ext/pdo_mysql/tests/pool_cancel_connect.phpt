--TEST--
A connection attempt that is cancelled gives the cancellation, nothing else
--EXTENSIONS--
pdo_mysql
async
--FILE--
<?php
/* It accepts, and never says anything. */
$server = stream_socket_server('tcp://127.0.0.1:0');
$port = explode(':', stream_socket_get_name($server, false))[1];
$db = new PDO("mysql:host=127.0.0.1;port=$port;dbname=test", 'user', 'secret', [PDO::ATTR_POOL_ENABLED => true]);
$coroutine = Async\spawn(function () use ($db) {
    try {
        $db->exec('SELECT 1');
    } catch (Throwable $e) {
        echo get_class($e), ', previous: ', get_debug_type($e->getPrevious()), "\n";
    }
});
$peer = stream_socket_accept($server);
Async\delay(1);
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation) {
}
/* The connection is closed, and its place is free. */
var_dump(stream_get_contents($peer), $db->getPool()->count());

/* Without a cancellation it is an exception of PDO, without the password. */
$coroutine = Async\spawn(function () use ($db) {
    try {
        $db->exec('SELECT 1');
    } catch (PDOException $e) {
        echo $e->getMessage(), "\n";
        var_dump(str_contains($e, 'secret'));
    }
});
fclose(stream_socket_accept($server));
Async\await($coroutine);
var_dump($db->getPool()->count());
?>
--EXPECTF--
Async\AsyncCancellation, previous: null
string(0) ""
int(0)
SQLSTATE[HY000] [20%d] %s
bool(false)
int(0)
