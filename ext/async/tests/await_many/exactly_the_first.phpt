--TEST--
What completes after the wait is over does not count, though the waiting coroutine has not run yet
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_of;
use function Async\await_any_or_fail;

require __DIR__ . '/../settle.inc';

/* All of them may end before the waiter runs again. */
$tasks = fn() => array_map(fn($i) => spawn(fn() => $i), [1, 2, 3, 4]);
[$results, $errors] = await_any_of(2, $tasks());
echo count($results), ' results, ', count($errors), " errors\n";
echo gettype(await_any_or_fail($tasks())), "\n";

$done = $tasks();
settle();
echo json_encode(await_any_of(3, $done)), "\n";
?>
--EXPECT--
2 results, 0 errors
integer
[[1,2,3],[]]
