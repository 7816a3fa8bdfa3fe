--TEST--
A coroutine that awaits itself gets an error
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\await_all;
use function Async\current_coroutine;

foreach ([
    fn() => await(current_coroutine()),
    fn() => await(spawn(fn() => 1), current_coroutine()),
    fn() => await_all([spawn(fn() => 1), current_coroutine()]),
    fn() => await_all([], current_coroutine()),
    fn() => await_all((function () { yield current_coroutine(); })()),
] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo 'main: ', get_class($e), ': ', $e->getMessage(), "\n";
    }
}
spawn(function () {
    try {
        await(current_coroutine());
    } catch (Error $e) {
        echo 'coroutine: ', $e->getMessage(), "\n";
    }
});
?>
--EXPECT--
main: Error: A coroutine cannot await itself
main: Error: A coroutine cannot await itself
main: Error: A coroutine cannot await itself
main: Error: A coroutine cannot await itself
main: Error: A coroutine cannot await itself
coroutine: A coroutine cannot await itself
