--TEST--
An exception that await() throws and nobody catches is reported once
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
use function Async\spawn;
use function Async\await;
$inner = spawn(fn() => throw new Exception('inner'));
spawn(fn() => await($inner));
PHP);
$output = ob_get_clean();
echo substr_count($output, 'Uncaught Exception: inner'), "\n", substr_count($output, 'exit status 255'), "\n";
?>
--EXPECT--
1
1
