--TEST--
A cancellation that arrives while the first one is cleaned up interrupts the clean-up
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
    try {
        delay(10000);
    } finally {
        try {
            delay(10000);
        } catch (Async\AsyncCancellation $e) {
            echo 'in finally: ', $e->getMessage(), "\n";
        }
    }
});
suspend();
$coroutine->cancel(new Async\AsyncCancellation('first'));
suspend();
$coroutine->cancel(new Async\AsyncCancellation('second'));
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo 'ended by: ', $e->getMessage(), "\n";
}
?>
--EXPECT--
in finally: second
ended by: first
