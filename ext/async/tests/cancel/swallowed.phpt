--TEST--
A coroutine that catches its cancellation goes on and has a result
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
    } catch (Async\AsyncCancellation) {
        echo "caught\n";
    }
    delay(1);
    return 'result';
});
suspend();
$coroutine->cancel();
var_dump(Async\await($coroutine), $coroutine->isCancelled(), $coroutine->isCancellationRequested());
?>
--EXPECT--
caught
string(6) "result"
bool(false)
bool(true)
