--TEST--
A cancellation that meets another error on its way to the coroutine is not lost, and neither is the error
--EXTENSIONS--
async
--INI--
; which of two that are due runs first is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\{await, delay, spawn, suspend};

$pool = new Async\Pool(function () {
    try {
        delay(60_000);
    } catch (Async\AsyncCancellation $e) {
        printf("%s: %s\n", get_class($e), $e->getMessage());
        printf("previous: %s\n", $e->getPrevious()?->getMessage());
        throw $e;
    }
});
$late = spawn(fn() => $pool->acquire(100));
/* When it rests again, the main script's pause and the limit of acquire() are over, in this order. */
spawn(function () {
    delay(1);
    $end = hrtime(true) + 150_000_000;
    while (hrtime(true) < $end);
});
delay(50);
$late->cancel();
try {
    await($late);
} catch (Async\AsyncCancellation $e) {
    printf("%s: %s\n", get_class($e), $e->getMessage());
}
var_dump($late->isCancelled());
?>
--EXPECT--
Async\AsyncCancellation: The coroutine was cancelled
previous: The time limit of acquire() is over
Async\AsyncCancellation: The coroutine was cancelled
bool(true)
