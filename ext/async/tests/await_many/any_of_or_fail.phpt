--TEST--
await_any_of_or_fail() gives the first few results or the first error
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_of_or_fail;
use function Async\suspend;

/* Ends after another: the order does not depend on the scheduler or on the load of the machine. */
function after(?Async\Coroutine $other, callable $end) {
    return spawn(function () use ($other, $end) {
        while ($other && !$other->isCompleted()) {
            suspend();
        }
        return $end();
    });
}

function tasks() {
    $a = after(null, fn() => 'A');
    $b = after($a, fn() => 'B');
    $c = after($b, fn() => 'C');
    return ['c' => $c, 'a' => $a, 'b' => $b];
}
echo json_encode(await_any_of_or_fail(2, tasks())), "\n";
echo json_encode(await_any_of_or_fail(3, tasks(), preserveKeyOrder: false)), "\n";
echo json_encode(await_any_of_or_fail(1, tasks(), fillNull: true)), "\n";
try {
    $a = after(null, fn() => 'A');
    $bad = after($a, fn() => throw new Exception('boom'));
    await_any_of_or_fail(2, [$a, $bad, after($bad, fn() => 'C')]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
{"a":"A","b":"B"}
{"a":"A","b":"B","c":"C"}
{"c":null,"a":"A","b":null}
boom
