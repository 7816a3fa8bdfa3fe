--TEST--
A buffer of the main script takes the output of coroutines spawned while it is on
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

require __DIR__ . '/../settle.inc';

ob_start();
echo "main ";
spawn(function () { echo "coroutine "; });
settle();
echo "main";
$buffer = ob_get_clean();
echo "[$buffer]\n";
?>
--EXPECT--
[main coroutine main]
