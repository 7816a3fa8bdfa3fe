--TEST--
The callback of header_register_callback() does not let others print before the headers are sent
--EXTENSIONS--
async
--FILE--
<?php
$log = [];
header_register_callback(function () use (&$log) {
    $log[] = 'callback begins';
    Async\delay(1);
    $log[] = 'callback ends';
});
Async\spawn(function () use (&$log) {
    $log[] = 'another coroutine runs';
    echo "another\n";
});
Async\current_coroutine();
echo "first\n";
Async\delay(1);
foreach ($log as $line) {
    echo $line, "\n";
}
?>
--EXPECT--
first
another
callback begins
callback ends
another coroutine runs
