--TEST--
A forked child frees the memory of the parent's C resources and calls no destructor
--EXTENSIONS--
zend_async_test
pcntl
--FILE--
<?php
$pool = new ZendAsyncTest\ConnectionPool(min: 2, max: 3);
$mine = $pool->acquire();
$pool->takeLog();
$pid = pcntl_fork();
if ($pid == 0) {
    $stats = $pool->getPool()->getStats();
    echo "child: idle {$stats['idle']}, active {$stats['active']}\n";
    $new = $pool->acquire();
    $pool->release($new);
    $pool->close();
    echo implode(', ', $pool->takeLog()), "\n";
    exit(0);
}
pcntl_waitpid($pid, $status);
echo "status ", pcntl_wexitstatus($status), "\n";
$stats = $pool->getPool()->getStats();
echo "parent: idle {$stats['idle']}, active {$stats['active']}\n";
$pool->release($mine);
?>
--EXPECT--
child: idle 0, active 0
factory 3, before_release 3, destructor 3
status 0
parent: idle 1, active 1
