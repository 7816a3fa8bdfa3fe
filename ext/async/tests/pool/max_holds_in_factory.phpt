--TEST--
A factory that suspends cannot make more than the maximum
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$go = false;
$running = $most = 0;
$pool = new Async\Pool(function () use (&$running, &$most) {
    $most = max($most, ++$running);
    until(fn() => $GLOBALS['go']);
    Async\delay(1);
    $running--;
    return connect();
}, max: 3);
$tasks = [];
for ($i = 0; $i < 20; $i++) {
    $tasks[] = Async\spawn(function () use ($pool) {
        $r = $pool->acquire();
        Async\suspend();
        $pool->release($r);
    });
}
until(fn() => $pool->getStats()['waiting'] === 17);
counts($pool);
$go = true;
Async\await_all($tasks);
echo "at most $most at a time\n";
counts($pool);
?>
--EXPECT--
counts: idle 0, active 0, connecting 3, waiting 17, created 0, destroyed: none
at most 3 at a time
counts: idle 3, active 0, connecting 0, waiting 0, created 3, destroyed: none
