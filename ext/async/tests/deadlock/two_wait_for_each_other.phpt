--TEST--
Two coroutines that await each other are a DeadlockError that says who waits for what since where
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$a = spawn(function () use (&$b) {
    suspend();
    await($b);
});
$b = spawn(function () use (&$a) {
    await($a);
});
try {
    await($a);
} catch (Async\DeadlockError $e) {
    echo $e->getMessage(), "\n";
}
echo "main goes on\n";
foreach ([$a, $b] as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECTF--
Deadlock: 3 coroutines wait and nothing can wake them: main script, #%d waits for coroutine #%d %s since %stwo_wait_for_each_other.php:%d; #%d waits for coroutine #%d %s since %stwo_wait_for_each_other.php:8; #%d waits for coroutine #%d %s since %stwo_wait_for_each_other.php:11
main goes on
