--TEST--
Waits inside nested Fibers come back to the innermost one
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

spawn(function () {
    $outer = new Fiber(function () {
        $inner = new Fiber(function () {
            echo "inner 1\n";
            suspend();
            echo "inner 2\n";
            Fiber::suspend();
            echo "inner 3\n";
        });
        $inner->start();
        echo "outer 1\n";
        suspend();
        Fiber::suspend();
        $inner->resume();
        echo "outer 2\n";
    });
    $outer->start();
    echo "coroutine\n";
    $outer->resume();
});
spawn(function () { suspend(); suspend(); });
?>
--EXPECT--
inner 1
inner 2
outer 1
coroutine
inner 3
outer 2
