--TEST--
Protection ends when the closure throws
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\protect;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    try {
        protect(fn() => throw new Exception('boom'));
    } catch (Exception) {
    }
    delay(10000);
});
settle();
$coroutine->cancel();
settle();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
bool(true)
