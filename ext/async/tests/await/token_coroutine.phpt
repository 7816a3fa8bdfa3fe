--TEST--
A coroutine as token: its end trips it, its exception is the cause
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;

$never = spawn(function () { delay(10000); });
foreach ([
    'returned' => fn() => 1,
    'threw' => fn() => throw new LogicException('reason'),
    'slowly' => function () { delay(3); },
] as $how => $task) {
    try {
        await($never, spawn($task));
    } catch (Async\OperationCanceledException $e) {
        echo "$how: ", $e->getPrevious() ? get_class($e->getPrevious()) . ' ' . $e->getPrevious()->getMessage() : 'no cause', "\n";
    }
}
$token = spawn(function () { delay(10000); });
spawn(function () use ($token) { $token->cancel(); });
try {
    await($never, $token);
} catch (Async\OperationCanceledException $e) {
    echo 'cancelled: ', get_class($e->getPrevious()), "\n";
}
$never->cancel();
?>
--EXPECT--
returned: no cause
threw: LogicException reason
slowly: no cause
cancelled: Async\AsyncCancellation
