--TEST--
An exception handler that throws is reported itself, and the others still finish
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
set_exception_handler(function ($e) { echo 'handler got ', $e->getMessage(), "\n"; throw new LogicException('from the handler'); });
Async\spawn(function () { throw new Exception('the first'); });
Async\spawn(function () { Async\delay(1); echo "other finishes\n"; });
PHP);
$output = ob_get_clean();
foreach (['handler got the first', 'Uncaught LogicException: from the handler', 'other finishes', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
handler got the first: 1
Uncaught LogicException: from the handler: 1
other finishes: 1
exit status 255: 1
