--TEST--
Protection nests: the outermost end lets the cancellation through
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\protect;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    protect(function () {
        protect(function () { until($GLOBALS['coroutine']->isCancellationRequested(...)); });
        echo "inner ended\n";
        suspend();
        echo "outer ends\n";
    });
    echo "not reached\n";
});
until($coroutine->isStarted(...));
$coroutine->cancel();
settle();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
inner ended
outer ends
bool(true)
