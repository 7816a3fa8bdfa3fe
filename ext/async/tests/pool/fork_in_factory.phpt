--TEST--
After a fork inside the factory the child makes a resource of its own
--EXTENSIONS--
async
pcntl
posix
--FILE--
<?php
class Connection {
    public int $pid;
    function __construct() { $this->pid = posix_getpid(); }
    function __destruct() { tell($this, 'destroyed'); }
}
function tell(Connection $connection, string $what) {
    if ($connection->pid !== posix_getpid()) {
        echo "the parent's connection is $what by the child\n";
    }
}
function fork_and_wait() {
    $pid = pcntl_fork();
    if ($pid) {
        pcntl_waitpid($pid, $status);
        echo pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'died', "\n";
    }
}
function run(int $min, int $forks) {
    $parent = posix_getpid();
    $factory = function () use (&$forks) {
        $connection = new Connection;
        if ($forks-- > 0) {
            fork_and_wait();
        }
        return $connection;
    };
    echo "min $min: ";
    try {
        $pool = new Async\Pool($factory, fn(Connection $c) => tell($c, 'told goodbye'), min: $min, max: 1);
        $connection = $pool->acquire();
        tell($connection, 'acquired');
        $pool->release($connection);
        unset($connection);
        $stats = $pool->getStats();
        $taken = $stats['active'] + $stats['connecting'] + $stats['waiting'];
        $pool->close();
    } catch (Async\PoolException $e) {
        echo $e->getMessage(), "\n";
        $taken = 7;
    }
    if (posix_getpid() !== $parent) {
        exit($taken);
    }
}
run(0, 1);
run(1, 1);
// The first child is forked by the first call, its own child by the second.
run(0, PHP_INT_MAX);
?>
--EXPECT--
min 0: exit 0
min 1: exit 0
min 0: The factory of the pool forks each time that it is called
exit 7
exit 0
