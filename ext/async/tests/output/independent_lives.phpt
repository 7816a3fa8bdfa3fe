--TEST--
Buffers of main script and coroutine open and close in any order
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

ob_start(fn($buffer) => "M[$buffer]");
echo 'm1';
spawn(function () {
    ob_start(fn($buffer) => "C[$buffer]");
    echo 'c1';
    suspend();
    suspend();
    echo 'c2';
    ob_end_flush();
    echo 'c3';
});
suspend();
ob_end_flush();
echo 'm2';
suspend();
ob_start(fn($buffer) => "N[$buffer]");
echo 'n1';
suspend();
ob_end_flush();
echo "\n";
?>
--EXPECT--
M[m1]m2N[n1C[c1c2]c3]
