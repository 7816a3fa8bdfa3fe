--TEST--
exit() in a shutdown function with coroutines under way
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
register_shutdown_function(function () {
    Async\spawn(function () { try { Async\delay(10000); } finally { echo "finally\n"; } });
    settle();
    exit(9);
});
PHP);
?>
--EXPECT--
finally
exit status 9
