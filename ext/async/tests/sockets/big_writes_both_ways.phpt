--TEST--
Large writes of ext/sockets in both directions at once do not deadlock
--EXTENSIONS--
async
sockets
--FILE--
<?php
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$size = 2_000_000;

function read_all(Socket $socket, int $size): string {
	for ($data = ""; strlen($data) < $size; $data .= socket_read($socket, 65536));
	return count_chars($data, 3);
}
$all = [
	Async\spawn(fn() => socket_write($pair[0], str_repeat("a", $size))),
	Async\spawn(fn() => socket_write($pair[1], str_repeat("b", $size))),
	Async\spawn(fn() => read_all($pair[0], $size)),
	Async\spawn(fn() => read_all($pair[1], $size)),
];
[$results] = Async\await_all($all);
echo json_encode($results), "\n";
?>
--EXPECT--
[2000000,2000000,"b","a"]
