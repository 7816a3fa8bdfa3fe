--TEST--
The time limit of an acquire does not disturb code that Fiber::suspend() went back to
--EXTENSIONS--
async
--FILE--
<?php
use function Async\{await, delay, spawn};

$pool = new Async\Pool(function () {
    Fiber::suspend('in the factory');
    return new stdClass;
});
await(spawn(function () use ($pool) {
    $fiber = new Fiber(fn() => $pool->acquire(20));
    echo $fiber->start(), "\n";
    delay(60);
    echo "undisturbed\n";
    try {
        $fiber->resume();
    } catch (Async\PoolTimeoutException $e) {
        echo $e::class, "\n";
    }
}));
$stats = $pool->getStats();
echo "idle {$stats['idle']}, active {$stats['active']}, connecting {$stats['connecting']}\n";

/* Left for good: the alarm keeps nothing alive. */
spawn(function () use ($pool) {
    (new Fiber(fn() => $pool->acquire(1)))->start();
});
echo "end\n";
?>
--EXPECT--
in the factory
undisturbed
Async\PoolTimeoutException
idle 1, active 0, connecting 0
end
