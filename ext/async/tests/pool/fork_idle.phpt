--TEST--
A forked child neither uses nor destroys what was idle in the parent's pool
--EXTENSIONS--
async
pcntl
--FILE--
<?php
require __DIR__ . '/pool.inc';
class Talker {
    public int $pid;
    function __construct() { $this->pid = getmypid(); }
    function __destruct() {
        if ($this->pid != getmypid()) {
            echo "the child says goodbye for the parent\n";
        }
    }
}
$pool = new Async\Pool(fn() => new Talker, fn($r) => print($r->pid == getmypid() ? "destroying\n" : "destroying the parent's\n"),
    healthcheck: fn() => true, min: 2, max: 4, healthcheckInterval: 5);
$pid = pcntl_fork();
if ($pid == 0) {
    counts($pool, 'child');
    until(fn() => $pool->idleCount() == 2);
    counts($pool, 'child, refilled by its own healthcheck');
    $pool->close();
    exit(0);
}
pcntl_waitpid($pid, $status);
var_dump(pcntl_wexitstatus($status));
counts($pool, 'parent');
$pool->close();
?>
--EXPECT--
child: idle 0, active 0, connecting 0, waiting 0, created 2, destroyed: none
child, refilled by its own healthcheck: idle 2, active 0, connecting 0, waiting 0, created 4, destroyed: none
destroying
destroying
int(0)
parent: idle 2, active 0, connecting 0, waiting 0, created 2, destroyed: none
destroying
destroying
