--TEST--
Buffers of main script and coroutine open and close in any order
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

ob_start(fn($buffer) => "M[$buffer]");
echo 'm1';
$go = false;
$coroutine = spawn(function () {
    ob_start(fn($buffer) => "C[$buffer]");
    echo 'c1';
    until(fn() => $GLOBALS['go']);
    echo 'c2';
    ob_end_flush();
    echo 'c3';
});
until($coroutine->isStarted(...));
ob_end_flush();
echo 'm2';
suspend();
ob_start(fn($buffer) => "N[$buffer]");
echo 'n1';
$go = true;
Async\await($coroutine);
ob_end_flush();
echo "\n";
?>
--EXPECT--
M[m1]m2N[n1C[c1c2]c3]
