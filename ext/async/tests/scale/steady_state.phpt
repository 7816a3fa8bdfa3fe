--TEST--
Spawning and finishing in a loop does not grow memory
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

function rounds(int $n): void {
    for ($i = 0; $i < $n; $i++) {
        await(spawn(function () { suspend(); }));
    }
}
rounds(100);
$before = memory_get_usage();
rounds(5000);
var_dump(memory_get_usage() - $before < 10000);
?>
--EXPECT--
bool(true)
