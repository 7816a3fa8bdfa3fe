--TEST--
Closing a server socket wakes the coroutine that accepts from it
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");

Async\spawn(function () use ($server) {
	var_dump(@stream_socket_accept($server));
});
Async\spawn(function () use ($server) {
	fclose($server);
	echo "closed\n";
});
?>
--EXPECT--
closed
bool(false)
