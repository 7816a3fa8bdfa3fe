--TEST--
A cancellation that arrives while the first one is cleaned up interrupts the clean-up
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    try {
        delay(10000);
    } finally {
        try {
            delay(10000);
        } catch (Async\AsyncCancellation $e) {
            echo 'in finally: ', $e->getMessage(), "\n";
        }
    }
});
settle();
$coroutine->cancel(new Async\AsyncCancellation('first'));
settle();
$coroutine->cancel(new Async\AsyncCancellation('second'));
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo 'ended by: ', $e->getMessage(), "\n";
}
?>
--EXPECT--
in finally: second
ended by: first
