--TEST--
getTrace() is the stack of a suspended coroutine, null for one that is not on a stack
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\delay;

require __DIR__ . '/../settle.inc';

function inner() { delay(60000); }
function outer() { inner(); }
$coroutine = spawn(function () { outer(); });
var_dump($coroutine->getTrace());
settle();
foreach ($coroutine->getTrace() as $frame) {
    echo $frame['function'], ' ', $frame['line'] ?? '-', "\n";
}
echo count($coroutine->getTrace(0, 1)), "\n";
$coroutine->cancel();
settle();
var_dump($coroutine->getTrace());
try {
    $coroutine->getTrace(0, -1);
} catch (ValueError $e) {
    echo $e->getMessage(), "\n";
}
function me() { return Async\current_coroutine()->getTrace(); }
echo me()[0]['function'], "\n";
?>
--EXPECTF--
NULL
Async\delay 7
inner 8
outer 9
{closure:%s} -
1
NULL
Async\Coroutine::getTrace(): Argument #2 ($limit) must be between 0 and %d
%s
