--TEST--
A non-blocking stream does not suspend
--EXTENSIONS--
async
--INI--
; a seed makes calls switch that need not, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
stream_set_blocking($a, false);

Async\spawn(function () use ($a) {
	var_dump(fread($a, 10));
	$n = fwrite($a, str_repeat("x", 10_000_000));
	var_dump($n > 0 && $n < 10_000_000);
	echo "no switch so far\n";
});
Async\spawn(function () {
	echo "the other\n";
});
?>
--EXPECT--
string(0) ""
bool(true)
no switch so far
the other
