--TEST--
A coroutine that is ready but has not run yet wakes with the cancellation
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

$coroutine = spawn(function () {
    try {
        suspend();
        echo "not reached\n";
    } finally {
        echo "cleaned up\n";
    }
});
suspend();
var_dump($coroutine->isQueued());
$coroutine->cancel();
suspend();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
bool(true)
cleaned up
bool(true)
