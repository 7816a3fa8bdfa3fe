--TEST--
A buffer of the main script takes the output of coroutines spawned while it is on
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

ob_start();
echo "main ";
spawn(function () { echo "coroutine "; });
suspend();
echo "main";
$buffer = ob_get_clean();
echo "[$buffer]\n";
?>
--EXPECT--
[main coroutine main]
