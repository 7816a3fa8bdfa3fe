--TEST--
The first of two cancellations counts; cleaning up happens once
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await;
use function Async\delay;

$coroutine = spawn(function () {
    try {
        delay(10000);
    } finally {
        echo "cleaned up\n";
    }
});
suspend();
$coroutine->cancel(new Async\AsyncCancellation('first'));
$coroutine->cancel(new Async\AsyncCancellation('second'));
try {
    await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
    var_dump($e->getPrevious());
}
?>
--EXPECT--
cleaned up
first
NULL
