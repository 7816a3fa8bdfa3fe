--TEST--
Async\Pool: all idle resources of the parent are forgotten in a forked child
--EXTENSIONS--
async
pcntl
--FILE--
<?php
$made = 0;
$pool = new Async\Pool(function () use (&$made) {
    return ++$made;
}, min: 5);
/* In another order than they were made. */
$taken = [$pool->acquire(), $pool->acquire(), $pool->acquire()];
foreach ($taken as $resource) {
    $pool->release($resource);
}
$child = pcntl_fork();
if ($child === 0) {
    echo $pool->idleCount(), ' idle, takes ', $pool->acquire(), "\n";
    exit(0);
}
pcntl_waitpid($child, $status);
var_dump(pcntl_wifexited($status));
echo $pool->idleCount(), " idle\n";
?>
--EXPECT--
0 idle, takes 6
bool(true)
5 idle
