--TEST--
An uncontended cycle and a waiter in line allocate nothing
--EXTENSIONS--
async
zend_async_test
--INI--
; a switch that a seed adds allocates
async.scheduler_seed=0
opcache.jit=disable
--FILE--
<?php
/* Without JIT: the compiler allocates whenever it gets to it. */
require __DIR__ . '/pool.inc';
use function ZendAsyncTest\{start_counting_allocations, stop_counting_allocations};
$pool = new Async\Pool('connect', min: 1, max: 1);
$pool->release($pool->acquire());
start_counting_allocations();
for ($i = 0; $i < 1000; $i++) {
    $r = $pool->acquire();
    $pool->release($r);
}
echo stop_counting_allocations(), " allocations in 1000 cycles\n";

/* What a suspended coroutine needs, by itself and in line. */
function measure(callable $wait, callable $wake): int {
    $tasks = [];
    for ($round = 0; $round < 2; $round++) {
        $tasks = [];
        for ($i = 0; $i < 100; $i++) {
            $tasks[] = Async\spawn(function () use ($wait) {
                Async\suspend();
                $wait();
            });
        }
        Async\suspend();
        start_counting_allocations();
        Async\suspend();
        $count = stop_counting_allocations();
        $wake($tasks);
        Async\await_all($tasks);
    }
    return $count;
}
$plain = measure(fn() => Async\suspend(), fn() => null);
$r = $pool->acquire();
$parked = measure(function () use ($pool) { $pool->release($pool->acquire(1000000)); }, function () use ($pool, &$r) {
    counts($pool, 'parked');
    $pool->release($r);
    $r = $pool->acquire();
});
echo $parked - $plain, " more for 100 parked waiters than for 100 that suspend\n";
?>
--EXPECT--
0 allocations in 1000 cycles
parked: idle 0, active 1, connecting 0, waiting 100, created 1, destroyed: none
parked: idle 0, active 1, connecting 0, waiting 100, created 1, destroyed: none
0 more for 100 parked waiters than for 100 that suspend
