--TEST--
The deadlock message says what await_all() still waits for
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all;
use function Async\current_coroutine;

$main = current_coroutine();
$a = spawn(function () use ($main) { Async\await($main); });
try {
    await_all([spawn(fn() => 1), $a, spawn(fn() => 2)]);
} catch (Async\DeadlockError $e) {
    echo $e->getMessage(), "\n";
}
$a->cancel();
?>
--EXPECTF--
Deadlock: 2 coroutines wait and nothing can wake them: main script, #1 waits for 3 of 3 awaited objects to complete (2 have) since %sawait_many.php:9; #2 waits for coroutine #1 (the main script) since %sawait_many.php:7
