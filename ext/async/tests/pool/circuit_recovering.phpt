--TEST--
RECOVERING lets one acquire through at a time, in line, and activate() the rest
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 5);
$pool->deactivate();
$pool->recover();
var_dump($pool->getState());
$go = false;
$out = 0;
$most = 0;
$tasks = [];
for ($i = 0; $i < 4; $i++) {
    $tasks[] = Async\spawn(function () use ($pool, $i, &$out, &$most) {
        $r = $pool->acquire();
        $most = max($most, ++$out);
        echo "$i through\n";
        until(fn() => $GLOBALS['go']);
        $out--;
        $pool->release($r);
    });
    until(fn() => $GLOBALS['out'] === 1 && $pool->getStats()['waiting'] === $i);
}
counts($pool, 'one through');
var_dump($pool->tryAcquire());
$go = true;
Async\await_all($tasks);
echo "at most $most at a time\n";
$pool->activate();
$both = [$pool->acquire(), $pool->acquire()];
counts($pool);
echo "-- a factory that fails lets the next one try\n";
$go = false;
$pool = new Async\Pool(function () { until(fn() => $GLOBALS['go']); throw new Exception('down'); }, max: 5);
$pool->recover();
$tasks = [];
for ($i = 0; $i < 3; $i++) {
    $tasks[] = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
}
until(fn() => $pool->getStats()['waiting'] === 2);
counts($pool, 'one through');
$go = true;
Async\await_all($tasks);
counts($pool);
?>
--EXPECT--
enum(Async\CircuitBreakerState::RECOVERING)
0 through
one through: idle 0, active 1, connecting 0, waiting 3, created 1, destroyed: none
NULL
1 through
2 through
3 through
at most 1 at a time
counts: idle 0, active 2, connecting 0, waiting 0, created 2, destroyed: none
-- a factory that fails lets the next one try
one through: idle 0, active 0, connecting 1, waiting 2, created 0, destroyed: none
Exception: down
Exception: down
Exception: down
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
