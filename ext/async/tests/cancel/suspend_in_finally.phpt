--TEST--
A finally block may suspend again after the cancellation
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

$coroutine = spawn(function () {
    try {
        delay(10000);
    } finally {
        echo "cleaning\n";
        delay(3);
        suspend();
        echo "cleaned\n";
    }
});
suspend();
$coroutine->cancel();
delay(1);
var_dump($coroutine->isCompleted());
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
