--TEST--
Two coroutines accept from one server socket, and each connection goes to one of them
--EXTENSIONS--
async
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");
$address = stream_socket_get_name($server, false);

foreach (["first", "second"] as $name) {
	Async\spawn(function () use ($server, $name) {
		$connection = stream_socket_accept($server);
		fwrite($connection, "$name\n");
	});
}
Async\suspend();
$got = [];
for ($i = 0; $i < 2; $i++) {
	$got[] = trim(fgets(stream_socket_client("tcp://$address")));
}
sort($got);
echo implode(" ", $got), "\n";
?>
--EXPECT--
first second
