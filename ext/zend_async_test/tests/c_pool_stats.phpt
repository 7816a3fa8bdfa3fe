--TEST--
The owner of a pool written in C adds to what getStats() tells
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$connections = new ZendAsyncTest\ConnectionPool();
$pool = $connections->getPool();

$connections->release($connections->acquire());
$stats = $pool->getStats();
echo $stats['created'], ' created, the last is number ', $stats['last_number'], "\n";

unset($connections);
echo $pool->isClosed() ? 'closed' : 'open', ', the last was number ', $pool->getStats()['last_number'], "\n";
?>
--EXPECT--
1 created, the last is number 1
closed, the last was number 1
