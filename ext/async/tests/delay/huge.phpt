--TEST--
A huge delay does not overflow into a short one, and cancelling ends it
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\suspend;

foreach ([PHP_INT_MAX, PHP_INT_MAX - 1, intdiv(PHP_INT_MAX, 1000000) + 1] as $ms) {
    $coroutine = spawn(function () use ($ms) {
        delay($ms);
        echo "too early\n";
    });
    delay(5);
    suspend();
    var_dump($coroutine->isCompleted());
    $coroutine->cancel();
}
?>
--EXPECT--
bool(false)
bool(false)
bool(false)
