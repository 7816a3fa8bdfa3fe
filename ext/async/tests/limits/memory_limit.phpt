--TEST--
Running into memory_limit in a coroutine ends the request cleanly
--EXTENSIONS--
async
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_limit needs the Zend allocator');
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
register_shutdown_function(function () { echo "shutdown function\n"; });
Async\spawn(function () {
    Async\suspend();
    $s = str_repeat('x', 1000);
    while (true) { $s .= $s; }
});
Async\spawn(function () { $keep = str_repeat('y', 100000); Async\delay(10000); });
Async\delay(10000);
echo "not reached\n";
PHP, '-d memory_limit=16M');
?>
--EXPECTF--
%AFatal error: Allowed memory size of 16777216 bytes exhausted%sin script.php on line 6
shutdown function
exit status 255
