--TEST--
Cancelling a coroutine that waits inside a Fiber throws there
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    $fiber = new Fiber(function () {
        try {
            delay(10000);
        } finally {
            echo "fiber cleaned up\n";
        }
    });
    try {
        $fiber->start();
    } finally {
        echo "coroutine cleaned up\n";
    }
});
settle();
$coroutine->cancel();
settle();
var_dump($coroutine->isCancelled());
?>
--EXPECT--
fiber cleaned up
coroutine cleaned up
bool(true)
