--TEST--
Cancelling a completed coroutine does nothing
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

$coroutine = spawn(fn() => 'result');
await($coroutine);
$coroutine->cancel();
var_dump($coroutine->isCancelled(), $coroutine->isCancellationRequested(), await($coroutine));
?>
--EXPECT--
bool(false)
bool(false)
string(6) "result"
