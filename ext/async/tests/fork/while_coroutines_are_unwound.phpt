--TEST--
A child that is forked while exit() unwinds coroutines leaves those of its parent alone
--EXTENSIONS--
async
pcntl
--INI--
report_memleaks=0
--ENV--
ASAN_OPTIONS=detect_leaks=0
--FILE--
<?php
require __DIR__ . '/../settle.inc';
/* No leak check: the child leaves what its parent's coroutines hold. */
$pool = new Async\Pool(fn() => new stdClass, max: 1);
$main = getmypid();
$who = fn() => getmypid() === $main ? 'parent' : 'child';
Async\spawn(function () {
    try {
        Async\delay(60000);
    } finally {
        $child = pcntl_fork();
        if ($child === 0) {
            echo "child ends the first\n";
            exit(0);
        }
        pcntl_waitpid($child, $status);
        echo "parent ends the first\n";
        var_dump($status);
    }
});
Async\spawn(function () use ($pool, $who) {
    $resource = $pool->acquire();
    try {
        Async\delay(60000);
    } finally {
        echo $who(), " ends the holder\n";
    }
});
settle();
Async\spawn(function () use ($pool, $who) {
    try {
        $pool->acquire();
    } finally {
        echo $who(), " ends the waiter\n";
    }
});
Async\spawn(function () use ($pool) {
    while ($pool->getStats()['waiting'] === 0) {
        Async\suspend();
    }
    exit(0);
});
Async\delay(60000);
?>
--EXPECT--
child ends the first
parent ends the first
int(0)
parent ends the holder
parent ends the waiter
