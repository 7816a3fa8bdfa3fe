--TEST--
A tripped token ends every await function with OperationCanceledException; the targets go on
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;
use function Async\timeout;

$go = false;
$slow = spawn(function () use (&$go) {
    while (!$go) {
        delay(1);
    }
    echo "slow ended\n";
});
$fast = spawn(fn() => 'fast');
foreach ([
    'await_all' => fn() => Async\await_all([$fast, $slow], timeout(3)),
    'await_all_or_fail' => fn() => Async\await_all_or_fail([$fast, $slow], timeout(3)),
    'await_any_or_fail' => fn() => Async\await_any_or_fail([$slow], timeout(3)),
    'await_first_success' => fn() => Async\await_first_success([$slow], timeout(3)),
    'await_any_of' => fn() => Async\await_any_of(2, [$fast, $slow], timeout(3)),
    'await_any_of_or_fail' => fn() => Async\await_any_of_or_fail(2, [$fast, $slow], timeout(3)),
] as $name => $call) {
    try {
        $call();
        echo "$name returned\n";
    } catch (Async\OperationCanceledException $e) {
        echo "$name: ", get_class($e->getPrevious()), "\n";
    }
}
var_dump($slow->isCompleted());
$go = true;
?>
--EXPECT--
await_all: Async\TimeoutException
await_all_or_fail: Async\TimeoutException
await_any_or_fail: Async\TimeoutException
await_first_success: Async\TimeoutException
await_any_of: Async\TimeoutException
await_any_of_or_fail: Async\TimeoutException
bool(false)
slow ended
