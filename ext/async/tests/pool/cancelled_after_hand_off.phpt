--TEST--
A waiter that is cancelled after something was handed to it passes it on
--EXTENSIONS--
async
--INI--
; a seed makes release() switch, and nothing may run between it and cancel()
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$r = $pool->acquire();
$unlucky = Async\spawn(function () use ($pool) {
    $pool->acquire();
    echo "must not get here\n";
});
$lucky = Async\spawn(function () use ($pool) {
    $r = $pool->acquire();
    echo "the next one has it\n";
    $pool->release($r);
});
Async\suspend();
$pool->release($r);
$unlucky->cancel();
counts($pool, 'handed and cancelled');
Async\await($lucky);
attempt(fn() => Async\await($unlucky));

echo "-- the same with a place for a new resource\n";
$refuse = true;
$pool = new Async\Pool('connect', beforeRelease: function () use (&$refuse) { return !$refuse; }, max: 1);
$r = $pool->acquire();
$unlucky = Async\spawn(function () use ($pool) { $pool->acquire(); });
$lucky = Async\spawn(function () use ($pool, &$refuse) {
    $refuse = false;
    $r = $pool->acquire();
    echo "the next one made it\n";
    $pool->release($r);
});
Async\suspend();
$refuse = true;
$pool->release($r);
$unlucky->cancel();
counts($pool, 'handed and cancelled');
$refuse = false;
Async\await($lucky);
attempt(fn() => Async\await($unlucky));
counts($pool);
?>
--EXPECT--
handed and cancelled: idle 0, active 1, connecting 0, waiting 1, created 1, destroyed: none
the next one has it
Async\AsyncCancellation: The coroutine was cancelled
-- the same with a place for a new resource
handed and cancelled: idle 0, active 0, connecting 1, waiting 1, created 1, destroyed: refused_release 1
the next one made it
Async\AsyncCancellation: The coroutine was cancelled
counts: idle 1, active 0, connecting 0, waiting 0, created 2, destroyed: refused_release 1
