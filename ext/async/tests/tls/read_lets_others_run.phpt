--TEST--
A coroutine that reads over TLS lets the others run, reader and writer on one stream included
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
require __DIR__ . '/../settle.inc';
[$a, $b] = tls_pair();

$reader = Async\spawn(function () use ($a) {
	echo "a reads\n";
	$line = fgets($a);
	echo "a got $line";
});
Async\spawn(function () use ($a, $reader) {
	until($reader->isSuspended(...));
	echo "a writes\n";
	fwrite($a, "ping\n");
});
Async\spawn(function () use ($b) {
	$line = fgets($b);
	echo "b got $line";
	fwrite($b, "pong\n");
});
?>
--EXPECT--
a reads
a writes
b got ping
a got pong
