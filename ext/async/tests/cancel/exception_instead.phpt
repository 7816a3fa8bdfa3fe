--TEST--
An exception thrown during clean-up replaces the cancellation, which is its previous one
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
        throw new RuntimeException('clean-up failed');
    }
});
settle();
$coroutine->cancel();
try {
    Async\await($coroutine);
} catch (RuntimeException $e) {
    echo $e->getMessage(), ' after ', get_class($e->getPrevious()), "\n";
}
var_dump($coroutine->isCancelled());
?>
--EXPECT--
clean-up failed after Async\AsyncCancellation
bool(false)
