--TEST--
Arguments that do not fit the task are the coroutine's TypeError
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

foreach ([fn() => spawn('strlen'), fn() => spawn('strlen', []), fn() => spawn(fn(int $a) => $a, b: 1)] as $make) {
    $coroutine = $make();
    try {
        await($coroutine);
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
ArgumentCountError: strlen() expects exactly 1 argument, 0 given
TypeError: strlen(): Argument #1 ($string) must be of type string, array given
Error: Unknown named parameter $b
