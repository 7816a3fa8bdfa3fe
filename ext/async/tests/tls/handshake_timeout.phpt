--TEST--
The time-out of a TLS handshake holds inside a coroutine, while others run
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
$server = tls_server("tcp");
$client = tls_client($server, "tcp");
$connection = stream_socket_accept($server);
stream_set_timeout($connection, 0, 20000);

Async\spawn(function () use ($connection) {
	var_dump(stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_SERVER));
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECTF--
the other runs

Warning: stream_socket_enable_crypto(): SSL: Handshake timed out in %s on line %d
bool(false)
