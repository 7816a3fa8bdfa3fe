--TEST--
await_first_success() gives the first result and the errors until then
--EXTENSIONS--
async
--INI--
async.scheduler_seed=0
--FILE--
<?php
use function Async\spawn;
use function Async\await_first_success;
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

[$result, $errors] = await_first_success([
    'late' => after(9, fn() => 'late'),
    'bad' => after(1, fn() => throw new Exception('boom')),
    'good' => after(5, fn() => 'good'),
]);
echo $result, "\n";
foreach ($errors as $key => $error) {
    echo "$key: ", $error->getMessage(), "\n";
}
?>
--EXPECT--
good
bad: boom
