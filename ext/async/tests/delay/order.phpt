--TEST--
Coroutines wake in the order of their delays, not of their start
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

foreach ([120, 10, 60] as $ms) {
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
60
120
