--TEST--
A coroutine that is cancelled while it waits for its turn to write lets the next one have it
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);

$first = Async\spawn(fn() => fwrite($a, str_repeat("1", 1_000_000)));
settle();
$second = Async\spawn(fn() => fwrite($a, "2"));
settle();
$third = Async\spawn(fn() => fwrite($a, "3"));
settle();
$second->cancel();
$data = stream_get_contents($b, 1_000_001);
var_dump(strlen(rtrim($data, "3")), substr($data, -1));
var_dump(Async\await($first), Async\await($third));
try {
	Async\await($second);
} catch (Async\AsyncCancellation) {
	echo "cancelled\n";
}
?>
--EXPECT--
int(1000000)
string(1) "3"
int(1000000)
int(1)
cancelled
