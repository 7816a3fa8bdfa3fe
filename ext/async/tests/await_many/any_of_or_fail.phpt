--TEST--
await_any_of_or_fail() gives the first few results or the first error
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await_any_of_or_fail;
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

$tasks = fn() => ['c' => after(9, fn() => 'C'), 'a' => after(1, fn() => 'A'), 'b' => after(5, fn() => 'B')];
echo json_encode(await_any_of_or_fail(2, $tasks())), "\n";
echo json_encode(await_any_of_or_fail(3, $tasks(), preserveKeyOrder: false)), "\n";
echo json_encode(await_any_of_or_fail(1, $tasks(), fillNull: true)), "\n";
try {
    await_any_of_or_fail(2, [after(1, fn() => 'A'), after(3, fn() => throw new Exception('boom')), after(7, fn() => 'C')]);
} catch (Exception $e) {
    echo $e->getMessage(), "\n";
}
?>
--EXPECT--
{"a":"A","b":"B"}
{"a":"A","b":"B","c":"C"}
{"c":null,"a":"A","b":null}
boom
