--TEST--
After a fork inside the destructor the child destroys nothing that is the parent's
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
function run(string $title, Closure $ends_one) {
    $parent = posix_getpid();
    $armed = true;
    $destroyed = 0;
    $pool = new Async\Pool(fn() => new Connection, function (Connection $connection) use (&$armed, &$destroyed) {
        tell($connection, 'told goodbye');
        $destroyed++;
        if ($armed) {
            $armed = false;
            $pid = pcntl_fork();
            if ($pid) {
                pcntl_waitpid($pid, $status);
                echo pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'died', "\n";
            }
        }
    }, beforeRelease: fn() => false, min: 3, max: 3);
    echo "$title: ";
    $ends_one($pool);
    $stats = $pool->getStats();
    $left = $stats['active'] + $stats['connecting'] + $stats['idle'];
    $pool->close();
    if (posix_getpid() !== $parent) {
        exit($left);
    }
    echo "the parent destroyed $destroyed\n";
}
run('close', fn($pool) => $pool->close());
run('refused', fn($pool) => $pool->release($pool->acquire()));
?>
--EXPECT--
close: exit 0
the parent destroyed 3
refused: exit 0
the parent destroyed 3
