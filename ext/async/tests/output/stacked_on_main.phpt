--TEST--
A buffer of a coroutine passes its output on to the buffer of the main script below it, after switches too
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await;

$task = spawn(function () {
    ob_start(fn($buffer) => strtoupper($buffer), 1);
    for ($i = 0; $i < 4; $i++) {
        echo "chunk$i ";
        suspend();
    }
    var_dump(ob_get_status()['level']);
});
ob_start();
await($task);
$captured = ob_get_clean();
echo "captured: $captured";
?>
--EXPECT--
captured: CHUNK0 CHUNK1 CHUNK2 CHUNK3 INT(1)
