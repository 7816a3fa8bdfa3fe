--TEST--
exit() in the main script ends the request at once; coroutines that wait do not hold it up
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
Async\spawn(function () { Async\delay(10000); echo "not reached\n"; });
Async\suspend();
exit(5);
PHP);
?>
--EXPECT--
exit status 5
