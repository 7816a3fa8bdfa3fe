--TEST--
await_all_or_fail() gives all results, or throws the first error as soon as it happens
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all_or_fail;
use function Async\await;
use function Async\suspend;

/* Ends after another: the order does not depend on the scheduler or on the load of the machine. */
function after(?Async\Coroutine $other, callable $end) {
    return spawn(function () use ($other, $end) {
        while ($other && !$other->isCompleted()) {
            suspend();
        }
        return $end();
    });
}

$y = after(null, fn() => 2);
echo json_encode(await_all_or_fail(['x' => after($y, fn() => 1), 'y' => $y])), "\n";
$y = after(null, fn() => 2);
echo json_encode(await_all_or_fail(['x' => after($y, fn() => 1), 'y' => $y], preserveKeyOrder: false)), "\n";

$seen = false;
$gate = spawn(function () use (&$seen) {
    while (!$seen) {
        suspend();
    }
});
$first = after(null, fn() => throw new Exception('first'));
$second = after($gate, fn() => throw new Exception('second'));
$slow = after($second, function () { echo "slow goes on\n"; return 'slow'; });
try {
    await_all_or_fail([$slow, $second, $first]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($slow->isCompleted(), $slow->isCancellationRequested(), $second->isCompleted());
$seen = true;
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
