--TEST--
preserveKeyOrder false gives the order of completion, fillNull fills what has no result
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await_all;
use function Async\suspend;

/* After a number of turns instead of a time: the order does not depend on the load of the machine. */
function after(int $turns, callable $end) {
    return spawn(function () use ($turns, $end) {
        while ($turns-- > 0) {
            suspend();
        }
        return $end();
    });
}
function tasks() {
    return [
        'c' => after(7, fn() => 3),
        'bad' => after(3, fn() => throw new Exception('boom')),
        'a' => after(1, fn() => 1),
        'b' => after(5, fn() => 2),
    ];
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
