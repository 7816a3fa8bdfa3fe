--TEST--
A destructor that throws is reported and disturbs nothing
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', fn($r) => throw new Exception("cannot close $r->number"), beforeRelease: fn() => false, max: 1);
$r = $pool->acquire();
$waiter = Async\spawn(fn() => $pool->acquire()->number);
Async\suspend();
$pool->release($r);
echo "waiter got ", Async\await($waiter), "\n";
counts($pool);
?>
--EXPECTF--

Warning: Uncaught Exception: cannot close 1 in %s
Stack trace:
%A
  thrown in %s on line %d
waiter got 2
counts: idle 0, active 1, connecting 0, waiting 0, created 2, destroyed: refused_release 1
