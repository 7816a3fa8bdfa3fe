--TEST--
spawn() refuses what is not callable before anything has changed
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;

class C { private function hidden() {} public function method() {} }

foreach ([
    fn() => spawn(),
    fn() => spawn('no_such_function'),
    fn() => spawn(42),
    fn() => spawn([new C, 'hidden']),
    fn() => spawn('C::method'),
    fn() => spawn(null),
] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
echo count(Async\get_coroutines()), " coroutine\n";
?>
--EXPECT--
ArgumentCountError: Async\spawn() expects at least 1 argument, 0 given
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, function "no_such_function" not found or invalid function name
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, cannot access private method C::hidden()
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, non-static method C::method() cannot be called statically
TypeError: Async\spawn(): Argument #1 ($task) must be a valid callback, no array or string given
1 coroutine
