--TEST--
The collector may run at any allocation of any coroutine
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\suspend;
use function Async\await_all;

class Node { public $other; }
$tasks = [];
for ($i = 0; $i < 20; $i++) {
    $tasks[] = spawn(function () {
        for ($j = 0; $j < 2000; $j++) {
            $a = new Node;
            $b = new Node;
            $a->other = $b;
            $b->other = $a;
            if ($j % 100 === 0) {
                suspend();
            }
        }
        return 1;
    });
}
echo array_sum(await_all($tasks)[0]), "\n";
var_dump(gc_status()['runs'] > 0);
?>
--EXPECT--
20
bool(true)
