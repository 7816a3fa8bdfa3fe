--TEST--
Exception of the closure and deferred cancellation: the cancellation is outermost
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\protect;

$coroutine = spawn(function () {
    protect(function () {
        suspend();
        throw new RuntimeException('from the closure');
    });
});
suspend();
$coroutine->cancel(new Async\AsyncCancellation('stop'));
try {
    Async\await($coroutine);
} catch (Async\AsyncCancellation $e) {
    echo $e->getMessage(), ' <- ', $e->getPrevious()?->getMessage(), "\n";
}
?>
--EXPECT--
stop <- from the closure
