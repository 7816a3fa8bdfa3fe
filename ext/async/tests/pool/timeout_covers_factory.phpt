--TEST--
The time limit covers the factory, which is interrupted
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool(function () {
    try {
        Async\delay(60000);
    } catch (Throwable $e) {
        echo "interrupted by ", $e::class, "\n";
        throw $e;
    }
}, max: 1);
try {
    $pool->acquire(10);
} catch (Async\PoolTimeoutException $e) {
    echo $e::class, "\n";
}
counts($pool);

echo "-- one that blocks is noticed when it returns; what it made is kept\n";
$pool = new Async\Pool(function () {
    $end = hrtime(true) + 20_000_000;
    while (hrtime(true) < $end);
    return connect();
}, max: 1);
try {
    $pool->acquire(5);
} catch (Async\PoolTimeoutException $e) {
    echo $e::class, "\n";
}
counts($pool);

echo "-- one that goes on regardless gives what it made to the pool\n";
$pool = new Async\Pool(function () {
    try {
        Async\delay(60000);
    } catch (Async\AsyncCancellation) {
    }
    return connect();
}, max: 1);
try {
    $pool->acquire(5);
} catch (Async\PoolTimeoutException $e) {
    echo $e::class, "\n";
}
counts($pool);
?>
--EXPECT--
interrupted by Async\OperationCanceledException
Async\PoolTimeoutException
counts: idle 0, active 0, connecting 0, waiting 0, created 0, destroyed: none
-- one that blocks is noticed when it returns; what it made is kept
Async\PoolTimeoutException
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
-- one that goes on regardless gives what it made to the pool
Async\PoolTimeoutException
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
