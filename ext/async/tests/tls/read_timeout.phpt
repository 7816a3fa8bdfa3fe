--TEST--
The read time-out of a TLS stream holds inside a coroutine, and the stream stays blocking
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
[$a, $b] = tls_pair();
stream_set_timeout($a, 0, 20000);

Async\spawn(function () use ($a, $b) {
	var_dump(fread($a, 10));
	$meta = stream_get_meta_data($a);
	var_dump($meta["timed_out"], $meta["blocked"]);
	stream_set_timeout($a, 60);
	fwrite($b, "late");
	var_dump(fread($a, 10));
});
Async\spawn(function () {
	echo "the other runs\n";
});
?>
--EXPECT--
the other runs
bool(false)
bool(true)
bool(true)
string(4) "late"
