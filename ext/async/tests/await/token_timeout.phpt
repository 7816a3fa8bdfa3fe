--TEST--
A tripped time-out token ends the wait with OperationCanceledException; the target goes on
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\timeout;

$go = false;
$target = spawn(function () use (&$go) {
    while (!$go) {
        delay(1);
    }
    echo "target goes on\n";
    return 'late';
});
try {
    await($target, timeout(5));
} catch (Async\OperationCanceledException $e) {
    var_dump($e instanceof Async\AsyncCancellation);
    echo $e->getMessage(), "\n";
    echo get_class($e->getPrevious()), ': ', $e->getPrevious()->getMessage(), "\n";
}
var_dump($target->isCompleted(), $target->isCancelled(), $target->isCancellationRequested());
$go = true;
echo await($target), "\n";
?>
--EXPECT--
bool(true)
The wait was cancelled by its cancellation token
Async\TimeoutException: The timeout of 5 ms has passed
bool(false)
bool(false)
bool(false)
target goes on
late
