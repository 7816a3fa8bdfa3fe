--TEST--
The constructor makes the minimum, and the factory the rest on demand
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', min: 2, max: 3);
counts($pool);
$a = $pool->acquire();
$b = $pool->acquire();
$c = $pool->acquire();
var_dump(count($pool), $pool->idleCount(), $pool->activeCount());
foreach ([$a, $b, $c] as $r) {
    $pool->release($r);
}
var_dump(count($pool), $pool->idleCount(), $pool->activeCount());
counts($pool);
?>
--EXPECT--
counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
int(3)
int(0)
int(3)
int(3)
int(3)
int(0)
counts: idle 3, active 0, connecting 0, waiting 0, created 3, destroyed: none
