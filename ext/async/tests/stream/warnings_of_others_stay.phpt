--TEST--
A warning that has nothing to do with a cancellation is shown while another coroutine is cancelled
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = Async\spawn(function () use ($a) {
	try {
		fread($a, 10);
	} finally {
		stream_socket_client("tcp://127.0.0.1:1");
	}
});
Async\suspend();
$reader->cancel();
try {
	Async\await($reader);
} catch (Async\AsyncCancellation) {
	echo "cancelled\n";
}
?>
--EXPECTF--
Warning: stream_socket_client(): Unable to connect to tcp://127.0.0.1:1 (Connection refused) in %s on line %d
cancelled
