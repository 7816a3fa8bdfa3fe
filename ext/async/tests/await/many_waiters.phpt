--TEST--
Everybody who awaits a coroutine gets its result, in the order in which they came
--EXTENSIONS--
async
--INI--
; the order in which they are woken is the subject
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$target = spawn(function () {
    for ($i = 0; $i < 5; $i++) {
        suspend();
    }
    return 'value';
});
foreach (['a', 'b', 'c'] as $name) {
    spawn(function () use ($name, $target) {
        $value = await($target);
        echo "$name: $value\n";
    });
}
$value = await($target);
echo "main: $value\n";
?>
--EXPECT--
main: value
a: value
b: value
c: value
