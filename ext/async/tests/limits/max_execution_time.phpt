--TEST--
max_execution_time ends a coroutine that runs too long
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
register_shutdown_function(function () { echo "shutdown function\n"; });
set_time_limit(1);
Async\spawn(function () { while (true) { Async\suspend(); } });
Async\spawn(function () { while (true) { Async\suspend(); } });
Async\delay(60000);
echo "not reached\n";
PHP);
?>
--EXPECTF--
%AFatal error: Maximum execution time of 1 second exceeded in script.php on line %d
shutdown function
exit status 255
