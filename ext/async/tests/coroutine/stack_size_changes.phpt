--TEST--
A change of fiber.stack_size counts for coroutines that start afterwards, on spare stacks, too
--EXTENSIONS--
async
--SKIPIF--
<?php
if (ini_get('zend.max_allowed_stack_size') === false) die('skip No stack limit support');
if (getenv('SKIP_ASAN')) die('skip ASAN needs different stack limit setting due to more stack space usage');
?>
--INI--
fiber.stack_size=256K
--FILE--
<?php
function dive(int &$depth): void
{
    $depth++;
    array_map(function () use (&$depth) { dive($depth); }, [1]);
}
function depth_reached(): int
{
    $depth = 0;
    try {
        dive($depth);
    } catch (Error) {
    }
    return $depth;
}
/* The second one follows the first on the same stack. */
function depth_of_two(): array
{
    return Async\await_all_or_fail([Async\spawn(depth_reached(...)), Async\spawn(depth_reached(...))]);
}

$small = depth_of_two();
ini_set('fiber.stack_size', '1M');
$large = depth_of_two();
ini_set('fiber.stack_size', '256K');
$again = depth_of_two();
var_dump(min($large) > 2 * max($small), max($again) < 2 * min($small));

$next = Async\await(Async\spawn(function () {
    ini_set('fiber.stack_size', '1M');
    return Async\spawn(depth_reached(...));
}));
var_dump(Async\await($next) > 2 * max($small));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
