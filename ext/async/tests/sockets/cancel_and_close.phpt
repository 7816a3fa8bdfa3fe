--TEST--
Cancelling and closing end the waits of ext/sockets
--EXTENSIONS--
async
sockets
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$server = socket_create_listen(0);
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$waits = [
	"accept" => fn() => socket_accept($server),
	"read" => fn() => socket_read($pair[0], 10),
	"write" => fn() => socket_write($pair[0], str_repeat("x", 10_000_000)),
];
foreach ($waits as $name => $wait) {
	$coroutine = Async\spawn($wait);
	Async\suspend();
	$coroutine->cancel();
	try {
		Async\await($coroutine);
	} catch (Async\AsyncCancellation $e) {
		echo "$name: ", get_class($e), "\n";
	}
}

$coroutine = Async\spawn(fn() => @socket_accept($server));
settle();
socket_close($server);
var_dump(Async\await($coroutine));
?>
--EXPECT--
accept: Async\AsyncCancellation
read: Async\AsyncCancellation
write: Async\AsyncCancellation
bool(false)
