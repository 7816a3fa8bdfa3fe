--TEST--
The releaser cannot take its resource back ahead of a waiter
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$in_line = fn() => $pool->getStats()['waiting'] === 1;
$refused = 0;
$greedy = Async\spawn(function () use ($pool, $in_line, &$refused) {
    for ($i = 0; $i < 3; $i++) {
        $r = $pool->acquire();
        echo "greedy $i\n";
        until($in_line);
        $pool->release($r);
        $refused += $pool->tryAcquire() === null;
    }
});
until(fn() => $pool->getStats()['active'] === 1);
$modest = Async\spawn(function () use ($pool, $in_line, $greedy) {
    for ($i = 0; $i < 3; $i++) {
        $r = $pool->acquire();
        echo "modest $i\n";
        until($i === 2 ? $greedy->isCompleted(...) : $in_line);
        $pool->release($r);
    }
});
Async\await_all([$greedy, $modest]);
echo "refused $refused times\n";
echo $pool->getStats()['handoffs'], " hand-offs\n";
counts($pool);
?>
--EXPECT--
greedy 0
modest 0
greedy 1
modest 1
greedy 2
modest 2
refused 3 times
5 hand-offs
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
