--TEST--
More coroutines than memory_limit allows end the request cleanly
--EXTENSIONS--
async
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip memory_limit needs the Zend allocator');
?>
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
register_shutdown_function(function () { echo "shutdown function\n"; });
for ($i = 0; $i < 100000; $i++) {
    Async\spawn(function () { Async\delay(10000); });
}
Async\delay(1);
echo "not reached\n";
PHP, '-d memory_limit=32M');
$output = ob_get_clean();
foreach (['Allowed memory size of 33554432 bytes exhausted', 'shutdown function', 'not reached', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
Allowed memory size of 33554432 bytes exhausted: 1
shutdown function: 1
not reached: 0
exit status 255: 1
