--TEST--
A finally block may suspend again after the cancellation
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$go = false;
$coroutine = spawn(function () use (&$go) {
    try {
        delay(10000);
    } finally {
        echo "cleaning\n";
        delay(1);
        while (!$go) {
            suspend();
        }
        echo "cleaned\n";
    }
});
settle();
$coroutine->cancel();
delay(5);
var_dump($coroutine->isCompleted());
$go = true;
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation) {
    var_dump($coroutine->isCancelled());
}
?>
--EXPECT--
cleaning
bool(false)
cleaned
bool(true)
