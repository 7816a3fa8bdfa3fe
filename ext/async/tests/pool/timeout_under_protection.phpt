--TEST--
A wait under a protection that nothing can end is a deadlock, whatever the time limit of the call
--EXTENSIONS--
async
--FILE--
<?php
use Async\{Channel, DeadlockError, Pool};

$pool = new Pool(function () {
    Async\protect(fn() => (new Channel)->recv());
});
try {
    $pool->acquire(1);
} catch (DeadlockError $e) {
    echo get_class($e), "\n";
}
printf("%d resources\n", count($pool));
?>
--EXPECT--
Async\DeadlockError
0 resources
