--TEST--
SO_RCVTIMEO ends a read of ext/sockets inside a coroutine, while others run
--EXTENSIONS--
async
sockets
--FILE--
<?php
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
socket_set_option($pair[0], SOL_SOCKET, SO_RCVTIMEO, ["sec" => 0, "usec" => 20000]);

Async\spawn(function () use ($pair) {
	var_dump(@socket_read($pair[0], 10), socket_last_error($pair[0]) === SOCKET_EAGAIN);
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
bool(false)
bool(true)
