--TEST--
A Fiber that is being destroyed may wait in its finally block
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

spawn(function () {
    $fiber = new Fiber(function () {
        try {
            Fiber::suspend();
        } finally {
            delay(1);
            echo "fiber unwound\n";
        }
    });
    $fiber->start();
    unset($fiber);
    echo "coroutine goes on\n";
});
?>
--EXPECT--
fiber unwound
coroutine goes on
