--TEST--
preserveKeyOrder false gives the order of completion, fillNull fills what has no result
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_all;
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
    $a = after(null, fn() => 1);
    $bad = after($a, fn() => throw new Exception('boom'));
    $b = after($bad, fn() => 2);
    $c = after($b, fn() => 3);
    return ['c' => $c, 'bad' => $bad, 'a' => $a, 'b' => $b];
}
echo json_encode(await_all(tasks())[0]), "\n";
echo json_encode(await_all(tasks(), preserveKeyOrder: false)[0]), "\n";
echo json_encode(await_all(tasks(), fillNull: true)[0]), "\n";
[$results, $errors] = await_all(tasks(), null, false, true);
echo json_encode($results), ' ', implode(',', array_keys($errors)), "\n";
?>
--EXPECT--
{"c":3,"a":1,"b":2}
{"a":1,"b":2,"c":3}
{"c":3,"bad":null,"a":1,"b":2}
{"a":1,"b":2,"c":3,"bad":null} bad
