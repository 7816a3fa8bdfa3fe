--TEST--
Cancelling a coroutine ends a write to a full socket without a notice
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$writer = Async\spawn(function () use ($a) {
	$written = fwrite($a, str_repeat("x", 10_000_000));
	echo "not reached\n";
});
settle();
$writer->cancel();
try {
	Async\await($writer);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}
var_dump(strlen(fread($b, 100)));
?>
--EXPECT--
Async\AsyncCancellation
int(100)
