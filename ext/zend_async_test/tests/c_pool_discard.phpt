--TEST--
A resource of a C pool is discarded instead of released, and tryAcquire() of a closed C pool gives null
--EXTENSIONS--
async
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(max: 1);
$first = $pool->acquire();
$waiter = Async\spawn(fn () => $pool->acquire());
Async\suspend();
$pool->discard($first);
echo "$first, then ", Async\await($waiter), "\n";
echo implode(', ', $pool->takeLog()), "\n";
try {
    $pool->discard($first);
} catch (Async\PoolException $e) {
    echo $e->getMessage(), "\n";
}
echo json_encode(array_filter($pool->getPool()->getStats()['destroyed'])), "\n";
$pool->close();
var_dump($pool->tryAcquire());
?>
--EXPECT--
1, then 2
factory 1, destructor 1, factory 2
The resource is not out of this pool: it belongs elsewhere or was released already
{"discarded":1}
NULL
