--TEST--
A Fiber that a coroutine leaves suspended is destroyed with its finally blocks
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

spawn(function () {
    $fiber = new Fiber(function () {
        try {
            Fiber::suspend();
        } finally {
            echo "fiber unwound\n";
        }
    });
    $fiber->start();
    suspend();
    unset($fiber);
    echo "coroutine goes on\n";
});
?>
--EXPECT--
fiber unwound
coroutine goes on
