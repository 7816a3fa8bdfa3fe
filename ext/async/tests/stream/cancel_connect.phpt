--TEST--
Cancelling a coroutine ends its connect without a warning
--EXTENSIONS--
async
--SKIPIF--
<?php
if (PHP_OS_FAMILY !== "Linux") die("skip the full queue of a listening socket is Linux behaviour");
?>
--FILE--
<?php
require __DIR__ . '/../settle.inc';
/* A queue of one that is full: further connections neither succeed nor fail. */
$server = stream_socket_server("tcp://127.0.0.1:0", $errno, $error, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN,
	stream_context_create(["socket" => ["backlog" => 0]]));
$address = stream_socket_get_name($server, false);
$fill = [];
for ($i = 0; $i < 3; $i++) {
	$fill[] = stream_socket_client("tcp://$address", $errno, $error, 1, STREAM_CLIENT_ASYNC_CONNECT);
}

$connecting = Async\spawn(function () use ($address) {
	echo "connecting\n";
	stream_socket_client("tcp://$address");
	echo "not reached\n";
});
settle();
$connecting->cancel();
try {
	Async\await($connecting);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}
?>
--EXPECT--
connecting
Async\AsyncCancellation
