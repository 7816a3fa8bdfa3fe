--TEST--
An error handler cannot suspend: waits in it block, and no error of another coroutine passes it by
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

set_error_handler(function ($number, $message) {
    try {
        suspend();
        echo "suspended\n";
    } catch (Async\AsyncException $e) {
        echo $e->getMessage(), "\n";
    }
    delay(1);
    echo "handled: $message\n";
    return true;
});
spawn(function () { echo $undefined_a; echo "a goes on\n"; });
spawn(function () { echo $undefined_b; echo "b goes on\n"; });
suspend();
echo $undefined_main;
restore_error_handler();
spawn(function () { suspend(); echo "after restore_error_handler() suspend() works again\n"; });
?>
--EXPECTF--
Cannot suspend here: %s
handled: Undefined variable $undefined_a
a goes on
Cannot suspend here: %s
handled: Undefined variable $undefined_b
b goes on
Cannot suspend here: %s
handled: Undefined variable $undefined_main
after restore_error_handler() suspend() works again
