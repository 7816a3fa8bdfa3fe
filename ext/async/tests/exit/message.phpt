--TEST--
exit() with a message in a coroutine prints it
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
Async\spawn(function () { exit("bye\n"); });
settle();
echo "not reached\n";
PHP);
?>
--EXPECT--
bye
exit status 0
