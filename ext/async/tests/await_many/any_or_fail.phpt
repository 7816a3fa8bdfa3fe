--TEST--
await_any_or_fail() gives the first that finished, be it a failure
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_or_fail;
use function Async\suspend;
use function Async\timeout;

/* Ends after another: the order does not depend on the scheduler or on the load of the machine. */
function after(?Async\Coroutine $other, callable $end) {
    return spawn(function () use ($other, $end) {
        while ($other && !$other->isCompleted()) {
            suspend();
        }
        return $end();
    });
}

$fast = after(null, fn() => 'fast');
echo await_any_or_fail([after($fast, fn() => 'slow'), $fast]), "\n";
try {
    $fast = after(null, fn() => throw new Exception('fast failure'));
    await_any_or_fail([after($fast, fn() => 'slow'), $fast]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
$never = spawn(function () { Async\delay(100000); });
try {
    await_any_or_fail([$never, timeout(5)]);
} catch (Async\TimeoutException $e) {
    echo $e->getMessage(), "\n";
}
$never->cancel();
?>
--EXPECT--
fast
fast failure
The timeout of 5 ms has passed
