--TEST--
A resource under a hook that suspends counts as taken
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/pool.inc';
$slow = function () { Async\delay(2); return true; };
$pool = new Async\Pool('connect', beforeAcquire: $slow, beforeRelease: $slow, max: 1);
$r = $pool->acquire();
$task = Async\spawn(fn() => $pool->release($r));
Async\suspend();
counts($pool, 'releasing');
var_dump($pool->tryAcquire());
Async\await($task);
counts($pool, 'released');
$task = Async\spawn(fn() => $pool->acquire());
Async\suspend();
counts($pool, 'acquiring');
var_dump($pool->tryAcquire());
Async\await($task);
counts($pool);

echo "-- and under a destructor\n";
$pool = new Async\Pool('connect', fn() => Async\delay(2), beforeRelease: fn() => false, max: 1);
$r = $pool->acquire();
$task = Async\spawn(fn() => $pool->release($r));
Async\suspend();
counts($pool, 'destroying');
var_dump($pool->tryAcquire());
Async\await($task);
counts($pool);
?>
--EXPECT--
releasing: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
NULL
released: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
acquiring: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
NULL
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
-- and under a destructor
destroying: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: refused_release 1
NULL
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: refused_release 1
