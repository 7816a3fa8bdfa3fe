--TEST--
A coroutine that is cancelled while it awaits leaves its target alone
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$go = false;
$target = spawn(function () use (&$go) {
    while (!$go) {
        delay(1);
    }
    echo "target ends\n";
    return 1;
});
$waiter = spawn(function () use ($target) {
    try {
        await($target);
    } catch (Async\AsyncCancellation $e) {
        echo get_class($e), "\n";
        throw $e;
    }
});
settle();
$waiter->cancel();
settle();
var_dump($waiter->isCancelled(), $target->isCompleted());
$go = true;
var_dump(await($target));
?>
--EXPECT--
Async\AsyncCancellation
bool(true)
bool(false)
target ends
int(1)
