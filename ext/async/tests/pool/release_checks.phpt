--TEST--
Releasing what is not out of the pool is an exception and changes nothing
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$ok = true;
$pool = new Async\Pool('connect', beforeRelease: function () use (&$ok) { return $ok; }, max: 2);
$other = new Async\Pool('connect');
$a = $pool->acquire();
$b = $pool->acquire();
$pool->release($a);
attempt(fn() => $pool->release($a));
attempt(fn() => $pool->release($other->acquire()));
foreach ([null, 1, 'x', [], new stdClass, false] as $foreign) {
    attempt(fn() => $pool->release($foreign));
}
attempt(fn() => $pool->release(clone $b));
$ok = false;
$pool->release($b);
attempt(fn() => $pool->release($b));
counts($pool);
?>
--EXPECT--
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
counts: idle 1, active 0, connecting 0, waiting 0, created 2, destroyed: refused_release 1
