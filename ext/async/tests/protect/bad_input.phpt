--TEST--
protect() takes a Closure only
--EXTENSIONS--
async
--FILE--
<?php
foreach ([fn() => Async\protect('strlen'), fn() => Async\protect(), fn() => Async\protect(fn($needed) => 1)] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECTF--
TypeError: Async\protect(): Argument #1 ($closure) must be of type Closure, string given
ArgumentCountError: Async\protect() expects exactly 1 argument, 0 given
ArgumentCountError: Too few arguments to function {closure:{closure:%s:%d}:%d}(), 0 passed%Sand exactly 1 expected
