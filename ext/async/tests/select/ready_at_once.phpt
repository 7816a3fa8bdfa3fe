--TEST--
stream_select() does not wait when something is ready, is buffered, or the time is zero
--EXTENSIONS--
async
--INI--
; a seed makes calls switch that need not, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
fwrite($d, "one\ntwo\n");
fgets($c);

Async\spawn(function () use ($a, $b, $c) {
	$none = null;
	$read = [$a];
	var_dump(stream_select($read, $none, $none, 0));
	$write = [$a];
	var_dump(stream_select($none, $write, $none, 10));
	fwrite($b, "x");
	$read = [$a];
	var_dump(stream_select($read, $none, $none, 10));
	$read = [$c];
	var_dump(stream_select($read, $none, $none, 10));
	echo "no switch so far\n";
});
Async\spawn(function () {
	echo "the other\n";
});
?>
--EXPECT--
int(0)
int(1)
int(1)
int(1)
no switch so far
the other
