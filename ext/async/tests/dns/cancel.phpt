--TEST--
Cancelling a coroutine ends its lookup without a warning
--EXTENSIONS--
async
--FILE--
<?php
foreach ([fn() => gethostbyname("localhost"), fn() => stream_socket_client("tcp://localhost:1"), fn() => gethostbyaddr("127.0.0.1")] as $lookup) {
	$coroutine = Async\spawn(function () use ($lookup) {
		$lookup();
		echo "not reached\n";
	});
	Async\suspend();
	$coroutine->cancel();
	try {
		Async\await($coroutine);
	} catch (Async\AsyncCancellation $e) {
		echo get_class($e), "\n";
	}
}
?>
--EXPECT--
Async\AsyncCancellation
Async\AsyncCancellation
Async\AsyncCancellation
