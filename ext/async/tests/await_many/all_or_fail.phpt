--TEST--
await_all_or_fail() gives all results, or throws the first error as soon as it happens
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all_or_fail;
use function Async\await;
use function Async\delay;

function after(int $ms, $value) { return spawn(function () use ($ms, $value) { delay($ms); return $value; }); }

echo json_encode(await_all_or_fail(['x' => after(10, 1), 'y' => after(1, 2)])), "\n";
echo json_encode(await_all_or_fail(['x' => after(20, 1), 'y' => after(1, 2)], preserveKeyOrder: false)), "\n";

$slow = spawn(function () { delay(30); echo "slow goes on\n"; return 'slow'; });
try {
    await_all_or_fail([
        $slow,
        spawn(function () { delay(5); throw new Exception('second'); }),
        spawn(function () { delay(1); throw new Exception('first'); }),
    ]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
var_dump($slow->isCompleted(), $slow->isCancellationRequested());
echo await($slow), "\n";
?>
--EXPECTF--
{"x":1,"y":2}
{"y":2,"x":1}
first
bool(false)
bool(false)
%Aslow goes on
slow%A
