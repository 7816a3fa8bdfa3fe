--TEST--
Protection ends when the closure throws
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;
use function Async\protect;

$coroutine = spawn(function () {
    try {
        protect(fn() => throw new Exception('boom'));
    } catch (Exception) {
    }
    delay(10000);
});
suspend();
$coroutine->cancel();
suspend();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
bool(true)
