--TEST--
A cancelled timeout is completed: those who wait get the cancellation
--EXTENSIONS--
async
--FILE--
<?php
use function Async\await;
use function Async\delay;
use function Async\spawn;
use function Async\timeout;

$timeout = timeout(10000);
spawn(function () use ($timeout) { $timeout->cancel(); });
try {
    await($timeout);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
var_dump($timeout->isCompleted(), $timeout->isCancelled());

$timeout = timeout(10000);
$reason = new Async\AsyncCancellation('mine');
$never = spawn(function () { delay(10000); });
spawn(function () use ($timeout, $reason) { $timeout->cancel($reason); $timeout->cancel(new Async\AsyncCancellation('second')); });
try {
    await($never, $timeout);
} catch (Async\OperationCanceledException $e) {
    var_dump($e->getPrevious() === $reason);
}
$never->cancel();

$passed = timeout(1);
delay(3);
$passed->cancel();
var_dump($passed->isCompleted(), $passed->isCancelled());
?>
--EXPECT--
Async\AsyncCancellation: The timeout was cancelled
bool(true)
bool(true)
bool(true)
bool(true)
bool(false)
