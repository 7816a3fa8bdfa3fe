--TEST--
A waiter that was handed a resource but did not run before close() gets an exception
--EXTENSIONS--
async
--INI--
; a seed makes release() switch, and nothing may run between it and close()
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"), max: 1);
$r = $pool->acquire();
$task = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
settle();
$pool->release($r);
$pool->close();
Async\await($task);
counts($pool);
?>
--EXPECT--
destroying 1
Async\PoolException: The pool is closed
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: closed 1
