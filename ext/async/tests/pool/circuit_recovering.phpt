--TEST--
RECOVERING lets one acquire through at a time, in line, and activate() the rest
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 5);
$pool->deactivate();
$pool->recover();
var_dump($pool->getState());
$out = 0;
$most = 0;
$tasks = [];
for ($i = 0; $i < 4; $i++) {
    $tasks[] = Async\spawn(function () use ($pool, $i, &$out, &$most) {
        $r = $pool->acquire();
        $most = max($most, ++$out);
        echo "$i through\n";
        Async\suspend();
        $out--;
        $pool->release($r);
    });
}
Async\suspend();
counts($pool, 'one through');
var_dump($pool->tryAcquire());
Async\await($tasks[1]);
echo "at most $most at a time\n";
$pool->activate();
$more = [];
Async\await_all($tasks);
counts($pool);
echo "-- a factory that fails lets the next one try\n";
$pool = new Async\Pool(function () { Async\suspend(); throw new Exception('down'); }, max: 5);
$pool->recover();
$tasks = [];
for ($i = 0; $i < 3; $i++) {
    $tasks[] = Async\spawn(function () use ($pool) { attempt(fn() => $pool->acquire()); });
}
Async\suspend();
counts($pool, 'one through');
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
at most 1 at a time
3 through
counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
-- a factory that fails lets the next one try
one through: idle 0, active 0, connecting 1, waiting 2, created 0, destroyed: none
Exception: down
Exception: down
Exception: down
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
