--TEST--
An error handler cannot suspend: waits in it block, and no error of another coroutine passes it by
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

require __DIR__ . '/../settle.inc';

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
/* Two of the same: what one prints is not divided. */
$task = function () { echo $undefined; echo "goes on\n"; };
spawn($task);
spawn($task);
settle();
echo $undefined_main;
restore_error_handler();
spawn(function () { suspend(); echo "after restore_error_handler() suspend() works again\n"; });
?>
--EXPECTF--
Cannot suspend here: %s
handled: Undefined variable $undefined
goes on
Cannot suspend here: %s
handled: Undefined variable $undefined
goes on
Cannot suspend here: %s
handled: Undefined variable $undefined_main
after restore_error_handler() suspend() works again
