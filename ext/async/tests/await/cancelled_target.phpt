--TEST--
Awaiting a cancelled coroutine throws its cancellation
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\suspend;

$target = spawn(function () { delay(10000); });
suspend();
$reason = new Async\AsyncCancellation('not needed');
$target->cancel($reason);
try {
    await($target);
} catch (Async\AsyncCancellation $e) {
    var_dump($e === $reason);
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
bool(true)
not needed
