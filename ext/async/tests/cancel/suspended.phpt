--TEST--
Suspended, a coroutine wakes with the cancellation and cleans up once
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
        echo "not reached\n";
    } catch (Exception $e) {
        echo "catch (Exception) must not see it\n";
    } finally {
        echo "cleaned up\n";
    }
});
settle();
$coroutine->cancel();
echo "cancel() returned\n";
settle();
var_dump($coroutine->isCancelled(), $coroutine->isCompleted());
var_dump($coroutine->getException()::class, $coroutine->getResult());
?>
--EXPECT--
cancel() returned
cleaned up
bool(true)
bool(true)
string(23) "Async\AsyncCancellation"
NULL
