--TEST--
A coroutine that cancels itself goes on until it next suspends
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\current_coroutine;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    current_coroutine()->cancel();
    echo "goes on\n";
    try {
        suspend();
        echo "not reached\n";
    } catch (Async\AsyncCancellation $e) {
        echo "cancelled at suspend()\n";
        throw $e;
    }
});
settle();
var_dump($coroutine->isCancelled());

$coroutine = spawn(function () {
    current_coroutine()->cancel();
    return 'never suspends';
});
var_dump(Async\await($coroutine), $coroutine->isCancelled(), $coroutine->isCancellationRequested());
?>
--EXPECT--
goes on
cancelled at suspend()
bool(true)
string(14) "never suspends"
bool(false)
bool(true)
