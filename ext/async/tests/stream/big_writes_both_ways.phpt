--TEST--
Large writes in both directions at once do not deadlock
--EXTENSIONS--
async
--FILE--
<?php
[$a, $b] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$size = 4_000_000;

function send($stream, string $data): void {
	var_dump(fwrite($stream, $data) === strlen($data));
	stream_socket_shutdown($stream, STREAM_SHUT_WR);
}
$to_b = random_bytes($size);
$to_a = random_bytes($size);

Async\spawn(send(...), $a, $to_b);
Async\spawn(send(...), $b, $to_a);
$at_a = Async\spawn(fn() => stream_get_contents($a));
$at_b = Async\spawn(fn() => stream_get_contents($b));
var_dump(Async\await($at_a) === $to_a, Async\await($at_b) === $to_b);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
