--TEST--
A generator goes on where it was after its body suspended
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

function numbers(string $name) {
    for ($i = 1; $i <= 2; $i++) {
        suspend();
        yield "$name$i";
    }
}
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name) {
        foreach (numbers($name) as $value) {
            echo "$value\n";
        }
    });
}
?>
--EXPECT--
a1
b1
a2
b2
