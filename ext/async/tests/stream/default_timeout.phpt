--TEST--
default_socket_timeout ends a read inside a coroutine
--EXTENSIONS--
async
--INI--
default_socket_timeout=1
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");
$client = stream_socket_client("tcp://" . stream_socket_get_name($server, false));
$peer = stream_socket_accept($server);

Async\spawn(function () use ($client) {
	var_dump(fgets($client));
	var_dump(stream_get_meta_data($client)["timed_out"]);
});
?>
--EXPECT--
bool(false)
bool(true)
