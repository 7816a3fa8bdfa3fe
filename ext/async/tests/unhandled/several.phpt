--TEST--
Every unhandled exception is reported
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
foreach (['one', 'two', 'three'] as $name) {
    Async\spawn(fn() => throw new Exception($name));
}
$kept = Async\spawn(fn() => throw new Exception('kept'));
PHP);
$output = ob_get_clean();
foreach (['Uncaught Exception: one', 'Uncaught Exception: two', 'Uncaught Exception: three', 'Uncaught Exception: kept', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
Uncaught Exception: one: 1
Uncaught Exception: two: 1
Uncaught Exception: three: 1
Uncaught Exception: kept: 1
exit status 255: 1
