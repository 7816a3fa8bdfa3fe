--TEST--
The time limit does not start anew with every step of one acquire
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
/* Each of the five idle ones is refused after 20 ms, the factory would need 20 more. */
$pool = new Async\Pool('connect', beforeAcquire: function () { Async\delay(20); return false; }, min: 50, max: 50);
try {
    $pool->acquire(50);
} catch (Async\PoolTimeoutException $e) {
    echo $e::class, "\n";
}
$refused = $pool->getStats()['destroyed']['refused_acquire'];
var_dump($refused >= 1 && $refused <= 4);
var_dump($pool->activeCount(), $pool->idleCount() + $refused);
?>
--EXPECT--
Async\PoolTimeoutException
bool(true)
int(0)
int(50)
