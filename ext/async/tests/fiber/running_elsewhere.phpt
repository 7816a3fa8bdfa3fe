--TEST--
A Fiber that waits in one coroutine cannot be resumed by another
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

$inside = $seen = false;
$fiber = new Fiber(function () {
    global $inside;
    Fiber::suspend();
    $inside = true;
    until(fn() => $GLOBALS['seen']);
    echo "fiber goes on\n";
});
spawn(function () use ($fiber) { $fiber->start(); $fiber->resume(); });
spawn(function () use ($fiber, &$seen) {
    until(fn() => $GLOBALS['inside']);
    var_dump($fiber->isRunning(), $fiber->isSuspended());
    try {
        $fiber->resume();
        echo "not reached\n";
    } catch (FiberError $e) {
        echo $e->getMessage(), "\n";
    }
    $seen = true;
});
?>
--EXPECT--
bool(true)
bool(false)
Cannot resume a fiber that is not suspended
fiber goes on
