--TEST--
tryAcquire() takes an idle resource or makes one, and never waits in line
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 2);
$a = $pool->tryAcquire();
$b = $pool->tryAcquire();
echo $a->number, $b->number, "\n";
var_dump($pool->tryAcquire());
$pool->release($b);
echo $pool->tryAcquire()->number, "\n";
$waiter = Async\spawn(fn() => $pool->acquire()->number);
settle();
$pool->release($a);
echo "a waiter comes first\n";
var_dump($pool->tryAcquire());
echo Async\await($waiter), "\n";
$pool = new Async\Pool(fn() => throw new Exception('down'));
attempt(fn() => $pool->tryAcquire());
counts($pool);
?>
--EXPECT--
12
NULL
2
a waiter comes first
NULL
1
Exception: down
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
