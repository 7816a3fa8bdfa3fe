--TEST--
A Fiber inside of a coroutine can wait for a resource
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$r = $pool->acquire();
$task = Async\spawn(function () use ($pool) {
    $fiber = new Fiber(function () use ($pool) {
        $r = $pool->acquire();
        Fiber::suspend('between');
        $pool->release($r);
        return $r->number;
    });
    echo $fiber->start(), "\n";
    $fiber->resume();
    return $fiber->getReturn();
});
settle();
counts($pool);
$pool->release($r);
echo Async\await($task), "\n";
counts($pool);
?>
--EXPECT--
counts: idle 0, active 1, connecting 0, waiting 1, created 1, destroyed: none
between
1
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
