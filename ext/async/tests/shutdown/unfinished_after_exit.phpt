--TEST--
After exit() coroutines that wait are unwound, with their finally blocks as stock PHP does for Fibers
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
Async\spawn(function () {
    try {
        Async\delay(10000);
    } finally {
        echo "finally\n";
    }
});
Async\suspend();
echo "exit\n";
exit(0);
PHP);
?>
--EXPECTF--
exit
finally
exit status 0
