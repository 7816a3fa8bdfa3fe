--TEST--
await() of a completed coroutine answers at once, each time, without a switch
--EXTENSIONS--
async
--INI--
; a seed makes await() of what is complete switch, and this test is about not switching
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await;
use function Async\suspend;

$ok = spawn(fn() => 'result');
$bad = spawn(fn() => throw new Exception('failure'));
suspend();
spawn(function () { echo "other runs\n"; });
for ($i = 0; $i < 2; $i++) {
    echo await($ok), "\n";
    try {
        await($bad);
    } catch (Exception $e) {
        echo $e->getMessage(), "\n";
    }
}
echo "end of main\n";
?>
--EXPECT--
result
failure
result
failure
end of main
other runs
