--TEST--
Large writes over TLS in both directions at once do not deadlock or corrupt
--EXTENSIONS--
async
openssl
--FILE--
<?php
require __DIR__ . "/tls.inc";
[$a, $b] = tls_pair();
$size = 3_000_000;
$to_b = random_bytes($size);
$to_a = random_bytes($size);

Async\spawn(fn() => fwrite($a, $to_b));
Async\spawn(fn() => fwrite($b, $to_a));
$at_a = Async\spawn(fn() => stream_get_contents($a, $size));
$at_b = Async\spawn(fn() => stream_get_contents($b, $size));
var_dump(Async\await($at_a) === $to_a, Async\await($at_b) === $to_b);
?>
--EXPECT--
bool(true)
bool(true)
