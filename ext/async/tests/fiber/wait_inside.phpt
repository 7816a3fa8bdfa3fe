--TEST--
A wait inside a Fiber suspends the whole coroutine and comes back to that Fiber
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;
use function Async\await;

require __DIR__ . '/../settle.inc';

$other_ran = false;
$task = spawn(function () {
    $fiber = new Fiber(function ($x) {
        echo "fiber starts with $x\n";
        delay(2);
        until(fn() => $GLOBALS['other_ran']);
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
until($task->isStarted(...));
spawn(function () { echo "other\n"; $GLOBALS['other_ran'] = true; });
echo await($task), "\n";
?>
--EXPECT--
fiber starts with arg
other
fiber after delay
yielded
fiber resumed with more
returned
