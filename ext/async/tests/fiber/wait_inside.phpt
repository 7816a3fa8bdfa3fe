--TEST--
A wait inside a Fiber suspends the whole coroutine and comes back to that Fiber
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;
use function Async\await;

$task = spawn(function () {
    $fiber = new Fiber(function ($x) {
        echo "fiber starts with $x\n";
        delay(2);
        echo "fiber after delay\n";
        $y = Fiber::suspend('yielded');
        echo "fiber resumed with $y\n";
        suspend();
        return 'returned';
    });
    echo $fiber->start('arg'), "\n";
    delay(1);
    $fiber->resume('more');
    return $fiber->getReturn();
});
spawn(function () { echo "other\n"; });
echo await($task), "\n";
?>
--EXPECT--
fiber starts with arg
other
fiber after delay
yielded
fiber resumed with more
returned
