--TEST--
A coroutine cancelled inside await_all() leaves no listener behind
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\await_all;

require __DIR__ . '/../settle.inc';

$targets = array_map(fn($i) => spawn(function () use ($i) { delay($i); return $i; }), range(1, 20));
$waiter = spawn(function () use ($targets) {
    try {
        await_all($targets);
    } finally {
        echo "cleaned up\n";
    }
});
settle();
$waiter->cancel();
settle();
var_dump($waiter->isCancelled());
unset($waiter);
echo array_sum(await_all($targets)[0]), "\n";
?>
--EXPECT--
cleaned up
bool(true)
210
