--TEST--
E_USER_ERROR in a coroutine ends the request
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
register_shutdown_function(function () { echo "shutdown function\n"; });
Async\spawn(function () {
    array_map(function () { Async\suspend(); trigger_error('enough', E_USER_ERROR); }, [1]);
});
Async\delay(10000);
echo "not reached\n";
PHP, '-d error_reporting=24575');
?>
--EXPECTF--
%AFatal error: enough in script.php on line 4
shutdown function
exit status 255
