--TEST--
Everybody who awaits a failing coroutine gets its exception
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$target = spawn(function () { suspend(); suspend(); throw new Exception('boom'); });
foreach (['a', 'b'] as $name) {
    spawn(function () use ($name, $target) {
        try {
            await($target);
        } catch (Exception $e) {
            echo "$name: ", $e->getMessage(), "\n";
        }
    });
}
?>
--EXPECT--
a: boom
b: boom
