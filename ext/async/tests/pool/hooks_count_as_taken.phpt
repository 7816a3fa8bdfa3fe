--TEST--
A resource under a hook that suspends counts as taken
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$inside = false;
$go = true;
$slow = function () {
    $GLOBALS['inside'] = true;
    until(fn() => $GLOBALS['go']);
    return true;
};
/* Starts a coroutine and stops it in the hook. */
function stop_in_hook(callable $task): Async\Coroutine
{
    $GLOBALS['inside'] = $GLOBALS['go'] = false;
    $coroutine = Async\spawn($task);
    until(fn() => $GLOBALS['inside']);
    return $coroutine;
}
$pool = new Async\Pool('connect', beforeAcquire: $slow, beforeRelease: $slow, max: 1);
$r = $pool->acquire();
$task = stop_in_hook(fn() => $pool->release($r));
counts($pool, 'releasing');
var_dump($pool->tryAcquire());
$go = true;
Async\await($task);
counts($pool, 'released');
$task = stop_in_hook(fn() => $pool->acquire());
counts($pool, 'acquiring');
var_dump($pool->tryAcquire());
$go = true;
Async\await($task);
counts($pool);

echo "-- and under a destructor\n";
$pool = new Async\Pool('connect', $slow, beforeRelease: fn() => false, max: 1);
$r = $pool->acquire();
$task = stop_in_hook(fn() => $pool->release($r));
counts($pool, 'destroying');
var_dump($pool->tryAcquire());
$go = true;
Async\await($task);
counts($pool);
?>
--EXPECT--
releasing: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
NULL
released: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
acquiring: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
NULL
counts: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: none
-- and under a destructor
destroying: idle 0, active 1, connecting 0, waiting 0, created 1, destroyed: refused_release 1
NULL
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: refused_release 1
