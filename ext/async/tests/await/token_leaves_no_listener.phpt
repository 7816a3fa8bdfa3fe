--TEST--
No listener is left behind by a wait, however it ended
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\delay;
use function Async\timeout;

/* A stale listener would be a pointer into a dead stack frame: waking it crashes or resumes the wrong wait. */
$target = spawn(function () { delay(40); return 'value'; });
$token = spawn(function () { delay(20); });
function wait_and_forget($target, $token) {
    try { await($target, $token); } catch (Async\OperationCanceledException) { echo "canceled\n"; }
}
for ($i = 0; $i < 3; $i++) {
    wait_and_forget($target, timeout(2));
}
wait_and_forget(spawn(fn() => 1), $token);
$waiter = spawn(fn() => wait_and_forget($target, $token));
delay(1);
$waiter->cancel();
delay(25);
echo "token ended\n";
echo await($target), "\n";
?>
--EXPECT--
canceled
canceled
canceled
token ended
value
