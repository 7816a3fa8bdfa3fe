--TEST--
protect() gives the result or the exception of its closure
--EXTENSIONS--
async
--FILE--
<?php
use function Async\protect;

var_dump(protect(fn() => 42));
try {
    protect(fn() => throw new Exception('boom'));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump(protect(function () {}));
$x = 1;
$y = protect(function &() use (&$x) { return $x; });
$y++;
var_dump($x);
?>
--EXPECT--
int(42)
boom
NULL
int(1)
