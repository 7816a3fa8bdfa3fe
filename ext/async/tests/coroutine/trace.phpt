--TEST--
getTrace() is the stack of a suspended coroutine, null for one that is not on a stack
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

function inner() { suspend(); }
function outer() { inner(); }
$coroutine = spawn(function () { outer(); });
var_dump($coroutine->getTrace());
suspend();
foreach ($coroutine->getTrace() as $frame) {
    echo $frame['function'], ' ', $frame['line'] ?? '-', "\n";
}
echo count($coroutine->getTrace(0, 1)), "\n";
suspend();
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
Async\suspend 5
inner 6
outer 7
{closure:%s} -
1
NULL
Async\Coroutine::getTrace(): Argument #2 ($limit) must be between 0 and %d
%s
