--TEST--
exit() in the exception handler of an unawaited exception ends the request
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
set_exception_handler(function ($e) { echo $e->getMessage(), "\n"; exit(9); });
register_shutdown_function(function () { echo "shutdown function\n"; });
Async\spawn(function () { throw new Exception('boom'); });
Async\spawn(function () { Async\delay(10000); });
Async\delay(20000);
echo "not reached\n";
PHP);
?>
--EXPECT--
boom
shutdown function
exit status 9
