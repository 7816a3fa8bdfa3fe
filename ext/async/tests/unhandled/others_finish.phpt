--TEST--
After an unhandled exception main script and other coroutines still run to their end
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
use function Async\spawn;
use function Async\delay;
spawn(function () { throw new RuntimeException('boom'); });
spawn(function () { delay(5); echo "the other finishes\n"; });
delay(1);
echo "main goes on\n";
register_shutdown_function(function () { echo "shutdown function\n"; });
PHP);
$output = ob_get_clean();
foreach (['main goes on', 'the other finishes', 'shutdown function', 'Uncaught RuntimeException: boom', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
main goes on: 1
the other finishes: 1
shutdown function: 1
Uncaught RuntimeException: boom: 1
exit status 255: 1
