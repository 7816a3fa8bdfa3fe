--TEST--
Protection goes with the Fiber that asked for it, not with the coroutine that ran it
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, protect, spawn, suspend};

require __DIR__ . '/../settle.inc';

$fiber = null;
$first = spawn(function () use (&$fiber) {
    $fiber = new Fiber(function () {
        protect(function () {
            Fiber::suspend();
            echo "protected again\n";
            until($GLOBALS['second']->isCancellationRequested(...));
            echo "still protected\n";
        });
        echo "not reached\n";
    });
    $fiber->start();
    delay(60000);
});
settle();
$second = spawn(function () use (&$fiber) {
    $fiber->resume();
});
until($second->isStarted(...));
/* One has left the protected call, the other is in it. */
$first->cancel();
$second->cancel();
foreach (['first' => $first, 'second' => $second] as $name => $coroutine) {
    try {
        await($coroutine);
    } catch (Async\AsyncCancellation $e) {
        echo "$name cancelled\n";
    }
}

/* The cancellation came under protection, which Fiber::suspend() has left. */
$late = spawn(function () {
    $fiber = new Fiber(function () {
        protect(function () {
            Async\current_coroutine()->cancel();
            Fiber::suspend();
        });
    });
    $fiber->start();
    echo "outside\n";
    suspend();
    echo "not reached\n";
});
try {
    await($late);
} catch (Async\AsyncCancellation $e) {
    echo "late cancelled\n";
}
?>
--EXPECT--
protected again
still protected
first cancelled
second cancelled
outside
late cancelled
