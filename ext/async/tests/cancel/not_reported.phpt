--TEST--
A cancelled coroutine that nobody awaits is no unhandled exception
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\delay;

$php = getenv('TEST_PHP_EXECUTABLE_ESCAPED') . ' ' . getenv('TEST_PHP_EXTRA_ARGS');
$code = <<<'PHP'
$c = Async\spawn(function () { Async\delay(10000); });
Async\suspend();
$c->cancel();
Async\spawn(function () {})->cancel();
echo "end";
PHP;
exec("$php -r " . escapeshellarg($code) . ' 2>&1', $output, $status);
echo implode("\n", $output), " $status\n";
?>
--EXPECT--
end 0
