--TEST--
An acquire that times out leaves the line and says how busy the pool is
--EXTENSIONS--
async
--INI--
pcre.jit=0
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 2);
$a = $pool->acquire();
$b = $pool->acquire();
$other = Async\spawn(function () use ($pool) { return $pool->acquire()->number; });
Async\suspend();
$start = hrtime(true);
try {
    $pool->acquire(20);
} catch (Async\PoolException $e) {
    echo $e::class, "\n", preg_replace('/within \d+ ms/', 'within N ms', $e->getMessage()), "\n";
}
var_dump(hrtime(true) - $start >= 20_000_000);
counts($pool);
$pool->release($a);
echo Async\await($other), "\n";
echo $pool->getStats()['timeouts'], " time-out\n";
counts($pool);
?>
--EXPECT--
Async\PoolTimeoutException
No resource could be had from the pool within N ms: 2 waiting, 2 active, 0 connecting, 0 idle, at most 2
bool(true)
counts: idle 0, active 2, connecting 0, waiting 1, created 2, destroyed: none
1
1 time-out
counts: idle 0, active 2, connecting 0, waiting 0, created 2, destroyed: none
