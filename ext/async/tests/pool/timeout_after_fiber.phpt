--TEST--
A time limit that ended while the Fiber of the call was suspended is no deadlock afterwards
--EXTENSIONS--
async
--FILE--
<?php
use Async\{Channel, Pool, PoolTimeoutException};

$pool = new Pool(function () {
    Fiber::suspend();
    (new Channel)->recv();
});
$fiber = new Fiber(function () use ($pool) {
    try {
        $pool->acquire(1);
    } catch (PoolTimeoutException $e) {
        echo get_class($e), "\n";
    }
});
$fiber->start();
Async\delay(20);
$fiber->resume();
printf("%d resources, %d time-outs\n", count($pool), $pool->getStats()['timeouts']);
?>
--EXPECT--
Async\PoolTimeoutException
0 resources, 1 time-outs
