--TEST--
An exception that nobody awaited is reported like an uncaught one; the others finish; the exit status is 255
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
use function Async\spawn;
use function Async\delay;
spawn(function () { throw new RuntimeException('boom'); });
spawn(function () { delay(5); echo "the other finishes\n"; });
delay(1);
echo "main goes on\n";
register_shutdown_function(function () { echo "shutdown function\n"; });
PHP);
?>
--EXPECTF--
%AUncaught RuntimeException: boom in script.php:4
Stack trace:
#0 %A
exit status 255
