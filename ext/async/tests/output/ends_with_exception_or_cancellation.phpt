--TEST--
Buffers of a coroutine that throws, is cancelled or is left behind by exit() are flushed
--EXTENSIONS--
async
--FILE--
<?php
require __DIR__ . '/../run_php.inc';
run_php(<<<'PHP'
use function Async\spawn;
use function Async\suspend;
use function Async\delay;
set_exception_handler(function ($e) { echo "(", $e->getMessage(), ")"; });
spawn(function () { ob_start(fn($b) => "[$b]"); echo 'thrown'; throw new Exception('reported'); });
$cancelled = spawn(function () { ob_start(fn($b) => "{{$b}}"); echo 'cancelled'; delay(10000); });
spawn(function () { ob_start(fn($b) => "<$b>"); echo 'left'; delay(10000); });
settle();
$cancelled->cancel();
settle();
exit('bye');
PHP);
?>
--EXPECT--
[thrown](reported){cancelled}bye<left>
exit status 255
