--TEST--
Thousands of waiters can time out or be cancelled and nothing is lost
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$r = $pool->acquire();
$served = $timed = $cancelled = 0;
$tasks = [];
for ($i = 0; $i < 1500; $i++) {
    $tasks[] = Async\spawn(function () use ($pool, $i, &$served, &$timed, &$cancelled) {
        try {
            $r = $pool->acquire($i % 3 == 0 ? 1 + $i % 20 : 0);
            $served++;
            $pool->release($r);
        } catch (Async\PoolTimeoutException) {
            $timed++;
        } catch (Async\AsyncCancellation) {
            $cancelled++;
        }
    });
}
Async\suspend();
until(function () use (&$timed) { return $timed == 500; });
foreach ($tasks as $i => $task) {
    if ($i % 3 == 1) {
        $task->cancel();
    }
}
$pool->release($r);
Async\await_all($tasks);
echo "$served served, $timed timed out, $cancelled cancelled\n";
counts($pool);
?>
--EXPECT--
500 served, 500 timed out, 500 cancelled
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
