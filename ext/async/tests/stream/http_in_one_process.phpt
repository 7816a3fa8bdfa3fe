--TEST--
The http wrapper and its server run in one process
--EXTENSIONS--
async
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");
$address = stream_socket_get_name($server, false);

Async\spawn(function () use ($server) {
	$connection = stream_socket_accept($server);
	while (trim(fgets($connection)) !== "");
	Async\delay(1);
	fwrite($connection, "HTTP/1.0 200 OK\r\nContent-Length: 5\r\n\r\n");
	Async\delay(1);
	fwrite($connection, "hello");
	fclose($connection);
});
echo file_get_contents("http://$address/"), "\n";
?>
--EXPECT--
hello
