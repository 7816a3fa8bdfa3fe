<?php
/* A TCP echo over loopback, both ends in one process: $argv[1] round trips of 64 bytes. */
$rounds = (int) $argv[1];
$server = stream_socket_server("tcp://127.0.0.1:0");
$address = stream_socket_get_name($server, false);

Async\spawn(function () use ($server) {
	$connection = stream_socket_accept($server);
	while (($data = fread($connection, 8192)) !== "" && $data !== false) {
		fwrite($connection, $data);
	}
});

Async\spawn(function () use ($address, $rounds) {
	$connection = stream_socket_client("tcp://$address");
	$message = str_repeat("x", 64);
	for ($i = 0; $i < $rounds; $i++) {
		fwrite($connection, $message);
		if (fread($connection, 8192) !== $message) {
			fwrite(STDERR, "echo: not what was sent\n");
			exit(1);
		}
	}
	fclose($connection);
});
