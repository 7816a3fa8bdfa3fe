--TEST--
A coroutine that is cancelled while it awaits leaves its target alone
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\suspend;

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
suspend();
$waiter->cancel();
suspend();
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
