--TEST--
A pool of C resources with C handlers
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(min: 2, max: 3);
echo implode(', ', $pool->takeLog()), "\n";
$a = $pool->acquire();
$b = $pool->acquire();
$c = $pool->acquire();
echo "$a $b $c\n";
var_dump($pool->tryAcquire());
$pool->release($b);
try {
    $pool->release($b);
} catch (Async\PoolException $e) {
    echo $e->getMessage(), "\n";
}
echo implode(', ', $pool->takeLog()), "\n";
$stats = $pool->getPool()->getStats();
echo "idle {$stats['idle']}, active {$stats['active']}\n";
$pool->release($a);
$pool->release($c);
$pool->close();
echo implode(', ', $pool->takeLog()), "\n";
?>
--EXPECT--
factory 1, factory 2
2 1 3
NULL
The resource is not out of this pool: it belongs elsewhere or was released already
before_acquire 2, before_acquire 1, factory 3, before_release 1
idle 1, active 2
before_release 2, before_release 3, destructor 1, destructor 2, destructor 3
