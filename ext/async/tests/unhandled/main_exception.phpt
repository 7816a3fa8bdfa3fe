--TEST--
An uncaught exception of the main script is reported, and the coroutines still finish
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
Async\spawn(function () { Async\delay(2); echo "coroutine finishes\n"; });
Async\suspend();
throw new Exception('from main');
PHP);
$output = ob_get_clean();
foreach (['coroutine finishes', 'Uncaught Exception: from main', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
coroutine finishes: 1
Uncaught Exception: from main: 1
exit status 255: 1
