--TEST--
delay(0) is a plain yield
--EXTENSIONS--
async
--INI--
; the order of the ready queue is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

spawn(function () { echo "a1 "; delay(0); echo "a2 "; });
spawn(function () { echo "b1 "; delay(0); echo "b2 "; });
?>
--EXPECT--
a1 b1 a2 b2
