--TEST--
A fork while a connection is made for a pool that is gone already
--EXTENSIONS--
pdo
pdo_pgsql
async
pcntl
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
/* No leak check: the child leaves what its parent's coroutines held. */
$silent = stream_socket_server('tcp://127.0.0.1:0');
[$host, $port] = explode(':', stream_socket_get_name($silent, false));
$db = new PDO("pgsql:host=$host port=$port dbname=x user=x connect_timeout=3600", null, null,
    [PDO::ATTR_POOL_ENABLED => true, PDO::ATTR_POOL_MAX => 2]);
$query = Async\spawn(fn() => $db->query('SELECT 1'));
$client = stream_socket_accept($silent);
$query->cancel();
Async\await_all([$query]);
/* Connecting goes on: another caller could use it. */
echo 'connecting ', $db->getPool()->getStats()['connecting'], "\n";
unset($db, $query);
$child = pcntl_fork();
if ($child === 0) {
    exit(0);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wifexited($status) && pcntl_wexitstatus($status) === 0);
exit;
?>
--EXPECT--
connecting 1
bool(true)
