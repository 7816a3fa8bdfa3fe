--TEST--
An error handler that throws: the exception stays in the coroutine that caused the error
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

set_error_handler(fn($number, $message) => throw new ErrorException($message));
$tasks = [];
foreach (['a', 'b'] as $name) {
    $tasks[] = spawn(function () use ($name) {
        suspend();
        try {
            echo ${"undefined_$name"};
        } catch (ErrorException $e) {
            suspend();
            return "$name: " . $e->getMessage() . "\n";
        }
    });
}
echo implode(Async\await_all_or_fail($tasks));
?>
--EXPECT--
a: Undefined variable $undefined_a
b: Undefined variable $undefined_b
