--TEST--
Closing a server socket wakes the coroutine that accepts from it
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$server = stream_socket_server("tcp://127.0.0.1:0");

$acceptor = Async\spawn(function () use ($server) {
	var_dump(@stream_socket_accept($server));
});
Async\spawn(function () use ($server, $acceptor) {
	until($acceptor->isSuspended(...));
	fclose($server);
	echo "closed\n";
});
?>
--EXPECT--
closed
bool(false)
