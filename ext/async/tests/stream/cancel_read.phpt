--TEST--
Cancelling a coroutine ends its read, and the stream stays usable
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$reader = Async\spawn(function () use ($a) {
	try {
		fread($a, 10);
		echo "not reached\n";
	} finally {
		echo "cleaned up\n";
	}
});
settle();
$reader->cancel();
try {
	Async\await($reader);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}

fwrite($b, "still there");
echo fread($a, 100), "\n";
?>
--EXPECT--
cleaned up
Async\AsyncCancellation
still there
