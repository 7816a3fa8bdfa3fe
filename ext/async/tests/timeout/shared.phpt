--TEST--
One timeout trips for everybody who uses it
--EXTENSIONS--
async
--FILE--
<?php
use function Async\await;
use function Async\delay;
use function Async\spawn;
use function Async\timeout;

require __DIR__ . '/../settle.inc';

$token = timeout(100);
$never = spawn(function () { delay(10000); });
$waiters = [];
foreach (['a', 'b', 'c'] as $name) {
    $waiters[] = spawn(function () use ($name, $never, $token) {
        try {
            await($never, $token);
        } catch (Async\OperationCanceledException $e) {
            return "$name " . get_class($e->getPrevious()) . "\n";
        }
    });
}
settle();
$waiters[1]->cancel();
echo implode(Async\await_all($waiters)[0]);
$never->cancel();
?>
--EXPECT--
a Async\TimeoutException
c Async\TimeoutException
