--TEST--
TLS handshakes of server and clients overlap in one process
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
$server = tls_server();

Async\spawn(function () use ($server) {
	for ($i = 0; $i < 5; $i++) {
		$connection = stream_socket_accept($server, 60);
		Async\spawn(function () use ($connection) {
			fwrite($connection, strtoupper(fgets($connection)));
			fclose($connection);
		});
	}
});
$clients = [];
for ($i = 0; $i < 5; $i++) {
	$clients[] = Async\spawn(function () use ($server, $i) {
		$fp = tls_client($server);
		fwrite($fp, "client $i\n");
		return stream_get_contents($fp);
	});
}
[$results] = Async\await_all($clients);
echo implode("", $results);
?>
--EXPECT--
CLIENT 0
CLIENT 1
CLIENT 2
CLIENT 3
CLIENT 4
