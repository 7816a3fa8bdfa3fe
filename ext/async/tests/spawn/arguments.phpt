--TEST--
spawn() passes positional and named arguments
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

function join_all(string $a, string $b = 'B', string ...$rest) {
    return "$a $b " . json_encode($rest);
}

echo await(spawn('join_all', 'x')), "\n";
echo await(spawn('join_all', 'x', 'y', 'z', 'w')), "\n";
echo await(spawn('join_all', b: 'named', a: 'first')), "\n";
echo await(spawn('join_all', 'x', b: 'y', extra: 'named rest')), "\n";
echo await(spawn('join_all', ...['a' => 1, 'b' => 2])), "\n";
?>
--EXPECT--
x B []
x y ["z","w"]
first named []
x y {"extra":"named rest"}
1 2 []
