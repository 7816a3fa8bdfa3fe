--TEST--
The releaser cannot take its resource back ahead of a waiter
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$waiter = null;
$greedy = Async\spawn(function () use ($pool) {
    for ($i = 0; $i < 3; $i++) {
        $r = $pool->acquire();
        echo "greedy $i\n";
        Async\suspend();
        $pool->release($r);
        var_dump($pool->tryAcquire());
    }
});
$modest = Async\spawn(function () use ($pool) {
    for ($i = 0; $i < 3; $i++) {
        $r = $pool->acquire();
        echo "modest $i\n";
        Async\suspend();
        $pool->release($r);
    }
});
Async\await_all([$greedy, $modest]);
echo $pool->getStats()['handoffs'], " hand-offs\n";
counts($pool);
?>
--EXPECT--
greedy 0
NULL
modest 0
greedy 1
NULL
modest 1
greedy 2
NULL
modest 2
5 hand-offs
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
