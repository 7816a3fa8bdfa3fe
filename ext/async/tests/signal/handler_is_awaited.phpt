--TEST--
While a signal handler is installed and can be called, waiting for it is no deadlock
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
pcntl_async_signals(true);
$pool = new Async\Pool(fn() => new stdClass, max: 1);
$resource = $pool->acquire();
pcntl_signal(SIGALRM, function () use ($pool, $resource) {
    echo "released by the handler\n";
    $pool->release($resource);
});
pcntl_alarm(1);
var_dump($pool->acquire() === $resource);

/* Nothing can be called any more. */
pcntl_signal(SIGALRM, SIG_DFL);
try {
    $pool->acquire();
} catch (Async\DeadlockError $e) {
    echo $e::class, "\n";
}
pcntl_signal(SIGALRM, fn() => null);
pcntl_async_signals(false);
try {
    $pool->acquire();
} catch (Async\DeadlockError $e) {
    echo $e::class, "\n";
}
?>
--EXPECT--
released by the handler
bool(true)
Async\DeadlockError
Async\DeadlockError
