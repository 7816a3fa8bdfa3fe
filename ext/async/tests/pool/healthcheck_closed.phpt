--TEST--
A pool closed during a healthcheck destroys what was under check
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"),
    healthcheck: function () { Async\delay(3); return true; }, min: 1, healthcheckInterval: 1);
until(fn() => $pool->idleCount() == 0);
$pool->close();
counts($pool, 'closed');
until(fn() => $pool->activeCount() == 0);
counts($pool);
?>
--EXPECT--
closed: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
destroying 1
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: closed 1
