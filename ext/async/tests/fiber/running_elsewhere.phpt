--TEST--
A Fiber that waits in one coroutine cannot be resumed by another
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$fiber = new Fiber(function () {
    Fiber::suspend();
    suspend();
    echo "fiber goes on\n";
});
spawn(function () use ($fiber) { $fiber->start(); $fiber->resume(); });
spawn(function () use ($fiber) {
    var_dump($fiber->isRunning(), $fiber->isSuspended());
    try {
        $fiber->resume();
        echo "not reached\n";
    } catch (FiberError $e) {
        echo $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
bool(true)
bool(false)
Cannot resume a fiber that is not suspended
fiber goes on
