--TEST--
A coroutine that reads from a socket lets the others run
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a) {
	echo "reader waits\n";
	$data = fread($a, 100);
	echo "reader got $data\n";
});
Async\spawn(function () use ($b) {
	echo "writer runs\n";
	fwrite($b, "hello");
	echo "writer is done\n";
});
?>
--EXPECT--
reader waits
writer runs
writer is done
reader got hello
