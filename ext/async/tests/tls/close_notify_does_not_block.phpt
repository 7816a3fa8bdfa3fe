--TEST--
Closing a TLS stream whose peer does not read does not stop the other coroutines
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
[$a, $b] = tls_pair();

/* Fill everything between the two, below TLS, up to the last byte. */
stream_set_blocking($a, false);
foreach ([65536, 1] as $size) {
	while (@stream_socket_sendto($a, str_repeat("x", $size)) > 0);
}
stream_set_blocking($a, true);

Async\spawn(function () use ($a) {
	fclose($a);
	echo "closed\n";
});
Async\spawn(function () use ($b) {
	echo "peer reads\n";
	while (stream_socket_recvfrom($b, 65536) !== "");
	echo "end\n";
});
?>
--EXPECT--
peer reads
closed
end
