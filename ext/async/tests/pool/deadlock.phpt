--TEST--
Waiting for a resource that nobody can release is an error that shows the pool's counts
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 2);
$pool->acquire();
$r = $pool->acquire();
attempt(fn() => $pool->acquire());
counts($pool);
?>
--EXPECTF--
Async\DeadlockError: %s a resource of a pool (2 active, 0 connecting, 0 idle, 1 waiting, at most 2)%s
counts: idle 0, active 2, connecting 0, waiting 0, created 2, destroyed: none
