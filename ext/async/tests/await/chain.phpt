--TEST--
A chain of awaits passes the result and the exception through
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

function chain(int $depth, callable $end) {
    return $depth === 0 ? $end() : await(spawn('chain', $depth - 1, $end));
}
echo chain(200, fn() => 'end'), "\n";
try {
    chain(200, fn() => throw new Exception('deep'));
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
end
deep
