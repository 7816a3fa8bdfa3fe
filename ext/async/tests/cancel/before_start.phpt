--TEST--
Cancelled before its start a coroutine never runs
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

$coroutine = spawn(function () { echo "never\n"; });
$coroutine->finally(function () { echo "finally\n"; });
$coroutine->cancel();
var_dump($coroutine->isCancellationRequested(), $coroutine->isCancelled());
try {
    await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo get_class($e), ': ', $e->getMessage(), "\n";
}
var_dump($coroutine->isStarted(), $coroutine->isCancelled(), $coroutine->isCompleted());
?>
--EXPECT--
bool(true)
bool(false)
finally
Async\AsyncCancellation: The coroutine was cancelled
bool(false)
bool(true)
bool(true)
