--TEST--
Protection nests: the outermost end lets the cancellation through
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\protect;

$coroutine = spawn(function () {
    protect(function () {
        protect(function () { suspend(); });
        echo "inner ended\n";
        suspend();
        echo "outer ends\n";
    });
    echo "not reached\n";
});
suspend();
$coroutine->cancel();
suspend();
suspend();
suspend();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
inner ended
outer ends
bool(true)
