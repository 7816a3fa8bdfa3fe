--TEST--
A fatal error in a coroutine ends the request: shutdown functions run, the exit status is 255
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
register_shutdown_function(function () { echo "shutdown function, last error: ", strtok(error_get_last()['message'] ?? 'none', "\n"), "\n"; });
Async\spawn(function () {
    Async\suspend();
    eval('class A {} class A {}');
});
Async\spawn(function () { Async\delay(10000); });
Async\delay(10000);
echo "not reached\n";
PHP);
?>
--EXPECTF--
%AFatal error: Cannot %s A%s
shutdown function, last error: Cannot %s A%S
exit status 255
