--TEST--
socket_select() and socket_recvfrom() let the others run
--EXTENSIONS--
async
sockets
--FILE--
<?php
socket_create_pair(AF_UNIX, SOCK_STREAM, 0, $pair);
$udp = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
socket_bind($udp, "127.0.0.1");
socket_getsockname($udp, $host, $port);

Async\spawn(function () use ($pair) {
	$read = [$pair[0]];
	$write = $except = null;
	var_dump(socket_select($read, $write, $except, null));
});
Async\spawn(function () use ($udp) {
	socket_recvfrom($udp, $data, 100, 0, $from, $from_port);
	echo "datagram: $data\n";
});
Async\spawn(function () use ($pair, $host, $port) {
	echo "the other runs\n";
	socket_write($pair[1], "x");
	Async\delay(1);
	$sender = socket_create(AF_INET, SOCK_DGRAM, SOL_UDP);
	socket_sendto($sender, "hello", 5, 0, $host, $port);
});
?>
--EXPECT--
the other runs
int(1)
datagram: hello
