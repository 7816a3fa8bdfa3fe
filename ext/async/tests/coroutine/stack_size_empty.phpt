--TEST--
An empty fiber.stack_size, which tools hand on to processes that they start, means the default
--EXTENSIONS--
async
--INI--
fiber.stack_size=
--FILE--
<?php
function sum(int $n): int
{
    Async\suspend();
    return $n + 1;
}

echo Async\await(Async\spawn(sum(...), 1)), "\n";
ini_set('fiber.stack_size', '1M');
echo Async\await(Async\spawn(sum(...), 2)), "\n";
ini_set('fiber.stack_size', '');
echo Async\await(Async\spawn(sum(...), 3)), "\n";
?>
--EXPECT--
2
3
4
