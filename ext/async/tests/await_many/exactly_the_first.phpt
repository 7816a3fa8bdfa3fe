--TEST--
What completes after the wait is over does not count, though the waiting coroutine has not run yet
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await_any_of;
use function Async\await_any_or_fail;

/* All of them end in one turn, before the waiter runs again. */
$tasks = fn() => array_map(fn($i) => spawn(fn() => $i), [1, 2, 3, 4]);
echo json_encode(await_any_of(2, $tasks())), "\n";
echo await_any_or_fail($tasks()), "\n";

$done = $tasks();
suspend();
echo json_encode(await_any_of(3, $done)), "\n";
?>
--EXPECT--
[[1,2],[]]
1
[[1,2,3],[]]
