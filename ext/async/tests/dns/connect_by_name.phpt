--TEST--
A connect by name looks the name up while others run
--EXTENSIONS--
async
--SKIPIF--
<?php
if (gethostbyname("localhost") !== "127.0.0.1") die("skip localhost is not 127.0.0.1 here");
?>
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");
[, $port] = explode(":", stream_socket_get_name($server, false));

Async\spawn(function () use ($port) {
	$client = stream_socket_client("tcp://localhost:$port");
	echo "connected\n";
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
connected
