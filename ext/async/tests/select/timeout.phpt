--TEST--
stream_select() returns 0 and empty arrays after its time, while others run
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a) {
	$read = [$a];
	$write = null;
	$except = [$a];
	var_dump(stream_select($read, $write, $except, 0, 20000));
	var_dump($read, $except);
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
int(0)
array(0) {
}
array(0) {
}
