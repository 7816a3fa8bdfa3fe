--TEST--
Sockets of ext/sockets let the others run: server and client in one process
--EXTENSIONS--
async
sockets
--FILE--
<?php
$server = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
socket_bind($server, "127.0.0.1");
socket_listen($server);
socket_getsockname($server, $host, $port);

Async\spawn(function () use ($server) {
	$connection = socket_accept($server);
	$data = socket_read($connection, 100);
	echo "server got $data\n";
	socket_write($connection, "pong\n");
	$line = socket_read($connection, 100, PHP_NORMAL_READ);
	echo "server got $line";
	socket_send($connection, "bye", 3, 0);
});
Async\spawn(function () use ($host, $port) {
	$client = socket_create(AF_INET, SOCK_STREAM, SOL_TCP);
	var_dump(socket_connect($client, $host, $port));
	socket_write($client, "ping");
	socket_recv($client, $data, 100, 0);
	echo "client got $data";
	socket_write($client, "a line\n");
	socket_recv($client, $data, 100, 0);
	echo "client got $data\n";
});
?>
--EXPECT--
bool(true)
server got ping
client got pong
server got a line
client got bye
