--TEST--
Handlers in C have their user data from the first call on, and until the last
--EXTENSIONS--
zend_async_test
--FILE--
<?php
/* The log is in the user data, and the factory writes to it while the constructor runs. */
$pool = new ZendAsyncTest\ConnectionPool(min: 3);
echo count($pool->takeLog()), " calls\n";

/* The object goes while a healthcheck is under way. */
$pool = new ZendAsyncTest\ConnectionPool(min: 1, healthcheckInterval: 1);
$pool->setDelay('healthcheck', 5);
while ($pool->getPool()->idleCount()) {
    Async\delay(1);
}
unset($pool);
Async\delay(10);
echo "done\n";
?>
--EXPECT--
3 calls
done
