--TEST--
feof() looks without waiting
--EXTENSIONS--
async
--INI--
; a seed makes calls switch that need not, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a, $b) {
	var_dump(feof($a));
	fclose($b);
	var_dump(feof($a));
});
Async\spawn(function () {
	echo "the other\n";
});
?>
--EXPECT--
bool(false)
bool(true)
the other
