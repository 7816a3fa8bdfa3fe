--TEST--
A negative limit is a ValueError, a huge one is no limit, and zero waits for ever
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
attempt(fn() => $pool->acquire(-1));
attempt(fn() => $pool->acquire(PHP_INT_MIN));
$r = $pool->acquire(PHP_INT_MAX);
$tasks = [];
foreach ([0, PHP_INT_MAX, PHP_INT_MAX - 1, intdiv(PHP_INT_MAX, 1000000), intdiv(PHP_INT_MAX, 1000000) + 1] as $limit) {
    $tasks[] = Async\spawn(function () use ($pool, $limit) {
        $r = $pool->acquire($limit);
        Async\suspend();
        $pool->release($r);
        return true;
    });
}
Async\delay(5);
counts($pool);
$pool->release($r);
echo count(array_filter(Async\await_all($tasks)[0])), " served\n";
counts($pool);
?>
--EXPECT--
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be greater than or equal to 0
ValueError: Async\Pool::acquire(): Argument #1 ($timeout) must be greater than or equal to 0
counts: idle 0, active 1, connecting 0, waiting 5, created 1, destroyed: none
5 served
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
