--TEST--
spawn() queues the coroutine at the tail and the caller goes on
--EXTENSIONS--
async
--INI--
; the order of the ready queue is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;

echo "main 1\n";
spawn(function () { echo "first\n"; });
spawn(function () { echo "second\n"; });
echo "main 2\n";
?>
--EXPECT--
main 1
main 2
first
second
