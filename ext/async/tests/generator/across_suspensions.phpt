--TEST--
A generator goes on where it was after its body suspended
--EXTENSIONS--
async
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
$tasks = [];
foreach (['a', 'b'] as $name) {
    $tasks[] = spawn(fn() => implode(' ', iterator_to_array(numbers($name), false)));
}
echo implode("\n", Async\await_all_or_fail($tasks)), "\n";
?>
--EXPECT--
a1 a2
b1 b2
