--TEST--
The limit of acquire() ends a factory that was ready at that moment and waits later: this is no deadlock
--EXTENSIONS--
async
--FILE--
<?php
$channel = new Async\Channel;
$pool = new Async\Pool(function () use ($channel) {
    $begin = hrtime(true);
    while (hrtime(true) - $begin < 30e6) {
        Async\suspend();
    }
    return $channel->recv();
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
