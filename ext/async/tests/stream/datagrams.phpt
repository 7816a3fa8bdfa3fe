--TEST--
Waiting for a datagram lets the others run
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../settle.inc';
$server = stream_socket_server("udp://127.0.0.1:0", $errno, $error, STREAM_SERVER_BIND);
$address = stream_socket_get_name($server, false);

$waiting = Async\spawn(function () use ($server) {
	echo "server waits\n";
	$data = stream_socket_recvfrom($server, 100, 0, $peer);
	echo "server got $data\n";
	stream_socket_sendto($server, "pong", 0, $peer);
});
Async\spawn(function () use ($address, $waiting) {
	until($waiting->isSuspended(...));
	$client = stream_socket_client("udp://$address");
	echo "client sends\n";
	fwrite($client, "ping");
	$data = fread($client, 100);
	echo "client got $data\n";
});
?>
--EXPECT--
server waits
client sends
server got ping
client got pong
