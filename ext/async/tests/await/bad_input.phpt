--TEST--
await() takes Completable objects only
--EXTENSIONS--
async
--FILE--
<?php
foreach ([
    fn() => Async\await(),
    fn() => Async\await(1),
    fn() => Async\await(new stdClass),
    fn() => Async\await(null),
    fn() => Async\await(Async\timeout(100), 5),
    fn() => Async\await(Async\timeout(100), new stdClass),
] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
ArgumentCountError: Async\await() expects at least 1 argument, 0 given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, int given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, stdClass given
TypeError: Async\await(): Argument #1 ($awaitable) must be of type Async\Completable, null given
TypeError: Async\await(): Argument #2 ($cancellation) must be of type ?Async\Completable, int given
TypeError: Async\await(): Argument #2 ($cancellation) must be of type ?Async\Completable, stdClass given
