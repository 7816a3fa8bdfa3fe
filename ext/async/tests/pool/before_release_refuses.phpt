--TEST--
What beforeRelease refuses is destroyed, and the oldest waiter makes a new one
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
set_error_handler(fn(int $level, string $message) => print(strtok($message, ':') . "\n"));
$broken = new SplObjectStorage;
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"),
    beforeRelease: function ($r) use ($broken) {
        if ($r->number == 3) {
            throw new Exception('reset failed');
        }
        return !$broken->contains($r);
    }, max: 1);
$r = $pool->acquire();
$tasks = [];
for ($i = 0; $i < 3; $i++) {
    $tasks[] = Async\spawn(function () use ($pool, $i) {
        $r = $pool->acquire();
        echo "waiter $i has $r->number\n";
        $pool->release($r);
    });
    settle();
}
$broken[$r] = true;
$pool->release($r);
Async\await_all($tasks);
counts($pool);
$r = $pool->acquire();
$r2 = $pool->tryAcquire();
var_dump($r2);
$broken[$r] = true;
$pool->release($r);
$pool->release($pool->acquire());
counts($pool);
?>
--EXPECT--
destroying 1
waiter 0 has 2
waiter 1 has 2
waiter 2 has 2
counts: idle 1, active 0, connecting 0, waiting 0, created 2, destroyed: refused_release 1
NULL
destroying 2
Uncaught Exception
destroying 3
counts: idle 0, active 0, connecting 0, waiting 0, created 3, destroyed: refused_release 3
