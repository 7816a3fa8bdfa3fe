--TEST--
An idle connection can be preferred and evicted by its owner, one that is out or gone cannot
--EXTENSIONS--
zend_async_test
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(max: 4);
$out = [];
for ($i = 0; $i < 4; $i++) {
    $out[] = $pool->acquire();
}
var_dump($pool->prefer($out[0]), $pool->evict($out[0]));
foreach ($out as $number) {
    $pool->release($number);
}

/* In the order of the ring, but for the one that is wanted. */
var_dump($pool->prefer($out[1]));
$order = [];
for ($i = 0; $i < 4; $i++) {
    $order[] = $pool->acquire();
}
echo implode(' ', array_map(fn($number) => array_search($number, $out), $order)), "\n";
foreach ($out as $number) {
    $pool->release($number);
}

/* From the middle and from both ends; only once each. */
$pool->takeLog();
foreach ([2, 0, 3] as $i) {
    var_dump($pool->evict($out[$i]), $pool->evict($out[$i]));
}
echo implode(', ', array_map(fn($line) => strtok($line, ' '), $pool->takeLog())), "\n";
$stats = $pool->getPool()->getStats();
echo "idle {$stats['idle']}, active {$stats['active']}, unhealthy {$stats['destroyed']['unhealthy']}\n";
var_dump($pool->acquire() === $out[1]);

/* The place is free again. */
for ($i = 0; $i < 3; $i++) {
    $pool->acquire();
}
var_dump($pool->tryAcquire(), count($pool->getPool()));
?>
--EXPECT--
bool(false)
bool(false)
bool(true)
1 3 2 0
bool(true)
bool(false)
bool(true)
bool(false)
bool(true)
bool(false)
destructor, destructor, destructor
idle 1, active 0, unhealthy 3
bool(true)
NULL
int(4)
