--TEST--
A child that a coroutine forks while the main script waits for a pool or a channel ends in good order
--EXTENSIONS--
async
pcntl
--FILE--
<?php
$pool = new Async\Pool(fn() => new stdClass, max: 1);
$held = $pool->acquire();
$channel = new Async\Channel;
$statuses = [];
$fork = function (callable $in_child) use (&$statuses) {
    $pid = pcntl_fork();
    if ($pid === 0) {
        $in_child();
        exit(3);
    }
    pcntl_waitpid($pid, $status);
    $statuses[] = pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'signal ' . pcntl_wtermsig($status);
};

Async\spawn(function () use ($fork, $pool, $held) {
    $fork(fn() => 0);
    $fork(fn() => $pool->tryAcquire());
    $pool->release($held);
});
$pool->release($pool->acquire());

Async\spawn(function () use ($fork, $channel) {
    $fork(fn() => 0);
    $fork(function () use ($channel) {
        Async\spawn(fn() => $channel->recv());
        Async\suspend();
        $channel->send(1);
        register_shutdown_function(fn() => $channel->close());
    });
    $channel->send(2);
});
var_dump($channel->recv());
echo implode(', ', $statuses), "\n";
?>
--EXPECT--
int(2)
exit 3, exit 3, exit 3, exit 3
