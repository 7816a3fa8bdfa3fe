--TEST--
await_any_or_fail() gives the first that finished, be it a failure
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_or_fail;
use function Async\suspend;
use function Async\timeout;

/* After a number of turns instead of a time: the order does not depend on the load of the machine. */
function after(int $turns, callable $end) {
    return spawn(function () use ($turns, $end) {
        while ($turns-- > 0) {
            suspend();
        }
        return $end();
    });
}

echo await_any_or_fail([after(5, fn() => 'slow'), after(1, fn() => 'fast')]), "\n";
try {
    await_any_or_fail([after(5, fn() => 'slow'), after(1, fn() => throw new Exception('fast failure'))]);
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
