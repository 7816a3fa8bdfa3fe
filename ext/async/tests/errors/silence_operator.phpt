--TEST--
@ of one coroutine does not silence another
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;

require __DIR__ . '/../settle.inc';

$go = false;
function quiet() { until(fn() => $GLOBALS['go']); return 1; }
$a = spawn(function () {
    @quiet();
    echo $undefined_a;
});
until($a->isStarted(...));
$b = spawn(function () {
    echo 'b: ', error_reporting() === E_ALL ? 'E_ALL' : error_reporting(), "\n";
    echo $undefined_b;
});
await($b);
echo 'main: ', error_reporting() === E_ALL ? 'E_ALL' : error_reporting(), "\n";
$go = true;
?>
--EXPECTF--
b: E_ALL

Warning: Undefined variable $undefined_b in %s on line %d
main: E_ALL

Warning: Undefined variable $undefined_a in %s on line %d
