--TEST--
Cancelling a coroutine ends its stream_select() without a warning
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$selecting = Async\spawn(function () use ($a) {
	$read = [$a];
	$write = $except = null;
	stream_select($read, $write, $except, null);
	echo "not reached\n";
});
Async\suspend();
$selecting->cancel();
try {
	Async\await($selecting);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}
?>
--EXPECT--
Async\AsyncCancellation
