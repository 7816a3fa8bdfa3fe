--TEST--
Handler, other coroutines and main script all run, each once
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
set_exception_handler(function (Throwable $e) { echo 'handler: ', $e->getMessage(), "\n"; });
Async\spawn(fn() => throw new Exception('one'));
Async\spawn(fn() => throw new Exception('two'));
Async\spawn(function () { Async\delay(2); echo "other finishes\n"; });
Async\delay(1);
echo "main ends\n";
PHP);
$output = ob_get_clean();
foreach (['handler: one', 'handler: two', 'other finishes', 'main ends', 'Uncaught', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
handler: one: 1
handler: two: 1
other finishes: 1
main ends: 1
Uncaught: 0
exit status 255: 1
