--TEST--
A strategy in C opens and closes the circuit
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(max: 2);
$pool->setStrategy(2);
$state = fn() => $pool->getPool()->getState()->name;
$pool->setFailing('factory', 3);
for ($i = 0; $i < 3; $i++) {
    try {
        $pool->acquire();
    } catch (Async\AsyncException $e) {
        echo $e::class, ', ', $state(), "\n";
    }
    Async\delay(2);
}
$number = $pool->acquire();
echo $state(), "\n";
$pool->release($number);
echo $state(), "\n";
?>
--EXPECT--
Async\PoolException, ACTIVE
Async\PoolException, INACTIVE
Async\PoolException, INACTIVE
RECOVERING
ACTIVE
