--TEST--
Deep recursion of PHP functions needs no C stack
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

function depth(int $n): int {
    if ($n % 1000 === 0) {
        suspend();
    }
    return $n === 0 ? 0 : 1 + depth($n - 1);
}
$a = spawn('depth', 20000);
$b = spawn('depth', 20000);
var_dump(await($a), await($b));
?>
--EXPECT--
int(20000)
int(20000)
