--TEST--
Cancelling a coroutine that waits inside a Fiber throws there
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

$coroutine = spawn(function () {
    $fiber = new Fiber(function () {
        try {
            delay(10000);
        } finally {
            echo "fiber cleaned up\n";
        }
    });
    try {
        $fiber->start();
    } finally {
        echo "coroutine cleaned up\n";
    }
});
suspend();
$coroutine->cancel();
suspend();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
fiber cleaned up
coroutine cleaned up
bool(true)
