--TEST--
A coroutine that is ready but has not run yet wakes with the cancellation
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    try {
        while (true) {
            suspend();
        }
    } finally {
        echo "cleaned up\n";
    }
});
until($coroutine->isStarted(...));
var_dump($coroutine->isQueued());
$coroutine->cancel();
settle();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
bool(true)
cleaned up
bool(true)
