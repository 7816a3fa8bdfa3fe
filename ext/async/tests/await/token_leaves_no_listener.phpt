--TEST--
No listener is left behind by a wait, however it ended
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;
use function Async\delay;
use function Async\timeout;

/* A stale listener would be a pointer into a dead stack frame: waking it crashes or resumes the wrong wait. */
function gate(bool &$open, $value) {
    while (!$open) {
        delay(1);
    }
    return $value;
}
$target_opens = $token_opens = false;
$target = spawn(function () use (&$target_opens) { return gate($target_opens, 'value'); });
$token = spawn(function () use (&$token_opens) { return gate($token_opens, 'token ended'); });
function wait_and_forget($target, $token) {
    try { await($target, $token); } catch (Async\OperationCanceledException) { echo "canceled\n"; }
}
for ($i = 0; $i < 3; $i++) {
    wait_and_forget($target, timeout(2));
}
wait_and_forget(spawn(fn() => 1), $token);
$waiter = spawn(fn() => wait_and_forget($target, $token));
suspend();
$waiter->cancel();
suspend();
$token_opens = true;
echo await($token), "\n";
$target_opens = true;
echo await($target), "\n";
?>
--EXPECT--
canceled
canceled
canceled
token ended
value
