--TEST--
timeout() wants a time greater than 0
--EXTENSIONS--
async
--FILE--
<?php
foreach ([fn() => Async\timeout(0), fn() => Async\timeout(-5), fn() => Async\timeout('soon'), fn() => Async\timeout(),
    fn() => Async\timeout(5)->cancel(new Exception), fn() => Async\timeout(5)->isCompleted(1)] as $call) {
    try {
        $call();
    } catch (Error $e) {
        echo get_class($e), ': ', $e->getMessage(), "\n";
    }
}
?>
--EXPECT--
ValueError: Async\timeout(): Argument #1 ($ms) must be greater than 0
ValueError: Async\timeout(): Argument #1 ($ms) must be greater than 0
TypeError: Async\timeout(): Argument #1 ($ms) must be of type int, string given
ArgumentCountError: Async\timeout() expects exactly 1 argument, 0 given
TypeError: Async\Timeout::cancel(): Argument #1 ($cancellation) must be of type ?Async\AsyncCancellation, Exception given
ArgumentCountError: Async\Timeout::isCompleted() expects exactly 0 arguments, 1 given
