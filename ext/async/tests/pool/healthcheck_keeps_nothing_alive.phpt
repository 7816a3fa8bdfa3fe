--TEST--
A healthcheck keeps neither the process nor its pool alive
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', healthcheck: function () { Async\delay(100000); return true; }, min: 1, healthcheckInterval: 1);
until(fn() => $pool->idleCount() == 0);
counts($pool, 'under check');
$fast = new Async\Pool('connect', fn() => print("closed\n"), healthcheck: fn() => true, min: 1, healthcheckInterval: 1);
Async\delay(5);
unset($fast);
echo "end\n";
?>
--EXPECT--
under check: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
closed
end
