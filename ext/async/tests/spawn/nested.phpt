--TEST--
A coroutine spawned inside a coroutine runs after those that are already queued
--EXTENSIONS--
async
--INI--
; the order of the ready queue is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;

spawn(function () {
    echo "a\n";
    spawn(function () { echo "a.child\n"; });
    echo "a ends\n";
});
spawn(function () { echo "b\n"; });
?>
--EXPECT--
a
a ends
b
a.child
