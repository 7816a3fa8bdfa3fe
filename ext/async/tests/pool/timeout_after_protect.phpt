--TEST--
A time limit that ended under a protection of the call is no deadlock afterwards
--EXTENSIONS--
async
--FILE--
<?php
use Async\{Channel, Pool, PoolTimeoutException};

$pool = new Pool(function () {
    Async\protect(fn() => Async\delay(20));
    (new Channel)->recv();
});
try {
    $pool->acquire(1);
} catch (PoolTimeoutException $e) {
    echo get_class($e), "\n";
}
printf("%d resources, %d time-outs\n", count($pool), $pool->getStats()['timeouts']);
?>
--EXPECT--
Async\PoolTimeoutException
0 resources, 1 time-outs
