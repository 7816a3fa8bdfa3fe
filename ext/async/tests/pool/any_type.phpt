--TEST--
Resources of any type but null can be pooled
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/pool.inc';
foreach ([7, 'text', 1.5, true, false, [1, 2], fopen('php://memory', 'r'), fn() => 1] as $value) {
    $pool = new Async\Pool(fn() => $value, max: 2);
    $a = $pool->acquire();
    $b = $pool->acquire();
    $pool->release($a);
    $pool->release($b);
    try {
        $pool->release($a);
        echo "FAILED\n";
    } catch (Async\PoolException) {
        echo get_debug_type($value), ': ';
    }
    counts($pool);
}
echo "-- scalars are the same by type and value\n";
$pool = new Async\Pool(fn() => 1);
$r = $pool->acquire();
attempt(fn() => $pool->release('1'));
attempt(fn() => $pool->release(1.0));
attempt(fn() => $pool->release(true));
attempt(fn() => $pool->release(1));
echo "-- an array that was changed is another one\n";
$pool = new Async\Pool(fn() => range(1, 3));
$r = $pool->acquire();
$changed = $r;
$changed[] = 4;
attempt(fn() => $pool->release($changed));
attempt(fn() => $pool->release($r));
echo "-- a reference is what it refers to\n";
$pool = new Async\Pool(function &() { static $x; $x = connect(); return $x; });
$r = $pool->acquire();
$ref = &$r;
$pool->release($ref);
counts($pool);
?>
--EXPECT--
int: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
string: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
float: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
bool: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
bool: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
array: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
resource (stream): counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
Closure: counts: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
-- scalars are the same by type and value
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
ok: NULL
-- an array that was changed is another one
Async\PoolException: The resource is not out of this pool: it belongs elsewhere or was released already
ok: NULL
-- a reference is what it refers to
counts: idle 1, active 0, connecting 0, waiting 0, created 1, destroyed: none
