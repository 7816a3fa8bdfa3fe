--TEST--
The message of a big deadlock stays short
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\current_coroutine;

$main = current_coroutine();
$all = [];
for ($i = 0; $i < 50; $i++) {
    $all[] = spawn(function () use ($main) { await($main); });
}
try {
    await($all[0]);
} catch (Async\DeadlockError $e) {
    echo substr($e->getMessage(), 0, 60), "\n";
    var_dump(strlen($e->getMessage()) < 5000);
}
foreach ($all as $coroutine) {
    $coroutine->cancel();
}
?>
--EXPECTF--
Deadlock: 51 coroutines wait and nothing can wake them: main
bool(true)
