--TEST--
Cancelling a coroutine ends its TLS handshake, on both sides, without a warning
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";

$server = tls_server("tcp");
$client = tls_client($server, "tcp");
$connection = stream_socket_accept($server);

$sides = [
	"client" => fn() => stream_socket_enable_crypto($client, true, STREAM_CRYPTO_METHOD_TLS_CLIENT),
	"server" => fn() => stream_socket_enable_crypto($connection, true, STREAM_CRYPTO_METHOD_TLS_SERVER),
];
foreach (array_reverse($sides) as $side => $handshake) {
	$coroutine = Async\spawn(function () use ($handshake) {
		$handshake();
		echo "not reached\n";
	});
	Async\suspend();
	$coroutine->cancel();
	try {
		Async\await($coroutine);
	} catch (Async\AsyncCancellation $e) {
		echo "$side: ", get_class($e), "\n";
	}
}
var_dump(stream_get_meta_data($client)["blocked"], stream_get_meta_data($connection)["blocked"]);
?>
--EXPECT--
server: Async\AsyncCancellation
client: Async\AsyncCancellation
bool(true)
bool(true)
