--TEST--
Everybody who awaits a failing coroutine gets its exception
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$target = spawn(function () { suspend(); suspend(); throw new Exception('boom'); });
$waiters = [];
foreach (['a', 'b'] as $name) {
    $waiters[$name] = spawn(function () use ($target) {
        try {
            await($target);
        } catch (Exception $e) {
            return $e->getMessage();
        }
    });
}
foreach ($waiters as $name => $waiter) {
    echo "$name: ", await($waiter), "\n";
}
?>
--EXPECT--
a: boom
b: boom
