--TEST--
Output buffers belong to the coroutine that started them
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$tasks = [];
foreach (['a', 'b', 'c'] as $name) {
    $tasks[$name] = spawn(function () use ($name) {
        ob_start();
        for ($i = 1; $i <= 3; $i++) {
            echo "$name$i ";
            suspend();
        }
        return ob_get_clean();
    });
}
echo "main is not captured\n";
suspend();
echo "still not\n";
foreach ($tasks as $name => $task) {
    echo "$name: ", await($task), "\n";
}
var_dump(ob_get_level());
?>
--EXPECT--
main is not captured
still not
a: a1 a2 a3 
b: b1 b2 b3 
c: c1 c2 c3 
int(0)
