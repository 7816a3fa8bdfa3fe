--TEST--
A wrong element is refused before anything is awaited
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all;

$coroutine = spawn(function () { echo "runs after the errors\n"; });
foreach ([
    fn() => await_all([$coroutine, 5]),
    fn() => await_all(['k' => new stdClass]),
    fn() => await_all((function () use ($coroutine) { yield $coroutine; yield 'text'; })()),
    fn() => await_all((function () use ($coroutine) { yield 1.5 => $coroutine; })()),
    fn() => await_all((function () use ($coroutine) { yield new stdClass => $coroutine; })()),
    fn() => await_all((function () use ($coroutine) { yield 'k' => $coroutine; yield 'k' => $coroutine; })()),
    fn() => await_all((function () use ($coroutine) { yield $coroutine; throw new Exception('from the generator'); })()),
    fn() => await_all(5),
    fn() => Async\await_all_or_fail([null]),
    fn() => Async\await_any_or_fail(['x']),
    fn() => Async\await_first_success([[]]),
    fn() => Async\await_any_of(1, [1]),
    fn() => Async\await_any_of_or_fail(1, [1]),
    fn() => Async\await_any_of(-1, [$coroutine]),
    fn() => Async\await_any_of_or_fail(-1, [$coroutine]),
    fn() => Async\await_any_of('x', [$coroutine]),
    fn() => Async\await_all([$coroutine], 1),
] as $call) {
    try {
        $call();
    } catch (Throwable $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
TypeError: Async\await_all(): Argument #1 ($triggers) must contain only Async\Completable objects, int given
TypeError: Async\await_all(): Argument #1 ($triggers) must contain only Async\Completable objects, stdClass given
TypeError: Async\await_all(): Argument #1 ($triggers) must contain only Async\Completable objects, string given
TypeError: Async\await_all(): Argument #1 ($triggers) must have keys of type int|string, float given
TypeError: Async\await_all(): Argument #1 ($triggers) must have keys of type int|string, stdClass given
ValueError: Async\await_all(): Argument #1 ($triggers) must not have the same key twice
Exception: from the generator
TypeError: Async\await_all(): Argument #1 ($triggers) must be of type Traversable|array, int given
TypeError: Async\await_all_or_fail(): Argument #1 ($triggers) must contain only Async\Completable objects, null given
TypeError: Async\await_any_or_fail(): Argument #1 ($triggers) must contain only Async\Completable objects, string given
TypeError: Async\await_first_success(): Argument #1 ($triggers) must contain only Async\Completable objects, array given
TypeError: Async\await_any_of(): Argument #2 ($triggers) must contain only Async\Completable objects, int given
TypeError: Async\await_any_of_or_fail(): Argument #2 ($triggers) must contain only Async\Completable objects, int given
ValueError: Async\await_any_of(): Argument #1 ($count) must be greater than or equal to 0
ValueError: Async\await_any_of_or_fail(): Argument #1 ($count) must be greater than or equal to 0
TypeError: Async\await_any_of(): Argument #1 ($count) must be of type int, string given
TypeError: Async\await_all(): Argument #2 ($cancellation) must be of type ?Async\Completable, int given
runs after the errors
