--TEST--
Exception of the closure and deferred cancellation: the cancellation is outermost
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\protect;

require __DIR__ . '/../settle.inc';

$coroutine = spawn(function () {
    protect(function () {
        until($GLOBALS['coroutine']->isCancellationRequested(...));
        throw new RuntimeException('from the closure');
    });
});
until($coroutine->isStarted(...));
$coroutine->cancel(new Async\AsyncCancellation('stop'));
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage(), "\n";
}
?>
--EXPECT--
stop <- from the closure
