--TEST--
An error handler that throws: the exception stays in the coroutine that caused the error
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

set_error_handler(fn($number, $message) => throw new ErrorException($message));
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name) {
        suspend();
        try {
            echo ${"undefined_$name"};
        } catch (ErrorException $e) {
            suspend();
            echo "$name: ", $e->getMessage(), "\n";
        }
    });
}
?>
--EXPECT--
a: Undefined variable $undefined_a
b: Undefined variable $undefined_b
