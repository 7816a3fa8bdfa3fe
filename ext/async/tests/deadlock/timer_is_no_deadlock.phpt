--TEST--
Coroutines that wait for a timer are not deadlocked
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\timeout;

$sleeper = spawn(function () { delay(5); return 'slept'; });
$waiter = spawn(fn() => await($sleeper));
echo await($waiter), "\n";
$never = spawn(function () use (&$never) { await(Async\spawn(function () use (&$never) { await($never); })); });
try {
    await($never, timeout(5));
} catch (Async\OperationCanceledException $e) {
    echo get_class($e->getPrevious()), "\n";
}
foreach (Async\get_coroutines() as $c) {
    if ($c !== Async\current_coroutine()) {
        $c->cancel();
    }
}
?>
--EXPECT--
slept
Async\TimeoutException
