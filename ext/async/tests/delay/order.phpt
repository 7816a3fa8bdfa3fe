--TEST--
Coroutines wake in the order of their delays, not of their start
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

foreach ([500, 10, 250] as $ms) {
    spawn(function () use ($ms) {
        delay($ms);
        echo "$ms\n";
    });
}
echo "main\n";
?>
--EXPECT--
main
10
250
500
