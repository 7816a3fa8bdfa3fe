--TEST--
Handlers in C that fail, with an exception or without one
--EXTENSIONS--
zend_async_test
--FILE--
<?php
function attempt(callable $call): void {
    try {
        var_dump($call());
    } catch (Throwable $e) {
        echo $e::class, ': ', $e->getMessage(), "\n";
    }
}
$pool = new ZendAsyncTest\ConnectionPool(max: 2);
$pool->setFailing('factory', 1, true);
attempt(fn() => $pool->acquire());
$pool->setFailing('factory', 1, false);
attempt(fn() => $pool->acquire());
attempt(fn() => $pool->acquire());
$pool->setFailing('before_release', 1, true);
attempt(fn() => $pool->release(3));
attempt(fn() => $pool->acquire());
attempt(fn() => $pool->release(4));
$pool->setFailing('before_acquire', 1, false);
attempt(fn() => $pool->acquire());
echo json_encode($pool->getPool()->getStats()['destroyed']), "\n";
echo implode(', ', $pool->takeLog()), "\n";
attempt(fn() => new ZendAsyncTest\ConnectionPool(min: 3, max: 2));
attempt(fn() => new ZendAsyncTest\ConnectionPool(max: 0));
?>
--EXPECT--
Exception: The factory of connection 1 failed
Async\PoolException: The factory of the pool failed and did not say why
int(3)
NULL
int(4)
NULL
int(5)
{"closed":0,"refused_acquire":1,"refused_release":1,"unhealthy":0,"retired":0,"discarded":0}
factory 1, factory 2, factory 3, before_release 3, destructor 3, factory 4, before_release 4, before_acquire 4, destructor 4, factory 5
ValueError: The minimum size of a pool must not be greater than the maximum size
ValueError: The maximum size of a pool must be greater than 0
