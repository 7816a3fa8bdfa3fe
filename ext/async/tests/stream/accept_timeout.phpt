--TEST--
The time-out of stream_socket_accept() holds inside a coroutine
--EXTENSIONS--
async
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");

Async\spawn(function () use ($server) {
	var_dump(stream_socket_accept($server, 0.02));
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECTF--
the other runs

Warning: stream_socket_accept(): Accept failed: Connection timed out in %s on line %d
bool(false)
