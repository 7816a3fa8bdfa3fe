--TEST--
set_exception_handler() gets the exceptions that nobody awaited
--EXTENSIONS--
async
--FILE--
<?php
set_exception_handler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
Async\spawn(fn() => throw new Exception('one'));
Async\spawn(function () { Async\delay(2); echo "other finishes\n"; });
Async\delay(1);
echo "main ends\n";
?>
--EXPECTF--
%Ahandler: one
%A
