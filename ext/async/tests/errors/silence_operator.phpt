--TEST--
@ of one coroutine does not silence another
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await;

function quiet() { suspend(); suspend(); return 1; }
$a = spawn(function () {
    @quiet();
    echo $undefined_a;
});
$b = spawn(function () {
    echo 'b: ', error_reporting() === E_ALL ? 'E_ALL' : error_reporting(), "\n";
    echo $undefined_b;
});
suspend();
echo 'main: ', error_reporting() === E_ALL ? 'E_ALL' : error_reporting(), "\n";
?>
--EXPECTF--
b: E_ALL

Warning: Undefined variable $undefined_b in %s on line %d
main: E_ALL

Warning: Undefined variable $undefined_a in %s on line %d
