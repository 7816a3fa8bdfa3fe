--TEST--
Cancellation inside of a callable stays the outermost exception and loses no place
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
set_error_handler(fn(int $level, string $message) => print(strtok($message, ':') . "\n"));
$slow = function ($r = null) { Async\delay(100000); return $r ?? connect(); };
echo "-- factory\n";
$pool = new Async\Pool($slow, max: 1);
$task = Async\spawn(fn() => $pool->acquire());
settle();
$next = Async\spawn(fn() => $pool->acquire());
settle();
$task->cancel();
attempt(fn() => Async\await($task));
counts($pool, 'next');
$next->cancel();
attempt(fn() => Async\await($next));
counts($pool);
echo "-- beforeAcquire\n";
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"), beforeAcquire: $slow, min: 2, max: 2);
$task = Async\spawn(fn() => $pool->acquire());
settle();
$task->cancel();
attempt(fn() => Async\await($task));
counts($pool);
echo "-- beforeRelease\n";
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"), beforeRelease: $slow, max: 1);
$r = $pool->acquire();
$task = Async\spawn(fn() => $pool->release($r));
settle();
$task->cancel();
attempt(fn() => Async\await($task));
counts($pool);
echo "-- a time limit inside of a hook is a verdict\n";
$pool = new Async\Pool('connect', beforeAcquire: function ($r) {
    Async\await(Async\spawn(fn() => Async\delay(100000)), Async\timeout(1));
}, min: 1, max: 1);
echo $pool->acquire()->number, "\n";
counts($pool);
foreach (Async\get_coroutines() as $coroutine) {
    if ($coroutine !== Async\current_coroutine()) {
        $coroutine->cancel();
    }
}
?>
--EXPECT--
-- factory
Async\AsyncCancellation: The coroutine was cancelled
next: idle 0, active 0, connecting 1, waiting 0, created 0, destroyed: none
Async\AsyncCancellation: The coroutine was cancelled
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
-- beforeAcquire
destroying 2
Async\AsyncCancellation: The coroutine was cancelled
counts: idle 1, active 0, connecting 0, waiting 0, created 2, destroyed: refused_acquire 1
-- beforeRelease
destroying 1
destroying 3
Async\AsyncCancellation: The coroutine was cancelled
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: refused_release 1
-- a time limit inside of a hook is a verdict
Uncaught Async\TimeoutException
5
counts: idle 0, active 1, connecting 0, waiting 0, created 2, destroyed: refused_acquire 1
