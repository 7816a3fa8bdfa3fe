--TEST--
delay() refuses negative times and non-numbers
--EXTENSIONS--
async
--FILE--
<?php
foreach ([fn() => Async\delay(-1), fn() => Async\delay(PHP_INT_MIN), fn() => Async\delay('x'), fn() => Async\delay()] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
ValueError: Async\delay(): Argument #1 ($ms) must be greater than or equal to 0
ValueError: Async\delay(): Argument #1 ($ms) must be greater than or equal to 0
TypeError: Async\delay(): Argument #1 ($ms) must be of type int, string given
ArgumentCountError: Async\delay() expects exactly 1 argument, 0 given
