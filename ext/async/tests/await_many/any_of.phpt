--TEST--
await_any_of() gives the first few results; failures are collected and do not count
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_of;
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
    $bad = after(null, fn() => throw new Exception('boom'));
    $b = after($bad, fn() => 'B');
    $c = after($b, fn() => 'C');
    $d = after($c, fn() => 'D');
    return ['d' => $d, 'c' => $c, 'bad' => $bad, 'b' => $b];
}
echo '0: ', json_encode(await_any_of(0, [spawn(fn() => 1)])), "\n";
foreach ([1, 2] as $count) {
    [$results, $errors] = await_any_of($count, tasks());
    echo "$count: ", json_encode($results), ' ', implode(',', array_keys($errors)), "\n";
}
[$results, $errors] = await_any_of(2, tasks(), preserveKeyOrder: false);
echo 'order of completion: ', json_encode($results), "\n";
[$results, $errors] = await_any_of(1, tasks(), fillNull: true);
echo 'filled: ', json_encode($results), "\n";
[$results, $errors] = await_any_of(99, tasks());
echo 'more than there are: ', json_encode($results), ' ', implode(',', array_keys($errors)), "\n";
?>
--EXPECTF--
0: [[],[]]
1: {"b":"B"} bad
2: {"c":"C","b":"B"} bad
order of completion: {"b":"B","c":"C"}
filled: {"d":null,"c":null,"bad":null,"b":"B"}
more than there are: {"d":"D","c":"C","b":"B"} bad
