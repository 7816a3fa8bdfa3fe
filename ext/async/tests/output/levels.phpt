--TEST--
ob_get_level() counts the buffers of the coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;

require __DIR__ . '/../settle.inc';

$report = [];
spawn(function () use (&$report) {
    ob_start();
    ob_start();
    suspend();
    $report[] = 'a ' . ob_get_level();
    ob_end_clean();
    ob_end_clean();
});
spawn(function () use (&$report) {
    $report[] = 'b ' . ob_get_level();
    ob_start();
    $report[] = 'b ' . ob_get_level();
    suspend();
    ob_end_clean();
});
settle();
$report[] = 'main ' . ob_get_level();
sort($report);
echo implode("\n", $report), "\n";
?>
--EXPECT--
a 2
b 0
b 1
main 0
