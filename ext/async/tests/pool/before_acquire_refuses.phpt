--TEST--
What beforeAcquire refuses is destroyed, and the next one is tried
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
set_error_handler(fn(int $level, string $message) => print(strtok($message, ':') . "\n"));
$verdicts = [];
$pool = new Async\Pool('connect', fn($r) => print("destroying $r->number\n"),
    beforeAcquire: function ($r) use (&$verdicts) {
        echo "asked about $r->number\n";
        $verdict = array_shift($verdicts);
        return $verdict instanceof Throwable ? throw $verdict : $verdict;
    }, min: 3, max: 3);
echo "-- false, throw, true\n";
$verdicts = [false, new Exception('bad'), true];
$r = $pool->acquire();
echo "got $r->number\n";
$pool->release($r);
counts($pool);
echo "-- a hook that says nothing accepts\n";
$verdicts = [null];
$pool->release($pool->acquire());
echo "-- none accepted: a fresh one, which it is not asked about\n";
$verdicts = [false];
$r = $pool->acquire();
echo "got $r->number\n";
counts($pool);
?>
--EXPECT--
-- false, throw, true
asked about 3
destroying 3
asked about 2
Uncaught Exception
destroying 2
asked about 1
got 1
counts: idle 1, active 0, connecting 0, waiting 0, created 3, destroyed: refused_acquire 2
-- a hook that says nothing accepts
asked about 1
-- none accepted: a fresh one, which it is not asked about
asked about 1
destroying 1
got 4
counts: idle 0, active 1, connecting 0, waiting 0, created 4, destroyed: refused_acquire 3
