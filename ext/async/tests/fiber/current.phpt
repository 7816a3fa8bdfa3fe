--TEST--
Fiber::getCurrent() is the Fiber of the running code, never the coroutine's own stack
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

var_dump(Fiber::getCurrent());
spawn(function () {
    var_dump(Fiber::getCurrent());
    $fiber = new Fiber(function () use (&$fiber) {
        var_dump(Fiber::getCurrent() === $fiber);
        suspend();
        var_dump(Fiber::getCurrent() === $fiber);
    });
    $fiber->start();
    var_dump(Fiber::getCurrent());
});
spawn(function () { var_dump(Fiber::getCurrent()); });
?>
--EXPECT--
NULL
NULL
bool(true)
NULL
bool(true)
NULL
