--TEST--
close() sends waiters away, destroys idle resources at once and active ones when they are released
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"),
    beforeRelease: fn() => print("must not be called\n"), min: 2, max: 2);
$a = $pool->acquire();
$b = $pool->acquire();
$waiter = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
Async\suspend();
$pool->close();
$pool->close();
Async\await($waiter);
var_dump($pool->isClosed());
attempt(fn() => $pool->acquire());
attempt(fn() => $pool->tryAcquire());
counts($pool);
$pool->release($a);
attempt(fn() => $pool->release($a));
$pool->release($b);
counts($pool);

echo "-- idle ones\n";
Connection::$last = 0;
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"), min: 2);
$pool->close();
counts($pool);
?>
--EXPECT--
Async\PoolException: The pool is closed
bool(true)
Async\PoolException: The pool is closed
ok: NULL
counts: idle 0, active 2, connecting 0, waiting 0, created 2, destroyed: none
destroying 2
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
destroying 1
counts: idle 0, active 0, connecting 0, waiting 0, created 2, destroyed: closed 2
-- idle ones
destroying 1
destroying 2
counts: idle 0, active 0, connecting 0, waiting 0, created 2, destroyed: closed 2
