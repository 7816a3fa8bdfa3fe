--TEST--
max_execution_time ends a coroutine that never suspends
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
Async\spawn(function () { set_time_limit(1); while (true); });
Async\spawn(function () { echo "not reached\n"; });
PHP);
?>
--EXPECTF--
%AFatal error: Maximum execution time of 1 second exceeded in script.php on line 2
exit status 255
