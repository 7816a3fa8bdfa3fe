--TEST--
A Fiber of the main script may wait, too
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\await;

$fiber = new Fiber(function () {
    echo "fiber\n";
    $value = await(spawn(function () { delay(1); return 'awaited in a fiber'; }));
    echo Fiber::suspend($value), "\n";
});
echo $fiber->start(), "\n";
spawn(function () { echo "coroutine\n"; });
$fiber->resume('resumed');
var_dump($fiber->isTerminated());
?>
--EXPECT--
fiber
awaited in a fiber
resumed
bool(true)
coroutine
