--TEST--
Large writes of several coroutines to one TLS stream do not mix
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
[$a, $b] = tls_pair();

foreach (["a", "b", "c"] as $letter) {
	Async\spawn(fn() => fwrite($a, str_repeat($letter, 3_000_000)));
}
Async\suspend();
$all = stream_get_contents($b, 9_000_000);
$parts = str_split($all, 3_000_000);
sort($parts);
var_dump($parts === [str_repeat("a", 3_000_000), str_repeat("b", 3_000_000), str_repeat("c", 3_000_000)]);
?>
--EXPECT--
bool(true)
