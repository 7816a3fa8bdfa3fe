--TEST--
exit() in a coroutine after the end of the main script
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
register_shutdown_function(function () { echo "shutdown function\n"; });
Async\spawn(function () { Async\delay(2); echo "exit\n"; exit(4); });
Async\spawn(function () { Async\delay(10000); });
echo "end of main\n";
PHP);
?>
--EXPECT--
end of main
exit
shutdown function
exit status 4
