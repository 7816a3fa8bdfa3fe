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
    /* More than once when what is left of the memory is too little for the end, too. */
    echo $line, ': ', var_export(str_contains($output, $line), true), "\n";
}
?>
--EXPECT--
Allowed memory size of 33554432 bytes exhausted: true
shutdown function: true
not reached: false
exit status 255: true
