--TEST--
A coroutine knows where it was spawned and where it is suspended
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

require __DIR__ . '/../settle.inc';

function wait_here() {
    delay(10000);
}
$coroutine = spawn(function () { wait_here(); });
var_dump($coroutine->getSpawnFileAndLine() === [__FILE__, 10]);
var_dump($coroutine->getSpawnLocation() === __FILE__ . ':10');
settle();
var_dump($coroutine->getSuspendFileAndLine() === [__FILE__, 8]);
var_dump($coroutine->getSuspendLocation() === __FILE__ . ':8');
$coroutine->cancel();
settle();
var_dump($coroutine->getSuspendFileAndLine() === [null, 0]);
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
bool(true)
bool(true)
