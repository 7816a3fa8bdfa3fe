--TEST--
A healthcheck in C destroys what is sick and refills the pool
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(min: 2, max: 2, healthcheckInterval: 1);
$pool->setDelay('healthcheck', 1);
$pool->setFailing('healthcheck', 1);
while ($pool->getPool()->getStats()['created'] < 3) {
    Async\delay(1);
}
$stats = $pool->getPool()->getStats();
echo "unhealthy {$stats['destroyed']['unhealthy']}, total ", count($pool->getPool()), "\n";
ZendAsyncTest\check_health($pool->getPool());
$pool->close();
ZendAsyncTest\check_health($pool->getPool());
echo "closed\n";
?>
--EXPECT--
unhealthy 1, total 2
closed
