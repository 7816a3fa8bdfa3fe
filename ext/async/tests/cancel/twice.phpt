--TEST--
The first of two cancellations counts; cleaning up happens once
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    try {
        delay(10000);
    } finally {
        echo "cleaned up\n";
    }
});
settle();
$coroutine->cancel(new Async\AsyncCancellation('first'));
$coroutine->cancel(new Async\AsyncCancellation('second'));
try {
    await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), "\n";
    var_dump($e->getPrevious());
}
?>
--EXPECT--
cleaned up
first
NULL
