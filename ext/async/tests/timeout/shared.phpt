--TEST--
One timeout trips for everybody who uses it
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\await;
use function Async\delay;
use function Async\spawn;
use function Async\timeout;

$token = timeout(100);
$never = spawn(function () { delay(10000); });
$waiters = [];
foreach (['a', 'b', 'c'] as $name) {
    $waiters[] = spawn(function () use ($name, $never, $token) {
        try {
            await($never, $token);
        } catch (Async\OperationCanceledException $e) {
            echo "$name ", get_class($e->getPrevious()), "\n";
        }
    });
}
Async\suspend();
$waiters[1]->cancel();
Async\await_all($waiters);
$never->cancel();
?>
--EXPECT--
a Async\TimeoutException
c Async\TimeoutException
