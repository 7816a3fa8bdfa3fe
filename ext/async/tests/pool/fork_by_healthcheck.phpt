--TEST--
A healthcheck that forks: the child neither uses nor destroys what is the parent's
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
function run(bool $answer) {
    $parent = posix_getpid();
    $armed = true;
    $checked = 0;
    $pool = new Async\Pool(
        fn() => new Connection,
        fn(Connection $connection) => tell($connection, 'told goodbye'),
        healthcheck: function (Connection $connection) use (&$armed, &$checked, $answer, $parent) {
            tell($connection, 'checked');
            $checked++;
            if ($armed) {
                $armed = false;
                $pid = pcntl_fork();
                if ($pid) {
                    pcntl_waitpid($pid, $status);
                    echo pcntl_wifexited($status) ? 'exit ' . pcntl_wexitstatus($status) : 'died', "\n";
                }
                return $answer;
            }
            return true;
        },
        min: 3,
        max: 3,
        healthcheckInterval: 1,
    );
    echo var_export($answer, true), ': ';
    while ($checked < 3 || $pool->idleCount() < 3) {
        Async\delay(1);
    }
    $stats = $pool->getStats();
    $pool->close();
    echo 'the parent has ', $stats['idle'], "\n";
}
run(true);
run(false);
?>
--EXPECT--
true: exit 0
the parent has 3
false: exit 0
the parent has 3
