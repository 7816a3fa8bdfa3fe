--TEST--
Waiters are served in the order of their coming, whoever leaves in between
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool('connect', max: 1);
$r = $pool->acquire();
$tasks = [];
for ($i = 0; $i < 8; $i++) {
    $tasks[$i] = Async\spawn(function () use ($pool, $i) {
        $r = $pool->acquire();
        echo "served $i\n";
        $pool->release($r);
    });
    settle();
}
counts($pool);
$tasks[2]->cancel();
$tasks[5]->cancel();
$tasks[0]->cancel();
settle();
counts($pool);
$pool->release($r);
Async\await_all($tasks);
counts($pool);
?>
--EXPECT--
counts: idle 0, active 1, connecting 0, waiting 8, created 1, destroyed: none
counts: idle 0, active 1, connecting 0, waiting 5, created 1, destroyed: none
served 1
served 3
served 4
served 6
served 7
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
