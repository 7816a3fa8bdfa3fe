--TEST--
await_first_success() gives the first result and the errors until then
--EXTENSIONS--
async
--FILE--
<?php
use function Async\spawn;
use function Async\await_first_success;
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

$bad = after(null, fn() => throw new Exception('boom'));
$good = after($bad, fn() => 'good');
[$result, $errors] = await_first_success(['late' => after($good, fn() => 'late'), 'bad' => $bad, 'good' => $good]);
echo $result, "\n";
foreach ($errors as $key => $error) {
    echo "$key: ", $error->getMessage(), "\n";
}
?>
--EXPECT--
good
bad: boom
