--TEST--
Connections that were never released are destroyed with the pool
--EXTENSIONS--
zend_async_test
--FILE--
<?php
function work(): void {
    $pool = new ZendAsyncTest\ConnectionPool(max: 3);
    $pool->acquire();
    $pool->acquire();
    $pool->setDelay('destructor', 1);
}
work();
Async\spawn('work');
$pool = new ZendAsyncTest\ConnectionPool(max: 3);
$pool->acquire();
echo "done\n";
?>
--EXPECT--
done
