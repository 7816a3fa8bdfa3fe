--TEST--
Closing a stream wakes the coroutine that writes to it, and those that wait for their turn
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a) {
	$n = @fwrite($a, str_repeat("x", 10_000_000));
	var_dump($n > 0 && $n < 10_000_000);
});
Async\spawn(function () use ($a) {
	var_dump(fwrite($a, "my turn never comes"));
});
Async\spawn(function () use ($a) {
	fclose($a);
	echo "closed\n";
});
?>
--EXPECT--
closed
bool(true)
bool(false)
