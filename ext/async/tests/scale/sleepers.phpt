--TEST--
Thousands of timers
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\await_all;

$tasks = [];
for ($i = 0; $i < 5000; $i++) {
    $tasks[] = spawn(function () use ($i) { delay(1 + $i % 20); return 1; });
}
echo array_sum(await_all($tasks)[0]), "\n";
?>
--EXPECT--
5000
