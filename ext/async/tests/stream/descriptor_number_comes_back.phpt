--TEST--
A descriptor number that comes back after a close is another socket for everybody
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

Async\spawn(function () use ($a) {
	$data = fread($a, 100);
	echo "old: ", json_encode($data), "\n";
});
Async\spawn(function () use ($a, $b) {
	fclose($a);
	fclose($b);
	/* The lowest free numbers are given out: these are the two that were just closed. */
	[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	fwrite($d, "for the new one");
	$read = function () use ($c) {
		$data = fread($c, 100);
		echo "new: ", json_encode($data), "\n";
	};
	Async\await(Async\spawn($read));
	$again = Async\spawn($read);
	Async\suspend();
	fwrite($d, "and again");
	Async\await($again);
});
?>
--EXPECT--
old: false
new: "for the new one"
new: "and again"
