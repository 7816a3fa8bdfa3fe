--TEST--
A descriptor number that comes back after a close is another socket for everybody
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$old = Async\spawn(function () use ($a) {
	$data = fread($a, 100);
	echo "old: ", json_encode($data), "\n";
});
Async\spawn(function () use ($a, $b, $old) {
	until($old->isSuspended(...));
	fclose($a);
	fclose($b);
	/* The lowest free numbers are given out: these are the two that were just closed. */
	[$c, $d] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	fwrite($d, "for the new one");
	$read = function () use ($c) {
		$data = fread($c, 100);
		echo "new: ", json_encode($data), "\n";
	};
	Async\await($old);
	Async\await(Async\spawn($read));
	$again = Async\spawn($read);
	until($again->isSuspended(...));
	fwrite($d, "and again");
	Async\await($again);
});
?>
--EXPECT--
old: false
new: "for the new one"
new: "and again"
