--TEST--
Cancellation inside protect() takes effect when the closure has ended
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\protect;

require __DIR__ . '/../settle.inc';

$cancelled = false;
$coroutine = spawn(function () {
    try {
        $value = protect(function () {
            echo "in\n";
            until(fn() => $GLOBALS['cancelled']);
            delay(2);
            echo "still in\n";
            return 'value';
        });
        echo "not reached: $value\n";
    } catch (Async\AsyncCancellation $e) {
        echo 'out: ', $e->getMessage(), "\n";
        throw $e;
    }
});
until($coroutine->isStarted(...));
$coroutine->cancel(new Async\AsyncCancellation('stop'));
var_dump($coroutine->isCancellationRequested(), $coroutine->isCancelled());
$cancelled = true;
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation $e) {
    var_dump($coroutine->isCancelled());
}
?>
--EXPECT--
in
bool(true)
bool(false)
still in
out: stop
bool(true)
