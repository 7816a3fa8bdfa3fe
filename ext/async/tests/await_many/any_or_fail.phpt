--TEST--
await_any_or_fail() gives the first that finished, be it a failure
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_or_fail;
use function Async\delay;
use function Async\timeout;

function after(int $ms, callable $end) { return spawn(function () use ($ms, $end) { delay($ms); return $end(); }); }

echo await_any_or_fail([after(20, fn() => 'slow'), after(1, fn() => 'fast')]), "\n";
try {
    await_any_or_fail([after(20, fn() => 'slow'), after(1, fn() => throw new Exception('fast failure'))]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
try {
    await_any_or_fail([after(50, fn() => 'slow'), timeout(5)]);
} catch (Async\TimeoutException $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
fast
fast failure
The timeout of 5 ms has passed
