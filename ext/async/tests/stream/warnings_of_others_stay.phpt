--TEST--
A warning that has nothing to do with a cancellation is shown while another coroutine is cancelled
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$reader = Async\spawn(function () use ($a) {
	try {
		fread($a, 10);
	} finally {
		stream_socket_client("tcp://127.0.0.1:1");
	}
});
settle();
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
