--TEST--
A pool that is closed while a factory or a hook is suspended gives nothing out
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$destroy = fn($r) => print("destroying $r->number\n");
$slow = function () { Async\delay(20); return true; };
echo "-- factory\n";
$pool = new Async\Pool(function () { Async\delay(20); return connect(); }, $destroy);
$task = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
settle();
$pool->close();
Async\await($task);
counts($pool);
echo "-- beforeAcquire\n";
$pool = new Async\Pool('connect', $destroy, beforeAcquire: $slow, min: 1);
$task = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
settle();
$pool->close();
Async\await($task);
counts($pool);
echo "-- beforeRelease\n";
$pool = new Async\Pool('connect', $destroy, beforeRelease: $slow);
$r = $pool->acquire();
$task = Async\spawn(function () use ($pool, $r) { attempt(fn() => $pool->release($r)); });
settle();
$pool->close();
Async\await($task);
counts($pool);
echo "-- a destructor that suspends lets nobody take the next idle one\n";
$pool = new Async\Pool('connect', fn() => Async\delay(20), min: 3);
$task = Async\spawn(fn() => $pool->close());
settle();
attempt(fn() => $pool->acquire());
Async\await($task);
counts($pool);
?>
--EXPECT--
-- factory
destroying 1
Async\PoolException: The pool is closed
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: closed 1
-- beforeAcquire
destroying 2
Async\PoolException: The pool is closed
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: closed 1
-- beforeRelease
destroying 3
ok: NULL
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: closed 1
-- a destructor that suspends lets nobody take the next idle one
Async\PoolException: The pool is closed
counts: idle 0, active 0, connecting 0, waiting 0, created 3, destroyed: closed 3
