--TEST--
release() takes no reference from the caller's variable
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
$pool = new Async\Pool(fn() => new ArrayObject(['alive']), fn() => null, beforeRelease: fn() => false);
$r = $pool->acquire();
$copy = $r;
$pool->release($r);
var_dump($r[0], $copy === $r);
unset($copy);
$pool->close();
var_dump($r[0]);
counts($pool);
?>
--EXPECT--
string(5) "alive"
bool(true)
string(5) "alive"
counts: idle 0, active 0, connecting 0, waiting 0, created 1, destroyed: refused_release 1
