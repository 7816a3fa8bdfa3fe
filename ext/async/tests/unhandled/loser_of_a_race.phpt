--TEST--
A task that fails after await_any_or_fail() has returned is reported, not lost
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
ob_start();
run_php(<<<'PHP'
use function Async\spawn;
use function Async\delay;
echo Async\await_any_or_fail([
    spawn(function () { delay(1); throw new Exception('the loser'); }),
    spawn(fn() => 'the winner'),
]), "\n";
PHP);
$output = ob_get_clean();
foreach (['the winner', 'Uncaught Exception: the loser', 'exit status 255'] as $line) {
    echo $line, ': ', substr_count($output, $line), "\n";
}
?>
--EXPECT--
the winner: 1
Uncaught Exception: the loser: 1
exit status 255: 1
