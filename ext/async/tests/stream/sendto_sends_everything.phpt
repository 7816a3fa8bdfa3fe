--TEST--
stream_socket_sendto() on a stream sends everything, and others run when it is full
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a) {
	var_dump(stream_socket_sendto($a, str_repeat("x", 3_000_000)));
	fclose($a);
});
Async\spawn(function () use ($b) {
	var_dump(strlen(stream_get_contents($b)));
});
?>
--EXPECT--
int(3000000)
int(3000000)
