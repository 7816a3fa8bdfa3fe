--TEST--
After exit() coroutines that wait are unwound, with their finally blocks as stock PHP does for Fibers
--EXTENSIONS--
async
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
settle();
echo "exit\n";
exit(0);
PHP);
?>
--EXPECTF--
exit
finally
exit status 0
