--TEST--
The PHP object of a pool of C resources shows it, but gives nothing out
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(min: 1, max: 2);
$shown = $pool->getPool();
var_dump($shown === $pool->getPool());
foreach (['acquire' => [], 'tryAcquire' => [], 'release' => [1], 'discard' => [1], 'use' => ['intval']] as $method => $arguments) {
    try {
        $shown->$method(...$arguments);
    } catch (Async\PoolException $e) {
        echo "$method: ", $e->getMessage(), "\n";
    }
}
var_dump(count($shown), $shown->getState()->name);
unset($shown);
echo $pool->acquire(), " is still there\n";
$shown = $pool->getPool();
unset($pool);
var_dump($shown->isClosed(), count($shown));
?>
--EXPECT--
bool(true)
acquire: The resources of this pool are for the extension that made it only
tryAcquire: The resources of this pool are for the extension that made it only
release: The resources of this pool are for the extension that made it only
discard: The resources of this pool are for the extension that made it only
use: The resources of this pool are for the extension that made it only
int(1)
string(6) "ACTIVE"
1 is still there
bool(true)
int(0)
