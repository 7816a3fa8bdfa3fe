--TEST--
A disconnect wakes the coroutine that waits to write
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$writer = Async\spawn(function () use ($a) {
	$n = @fwrite($a, str_repeat("x", 10_000_000));
	var_dump($n > 0 && $n < 10_000_000);
	var_dump(str_contains(error_get_last()["message"], "Broken pipe"));
});
Async\spawn(function () use ($b, $writer) {
	until($writer->isSuspended(...));
	echo "peer goes\n";
	fclose($b);
});
?>
--EXPECT--
peer goes
bool(true)
bool(true)
