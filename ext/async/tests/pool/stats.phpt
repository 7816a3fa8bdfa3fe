--TEST--
getStats() tells counts, waits, hand-offs, time-outs and why resources were destroyed
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$r = $pool->acquire();
$task = Async\spawn(function () use ($pool) { $pool->release($pool->acquire()); });
settle();
attempt(fn() => $pool->tryAcquire());
Async\delay(3);
$pool->release($r);
Async\await($task);
$stats = $pool->getStats();
var_dump($stats['wait_total_ms'] >= 1, $stats['wait_max_ms'] <= $stats['wait_total_ms']);
unset($stats['wait_total_ms'], $stats['wait_max_ms']);
echo json_encode($stats, JSON_PRETTY_PRINT), "\n";
?>
--EXPECT--
ok: NULL
bool(true)
bool(true)
{
    "min": 0,
    "max": 1,
    "idle": 1,
    "active": 0,
    "connecting": 0,
    "waiting": 0,
    "created": 1,
    "destroyed": {
        "closed": 0,
        "refused_acquire": 0,
        "refused_release": 0,
        "unhealthy": 0,
        "retired": 0,
        "discarded": 0
    },
    "factory_failures": 0,
    "acquired": 2,
    "waited": 1,
    "handoffs": 1,
    "timeouts": 0,
    "turned_away": 0
}
