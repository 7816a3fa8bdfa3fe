--TEST--
Cancelling a coroutine ends its read over TLS, and the stream stays usable
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
[$a, $b] = tls_pair();

$reader = Async\spawn(function () use ($a) {
	fread($a, 10);
	echo "not reached\n";
});
Async\suspend();
$reader->cancel();
try {
	Async\await($reader);
} catch (Async\AsyncCancellation $e) {
	echo get_class($e), "\n";
}
var_dump(stream_get_meta_data($a)["blocked"]);
fwrite($b, "still there");
echo fread($a, 100), "\n";
?>
--EXPECT--
Async\AsyncCancellation
bool(true)
still there
