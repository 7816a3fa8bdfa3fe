--TEST--
suspend() lets every other ready coroutine run first
--EXTENSIONS--
async
--INI--
; the order of the ready queue is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

foreach (['a', 'b', 'c'] as $name) {
    spawn(function () use ($name) {
        for ($i = 1; $i <= 3; $i++) {
            echo "$name$i ";
            suspend();
        }
    });
}
echo "main1 ";
suspend();
echo "main2 ";
suspend();
echo "main3 ";
?>
--EXPECT--
main1 a1 b1 c1 main2 a2 b2 c2 main3 a3 b3 c3
