--TEST--
What one reader leaves in the buffer goes to the other one that waits
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

foreach ([1, 2] as $n) {
	Async\spawn(function () use ($a, $n) {
		$line = fgets($a);
		echo "$n got $line";
	});
}
Async\suspend();
fwrite($b, "one\ntwo\n");
?>
--EXPECT--
1 got one
2 got two
