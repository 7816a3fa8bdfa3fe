--TEST--
A coroutine cancelled inside await_all() leaves no listener behind
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\suspend;
use function Async\await_all;

$targets = array_map(fn($i) => spawn(function () use ($i) { delay($i); return $i; }), range(1, 20));
$waiter = spawn(function () use ($targets) {
    try {
        await_all($targets);
    } finally {
        echo "cleaned up\n";
    }
});
suspend();
$waiter->cancel();
suspend();
var_dump($waiter->isCancelled());
unset($waiter);
echo array_sum(await_all($targets)[0]), "\n";
?>
--EXPECT--
cleaned up
bool(true)
210
