--TEST--
A coroutine knows where it was spawned and where it is suspended
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

function wait_here() {
    delay(10000);
}
$coroutine = spawn(function () { wait_here(); });
var_dump($coroutine->getSpawnFileAndLine() === [__FILE__, 9]);
var_dump($coroutine->getSpawnLocation() === __FILE__ . ':9');
suspend();
var_dump($coroutine->getSuspendFileAndLine() === [__FILE__, 7]);
var_dump($coroutine->getSuspendLocation() === __FILE__ . ':7');
$coroutine->cancel();
suspend();
var_dump($coroutine->getSuspendFileAndLine() === [null, 0]);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
