--TEST--
A non-blocking socket of ext/sockets does not suspend
--EXTENSIONS--
async
sockets
--INI--
; a seed makes calls switch that need not, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
socket_set_nonblock($pair[0]);

Async\spawn(function () use ($pair) {
	var_dump(@socket_read($pair[0], 10));
	var_dump(@socket_recv($pair[1], $data, 10, MSG_DONTWAIT));
	echo "no switch so far\n";
});
Async\spawn(function () {
	echo "the other\n";
});
?>
--EXPECT--
bool(false)
bool(false)
no switch so far
the other
