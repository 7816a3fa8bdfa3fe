--TEST--
A coroutine that reads from a socket lets the others run
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$reader = Async\spawn(function () use ($a) {
	echo "reader waits\n";
	$data = fread($a, 100);
	echo "reader got $data\n";
});
Async\spawn(function () use ($b, $reader) {
	until($reader->isSuspended(...));
	echo "writer runs\n";
	fwrite($b, "hello");
});
?>
--EXPECT--
reader waits
writer runs
reader got hello
