--TEST--
A pool that connects aside tells a waiter when its connecter is cancelled, instead of trying for ever
--EXTENSIONS--
async
zend_async_test
--FILE--
<?php
use Async\{AsyncCancellation, Pool, PoolException};

$calls = 0;
$pool = new Pool(function () use (&$calls) {
    if (++$calls > 100) {
        exit("started for ever\n");
    }
    Async\current_coroutine()->cancel(new AsyncCancellation('not now'));
    Async\suspend();
});
ZendAsyncTest\connect_aside($pool);

$acquire = function () use ($pool) {
    try {
        $pool->acquire();
    } catch (PoolException $e) {
        echo $e->getMessage(), ', because: ', $e->getPrevious()->getMessage(), "\n";
    }
};
Async\await(Async\spawn($acquire));
Async\await(Async\spawn($acquire));
printf("%d calls, %d resources\n", $calls, count($pool));
?>
--EXPECT--
The coroutine that was making a resource for the pool was cancelled, because: not now
The coroutine that was making a resource for the pool was cancelled, because: not now
2 calls, 0 resources
