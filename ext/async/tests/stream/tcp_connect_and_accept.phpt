--TEST--
Server and clients over TCP live in one process
--EXTENSIONS--
async
--FILE--
<?php
$server = stream_socket_server("tcp://127.0.0.1:0");
$address = stream_socket_get_name($server, false);

Async\spawn(function () use ($server) {
	for ($i = 0; $i < 3; $i++) {
		$client = stream_socket_accept($server);
		Async\spawn(function () use ($client) {
			while (($line = fgets($client)) !== false) {
				fwrite($client, strtoupper($line));
			}
			fclose($client);
		});
	}
});

$clients = [];
foreach (["one", "two", "three"] as $name) {
	$clients[] = Async\spawn(function () use ($address, $name) {
		$fp = stream_socket_client("tcp://$address");
		fwrite($fp, "$name\n");
		$first = fgets($fp);
		fwrite($fp, "again $name\n");
		return trim($first) . ", " . trim(fgets($fp));
	});
}
[$results] = Async\await_all($clients);
echo implode("\n", $results), "\n";
?>
--EXPECT--
ONE, AGAIN ONE
TWO, AGAIN TWO
THREE, AGAIN THREE
