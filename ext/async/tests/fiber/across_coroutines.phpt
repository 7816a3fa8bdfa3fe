--TEST--
A Fiber started in one coroutine may be resumed in another
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await;

$fiber = new Fiber(function () {
    for ($i = 1; ; $i++) {
        suspend();
        $who = Fiber::suspend($i);
        echo "fiber in $who\n";
    }
});
await(spawn(function () use ($fiber) { echo $fiber->start(), "\n"; }));
await(spawn(function () use ($fiber) { echo $fiber->resume('second'), "\n"; }));
echo $fiber->resume('main'), "\n";
?>
--EXPECT--
1
fiber in second
2
fiber in main
3
