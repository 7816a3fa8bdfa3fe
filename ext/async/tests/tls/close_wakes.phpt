--TEST--
Closing a TLS stream wakes its reader, its writer and a handshake
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
require __DIR__ . '/../settle.inc';

[$a, $b] = tls_pair();
$reader = Async\spawn(fn() => fread($a, 10));
settle();
fclose($a);
var_dump(Async\await($reader));

[$a, $b] = tls_pair();
$writer = Async\spawn(fn() => @fwrite($a, str_repeat("x", 20_000_000)));
settle();
stream_set_timeout($a, 0, 1000);
fclose($a);
$written = Async\await($writer);
var_dump($written > 0 && $written < 20_000_000);

$server = tls_server("tcp");
$client = tls_client($server, "tcp");
$handshake = Async\spawn(fn() => @stream_socket_enable_crypto($client, true, STREAM_CRYPTO_METHOD_TLS_CLIENT));
settle();
fclose($client);
var_dump(Async\await($handshake));
?>
--EXPECT--
bool(false)
bool(true)
bool(false)
