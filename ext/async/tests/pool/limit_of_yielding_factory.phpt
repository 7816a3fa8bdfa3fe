--TEST--
The limit of acquire() also ends a factory that only yields
--EXTENSIONS--
async
--FILE--
<?php
$pool = new Async\Pool(function () {
    while (true) {
        Async\suspend();
    }
});
try {
    $pool->acquire(10);
} catch (Async\PoolTimeoutException $e) {
    echo get_class($e), "\n";
}
var_dump(count($pool));
?>
--EXPECT--
Async\PoolTimeoutException
int(0)
