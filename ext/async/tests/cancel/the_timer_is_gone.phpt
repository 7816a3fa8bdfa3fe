--TEST--
A cancelled delay does not wake a later suspension of the same coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    try {
        delay(5);
    } catch (Async\AsyncCancellation) {
    }
    $begin = hrtime(true);
    delay(30);
    echo hrtime(true) - $begin >= 30e6 ? "slept in full\n" : "woken early\n";
});
settle();
$coroutine->cancel();
?>
--EXPECT--
slept in full
