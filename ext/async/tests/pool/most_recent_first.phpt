--TEST--
The resource that was used last is given out first
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 20);
$all = [];
for ($i = 0; $i < 20; $i++) {
    $all[] = $pool->acquire();
}
foreach ($all as $r) {
    $pool->release($r);
}
for ($i = 0; $i < 3; $i++) {
    $r = $pool->acquire();
    echo $r->number, "\n";
}
$pool->release($r);
echo $pool->acquire()->number, "\n";
counts($pool);
?>
--EXPECT--
20
19
18
18
counts: idle 17, active 3, connecting 0, waiting 0, created 20, destroyed: none
