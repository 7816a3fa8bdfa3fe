--TEST--
In a forked child the pool starts empty and the parent's resources are left alone
--EXTENSIONS--
async
pcntl
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip pcntl is needed'); ?>
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
$pool = new Async\Pool(fn() => new Talker, fn($r) => print($r->pid == getmypid() ? "destroying\n" : "destroying the parent's\n"), min: 3, max: 4);
$mine = $pool->acquire();
$waiters = [];
$pool->acquire();
$pool->acquire();
$last = $pool->acquire();
$pool->release($last);
$last2 = $pool->acquire();
for ($i = 0; $i < 3; $i++) {
    $waiters[] = Async\spawn(fn() => $pool->acquire());
}
settle();
counts($pool, 'parent');
$pid = pcntl_fork();
if ($pid == 0) {
    counts($pool, 'child');
    $pool->release($mine);
    counts($pool, 'child after release of what the parent had');
    $r = $pool->acquire();
    var_dump($r->pid == getmypid());
    $pool->release($r);
    counts($pool, 'child');
    $pool->close();
    // The parent's objects are the child's, too: stock PHP would destroy them here.
    posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($pid, $status);
counts($pool, 'parent');
foreach ($waiters as $waiter) {
    $waiter->cancel();
}
?>
--EXPECT--
parent: idle 0, active 4, connecting 0, waiting 3, created 4, destroyed: none
child: idle 0, active 0, connecting 0, waiting 0, created 4, destroyed: none
child after release of what the parent had: idle 0, active 0, connecting 0, waiting 0, created 4, destroyed: none
bool(true)
child: idle 1, active 0, connecting 0, waiting 0, created 5, destroyed: none
destroying
parent: idle 0, active 4, connecting 0, waiting 3, created 4, destroyed: none
