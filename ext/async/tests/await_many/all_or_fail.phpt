--TEST--
await_all_or_fail() gives all results, or throws the first error as soon as it happens
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await_all_or_fail;
use function Async\await;
use function Async\suspend;

/* After a number of turns instead of a time: the order does not depend on the load of the machine. */
function after(int $turns, callable $end) {
    return spawn(function () use ($turns, $end) {
        while ($turns-- > 0) {
            suspend();
        }
        return $end();
    });
}

echo json_encode(await_all_or_fail(['x' => after(5, fn() => 1), 'y' => after(1, fn() => 2)])), "\n";
echo json_encode(await_all_or_fail(['x' => after(5, fn() => 1), 'y' => after(1, fn() => 2)], preserveKeyOrder: false)), "\n";

$slow = after(20, function () { echo "slow goes on\n"; return 'slow'; });
$first = after(1, fn() => throw new Exception('first'));
$second = after(5, fn() => throw new Exception('second'));
try {
    await_all_or_fail([$slow, $second, $first]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($slow->isCompleted(), $slow->isCancellationRequested(), $second->isCompleted());
echo await($slow), "\n";
echo $second->getException()->getMessage(), "\n";
?>
--EXPECT--
{"x":1,"y":2}
{"y":2,"x":1}
first
bool(false)
bool(false)
bool(false)
slow goes on
slow
second
