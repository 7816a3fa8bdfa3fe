--TEST--
A huge time limit of stream_select() does not overflow
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a) {
	$read = [$a];
	$write = $except = null;
	var_dump(stream_select($read, $write, $except, PHP_INT_MAX));
});
Async\spawn(function () use ($b) {
	echo "the other runs\n";
	fwrite($b, "x");
});
?>
--EXPECT--
the other runs
int(1)
