--TEST--
Closing a stream wakes the coroutine that writes to it, and those that wait for their turn
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$first = Async\spawn(function () use ($a) {
	$n = @fwrite($a, str_repeat("x", 10_000_000));
	return $n > 0 && $n < 10_000_000;
});
settle();
$second = Async\spawn(fn() => fwrite($a, "my turn never comes"));
settle();
fclose($a);
echo "closed\n";
var_dump(Async\await($first), Async\await($second));
?>
--EXPECT--
closed
bool(true)
bool(false)
