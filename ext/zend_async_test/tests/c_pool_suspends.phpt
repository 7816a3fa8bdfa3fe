--TEST--
Handlers in C may suspend, and the maximum holds
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(max: 3);
foreach (['factory', 'before_acquire', 'before_release', 'destructor'] as $handler) {
    $pool->setDelay($handler, 1);
}
$most = 0;
$tasks = [];
for ($i = 0; $i < 30; $i++) {
    $tasks[] = Async\spawn(function () use ($pool, &$most) {
        $number = $pool->acquire(60000);
        $stats = $pool->getPool()->getStats();
        $most = max($most, $stats['idle'] + $stats['active'] + $stats['connecting']);
        Async\suspend();
        $pool->release($number);
    });
}
[$results, $errors] = Async\await_all($tasks);
echo count($errors), " errors, at most $most\n";
$pool->setDelay('factory', 100000);
$pool->setFailing('before_acquire', 3);
try {
    $pool->acquire(300);
} catch (Async\PoolTimeoutException $e) {
    echo $e::class, "\n";
}
$stats = $pool->getPool()->getStats();
echo "idle {$stats['idle']}, active {$stats['active']}, connecting {$stats['connecting']}, created {$stats['created']}\n";
$pool->close();
?>
--EXPECT--
0 errors, at most 3
Async\PoolTimeoutException
idle 0, active 0, connecting 0, created 3
